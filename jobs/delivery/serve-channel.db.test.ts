import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChannelState, listChannelStates } from "#db/queries/channel-states.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { requestTestMessage } from "#db/request-test-message.ts";
import { createDeliveryWorld, someChannel, someOutcome, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => await world.reset());

const MINUTE = 60_000;
const later = (ms: number) => (world.clock.now = new Date(world.clock.now.getTime() + ms));
const execute = async (query: string) => await world.database.db.execute(query);
const GONE = someOutcome({ outcome: "refused", fault: "channel", status: 404, answer: "no_service" });
const DISLIKED = someOutcome({ outcome: "refused", fault: "message", status: 400, answer: "invalid_blocks" });
const AWAY = someOutcome({ outcome: "unreachable", status: 503, answer: "Service Unavailable" });

/** An incident that waits to be told. */
async function opened(): Promise<string> {
  const id = await world.find(await world.table());
  await world.route();
  return id;
}
const states = async () => (await world.deliveries()).map(({ state }) => state);
const testMessage = async (channel = "one") =>
  await requestTestMessage(world.database.db, world.deps.queue, {
    channel,
    by: "ann",
    now: world.clock.now,
    settings: world.notifications,
  });

test("what is due is sent in order, with each try noted", async () => {
  const ids = [await opened(), await opened(), await opened()];
  await world.serve();
  expect(world.sent.map(({ message }) => (message.kind === "incident" ? message.incident.id : ""))).toEqual(ids);
  expect(world.sent[0]).toMatchObject({ channel: "one", plain: false, publicUrl: "https://bergwatch.example", now: world.clock.now });
  const [first] = await world.deliveries();
  expect(first).toMatchObject({
    state: "delivered",
    attempts: 1,
    claimedAt: null,
    lastAnswer: "ok",
    tries: [{ outcome: "delivered", status: 200, answer: "ok" }],
  });
  // Receivers of several installations tell messages apart.
  expect(world.sent[0]?.deliveryId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(await listChannelStates(world.database.db)).toMatchObject([
    { name: "one", waiting: 0, failingSince: null, lastDeliveredAt: world.clock.now },
  ]);
});

test("a message tells the incident as it is when it is sent, with keys in part alone", async () => {
  const table = await world.table({ keys: [{ name: "id", columns: ["id", "email"], promise: "unique", keep: "last" }], masked: ["email"] });
  const id = await world.find(table, { key: { id: table.tableKeyId, name: "id" } });
  await execute(`insert into snapshots (table_id, snapshot_id, sequence_number, committed_at, committed_by)
    values ('${table.tableId}', 16, 1, now(), 'Flink 1.20, job orders-sink')`);
  await execute(`update incidents set seen = seen || '{"since": {"snapshotId": "16"}}' where id = '${id}'`);
  await execute(`insert into samples (key_version_id, snapshot_id, key_hash, rank, key, row_count, partitions, key_bytes_hex, rows, expires_at)
    values (${table.keyVersionId}, 17, 'k1x' || repeat('a', 61), 1, '{A-10000213,ann@example.org}', 3, '{orders/3}', '{}', '[]', now() + interval '1 day')`);
  await world.route();
  await world.person(id, { kind: "acknowledge", by: "ann" });
  await world.serve();
  expect(world.sent).toMatchObject([
    {
      message: {
        kind: "incident",
        incident: {
          id,
          state: "acknowledged",
          keyName: "id",
          subject: { of: "table", id: table.tableId, name: table.tableName },
          examples: [{ parts: ["A-1••213", "masked"], rowCount: 3, partitions: ["orders/3"] }],
          committedBy: "Flink 1.20, job orders-sink",
        },
        events: [{ kind: "opened" }],
      },
    },
  ]);
});

test("several are told worst first", async () => {
  for (const severity of ["warn", "alert", "warn", "warn", "alert", "warn"] as const) await world.find(await world.table(), { severity });
  await world.route();
  await world.serve();
  const [sent] = world.sent;
  const told = sent?.message.kind === "several" ? sent.message.told : [];
  expect(told.map(({ incident, events }) => [incident.severity, events.length])).toEqual([
    ["alert", 1],
    ["alert", 1],
    ...Array.from({ length: 4 }, () => ["warn", 1]),
  ]);
});

test("to Slack at least a second passes between two messages", async () => {
  world.notifications.channels = [someChannel("one", { kind: "slack_webhook" })];
  for (let count = 0; count < 3; count++) await opened();
  await world.serve();
  const times = world.sent.map(({ at }) => at.getTime());
  expect(times.slice(1).map((time, index) => time - (times[index] ?? 0) >= 1000)).toEqual([true, true]);
});

test("of two senders one sends, and what comes while it does is sent by it", async () => {
  for (let count = 0; count < 4; count++) await opened();
  await Promise.all([world.serve(), world.serve(), world.serve()]);
  expect(new Set(world.sent.map(({ deliveryId }) => deliveryId)).size).toBe(4);
  expect(world.sent).toHaveLength(4);
  expect(await states()).toEqual(["delivered", "delivered", "delivered", "delivered"]);
});

describe("a bot's thread", () => {
  const bot = (conversation: string) =>
    someChannel("one", { kind: "slack_bot", conversation, appToken: null, signingSecret: null, users: null });

  test("begins with the first message that arrived in this conversation", async () => {
    world.notifications.channels = [bot("C1")];
    world.answers = [
      DISLIKED,
      DISLIKED,
      someOutcome({ posted: { conversation: "C1", ts: "1.5" } }),
      someOutcome({ posted: { conversation: "C1", ts: "2.5" } }),
    ];
    const id = await opened();
    await world.serve();
    for (const text of ["a", "b", "c"]) {
      if (text === "a") await execute("update deliveries set state = 'unsure' where state = 'failed'");
      await world.person(id, { kind: "comment", by: "ann", text });
      await world.route();
      await world.serve();
    }
    expect(world.sent.map(({ first }) => first?.ts ?? null)).toEqual([null, null, null, "1.5", "1.5"]);
    world.notifications.channels = [bot("C2")];
    await world.person(id, { kind: "comment", by: "ann", text: "d" });
    await world.route();
    await world.serve();
    expect(world.sent.at(-1)?.first).toBeNull();
  });
});

describe("a channel that", () => {
  test("asks for peace gets nothing for as long as it says", async () => {
    world.answers = [someOutcome({ outcome: "limited", status: 429, retryAfterMs: 30_000 })];
    const start = world.clock.now.getTime();
    await opened();
    await opened();
    await world.serve();
    expect(world.sent.map(({ at, deliveryId }) => [at.getTime() - start, deliveryId])).toEqual([
      [0, world.sent[0]?.deliveryId],
      [30_000, world.sent[0]?.deliveryId],
      [30_000, world.sent[2]?.deliveryId],
    ]);
    expect(await states()).toEqual(["delivered", "delivered"]);
  });

  test("asks for a long peace is left to later looks", async () => {
    world.answers = [someOutcome({ outcome: "limited", status: 429, retryAfterMs: 10 * MINUTE })];
    await opened();
    await world.serve();
    await world.serve();
    expect(world.sent).toHaveLength(1);
    later(10 * MINUTE);
    await world.serve();
    expect(await states()).toEqual(["delivered"]);
  });

  test("dislikes a message gets it once more as plain text, and then no more", async () => {
    world.answers = [DISLIKED, DISLIKED];
    await opened();
    await opened();
    await world.serve();
    expect(world.sent.map(({ plain }) => plain)).toEqual([false, true, false]);
    expect(await states()).toEqual(["failed", "delivered"]);
    expect(await findChannelState(world.database.db, "one")).toMatchObject({ failingSince: null });
  });

  test.each([
    ["is gone", GONE],
    ["is not reached", AWAY],
  ])("%s is tried by one message, ever more seldom, and the others wait", async (_, answer) => {
    world.answers = Array.from({ length: 5 }, () => answer);
    const start = world.clock.now.getTime();
    await opened();
    await opened();
    for (let minute = 0; minute <= 31; minute++, later(MINUTE)) await world.serve();
    const minutes = world.sent.map(({ at }) => (at.getTime() - start) / MINUTE);
    expect(minutes).toEqual([0, 1, 3, 7, 15, 31, 31]);
    expect(new Set(world.sent.slice(0, 6).map(({ deliveryId }) => deliveryId)).size).toBe(1);
    expect(await states()).toEqual(["delivered", "delivered"]);
    expect((await world.deliveries())[0]?.tries.map(({ outcome }) => outcome)).toEqual([
      ...Array.from({ length: 5 }, () => answer.outcome),
      "delivered",
    ]);
  });

  test("fails for a day has what is as old given up, and what is younger tried on", async () => {
    world.answers = Array.from({ length: 200 }, () => GONE);
    await opened();
    await opened();
    for (let hour = 0; hour < 26; hour++, later(60 * MINUTE)) await world.serve();
    await opened();
    await world.serve();
    expect(await world.deliveries()).toMatchObject([
      { state: "failed", lastAnswer: "no_service" },
      { state: "failed", lastAnswer: "Abandoned: the channel has failed for a day." },
      { state: "waiting" },
    ]);
    expect(await findChannelState(world.database.db, "one")).toMatchObject({
      fault: "no_service",
      failingSince: new Date("2026-03-02T12:00:00Z"),
    });
  });

  test("is another one after a change of its configuration starts anew at once", async () => {
    world.answers = [GONE];
    await opened();
    await world.serve();
    world.fingerprints.set("one", "2");
    await world.serve();
    expect(await states()).toEqual(["delivered"]);
    expect(await findChannelState(world.database.db, "one")).toMatchObject({
      fingerprint: "2",
      failingSince: null,
      fault: null,
      failuresInRow: 0,
    });
  });

  test("cannot be opened fails with the reason, and nothing is sent", async () => {
    const openChannel = async () =>
      await Promise.resolve({ fingerprint: "1", send: null, fault: "The environment variable HOOK is not set." });
    await opened();
    await world.serve("one", { ...world.deps, delivery: { ...world.deps.delivery, openChannel } });
    expect(world.sent).toEqual([]);
    expect(await world.deliveries()).toMatchObject([{ state: "waiting", lastAnswer: "The environment variable HOOK is not set." }]);
    expect(await findChannelState(world.database.db, "one")).toMatchObject({ fault: "The environment variable HOOK is not set." });
  });

  test("was taken out has what waits withheld with the reason; not where another worker knows it still", async () => {
    await opened();
    const kept = world.notifications;
    world.notifications = { ...kept, channels: [] };
    const told = (channels: typeof kept.channels) => ({
      file: "/etc/bergwatch.yaml",
      state: "applied" as const,
      at: world.clock.now.toISOString(),
      message: "",
      faults: [],
      service: { ...SERVICE_DEFAULTS, notifications: { ...kept, channels } },
    });
    await tellServiceState(world.database.db, "configuration", told(kept.channels));
    await world.serve();
    expect(await states()).toEqual(["waiting"]);
    await tellServiceState(world.database.db, "configuration", told([]));
    await world.serve();
    expect(await world.deliveries()).toMatchObject([
      { state: "withheld", lastAnswer: "The channel one was taken out of the configuration." },
    ]);
    expect(world.sent).toEqual([]);
  });
});

describe("a test", () => {
  test("is refused for a channel that is not configured", async () => {
    await expect(testMessage("two")).rejects.toMatchObject({
      code: "usage",
      message: "No channel is named two. There are one.",
    });
  });

  test("goes before all that waits, to a channel that fails too, and does not wait for quiet hours", async () => {
    world.notifications.channels = [
      someChannel("one", { quietHours: { from: "00:00", to: "23:59", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["warn"] } }),
    ];
    world.answers = [GONE, GONE];
    await opened();
    await world.serve();
    await testMessage("ONE");
    await world.serve();
    expect(world.sent.map(({ message }) => message)).toMatchObject([{ kind: "incident" }, { kind: "test", channel: "one", by: "ann" }]);
    expect(await states()).toEqual(["waiting", "failed"]);
    await testMessage();
    await world.serve();
    expect(await states()).toEqual(["delivered", "failed", "delivered"]);
    expect(world.sent.map(({ message }) => message.kind)).toEqual(["incident", "test", "test", "incident"]);
  });
});
