import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { withAdvisoryLock } from "#db/queries/advisory-lock.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import { endSilentLocks, listSilentLocks } from "#db/queries/locks.ts";
import { takeSilentLocks } from "#jobs/end-silent-locks.ts";
import { serveSlackButtons } from "#jobs/slack-buttons.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createDeliveryWorld, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import { startSlackDouble } from "#lib/testing/slack-double/slack-double.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => await world.reset());

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

const execute = async (query: string) => await world.database.db.execute(query);

/** A worker in a process of its own that stops in the middle of its work and is frozen there; its silence began half a minute ago. */
async function freeze(
  rest: string[],
  isInMiddle = async () => await Promise.resolve(),
): Promise<{ thaw: () => void; goOn: () => Promise<string> }> {
  const program = fileURLToPath(new URL("testing/freezable-worker.ts", import.meta.url));
  const child = spawn(process.execPath, [program, world.database.url, ...rest], { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  await once(lines, "line");
  await isInMiddle();
  await expect.poll(async () => (await execute("select from workers where id = 'frozen'")).rows.length).toBe(1);
  child.kill("SIGSTOP");
  await execute("update workers set seen_at = now() - interval '31 seconds' where id = 'frozen'");
  return {
    thaw: () => child.kill("SIGCONT"),
    goOn: async () => {
      child.stdin.write("go on\n");
      const [said] = (await once(lines, "line")) as [string];
      return said;
    },
  };
}

/** Looks for locks of silent workers until none is left. */
async function takeLocks(): Promise<void> {
  const stop = new AbortController();
  const done = takeSilentLocks({ ...world.deps, stopping: stop.signal }, 20);
  await expect.poll(async () => await listSilentLocks(world.database.db)).toEqual([]);
  stop.abort();
  await done;
}

test("a table of a frozen worker is read by another, and what the frozen one still has to say is not stored", async () => {
  const table = await world.addTable({ name: "frozen.table", location: "/lake/frozen" });
  const run = await world.request(table.id, "person");
  const frozen = await freeze(["table", run.id, "/lake/frozen"]);
  expect(await runTable(world.deps, { runId: run.id })).toBe("busy");
  await takeLocks();
  expect(await runTable(world.deps, { runId: run.id })).toBe("succeeded");
  const stored = await world.run(run.id);
  frozen.thaw();
  expect(await frozen.goOn()).toMatch(/^over$|The connection to Postgres broke/);
  expect(await world.run(run.id)).toEqual(stored);
  expect(await world.count("observations", table.id)).toBe(1);
});

test("a message of a frozen sender is sent by another, which hears of it at once, and is not noted twice", async () => {
  await world.find(await world.table());
  await world.route();
  const frozen = await freeze(["sender", JSON.stringify(world.notifications.channels[0])]);
  await world.takeSent();
  await world.serve();
  expect(world.sent).toEqual([]);
  await takeLocks();
  expect(await world.takeSent()).toMatchObject([{ name: "send-messages", data: { channel: "one" } }]);
  await execute("update deliveries set claim_seen_at = now() - interval '31 seconds'");
  await world.serve();
  expect(world.sent).toHaveLength(1);
  const noted = await world.deliveries();
  expect(noted).toMatchObject([{ state: "delivered", attempts: 2, unanswered: 1 }]);
  frozen.thaw();
  await frozen.goOn();
  expect(await world.deliveries()).toEqual(noted);
});

test("Slack's buttons of a frozen worker are taken by another, and a press that waited in the frozen one changes nothing", async () => {
  const slack = await startSlackDouble();
  const place = (name: string) => ({ from: "environment", name }) as const;
  const channel = {
    kind: "slack_bot",
    name: "orders",
    quietHours: null,
    token: place("TOKEN"),
    conversation: "C0ORDERS",
    appToken: place("APP"),
    signingSecret: null,
    users: null,
  } as const;
  const stop = new AbortController();
  let serving = Promise.resolve();
  try {
    const { tableId } = await world.table();
    const event = { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting({ runId: null }) } as const;
    const seen = { tableId, check: "duplicates", event, now: world.clock.now, settings: INCIDENT_SETTINGS } as const;
    const applied = await world.database.db.transaction(async (tx) => await applyObservedEvent(tx, seen));
    const id = applied?.incident.id ?? "";
    const asked = ["buttons", JSON.stringify(channel), slack.apiUrl, slack.appToken, slack.token];
    const frozen = await freeze(asked, async () => await slack.connected(1));
    const press = slack.press({ actionId: "bergwatch_acknowledge", value: id, conversation: "C0ORDERS" }).catch(() => null);
    await takeLocks();
    frozen.thaw();
    await frozen.goOn();
    const readSecret = async (secret: SecretPlace) =>
      await Promise.resolve("name" in secret && secret.name === "APP" ? slack.appToken : slack.token);
    const settings = () => ({ ...SERVICE_DEFAULTS, notifications: { ...world.notifications, channels: [channel] } });
    const waited = await findIncidentRow(world.database.db, id);
    expect(waited?.state).toBe("open");
    for (const child of children.splice(0)) child.kill("SIGKILL");
    void press;
    await expect.poll(() => slack.clients()).toBe(0);
    serving = serveSlackButtons({ ...world.deps, settings, readSecret, slackApiUrl: slack.apiUrl }, stop.signal, 50);
    await slack.connected(1);
    await slack.press({ actionId: "bergwatch_acknowledge", value: id, conversation: "C0ORDERS" });
    await expect.poll(async () => (await findIncidentRow(world.database.db, id))?.state).toBe("acknowledged");
  } finally {
    stop.abort();
    await serving;
    await slack.stop();
  }
});

test("a lock whose worker gives signs, and a later session under the same process number, are left alone", async () => {
  const lock = { kind: "table", name: "alive", workerId: "alive", lost: "" } as const;
  await execute("insert into workers (id, host, process_id) values ('alive', 'h', 1)");
  const held = await withAdvisoryLock(world.database, lock, async (signal) => {
    expect(await endSilentLocks(world.database.db, "other")).toEqual([]);
    await execute("update workers set seen_at = now() - interval '31 seconds' where id = 'alive'");
    // By its own process it is not silent: it asks.
    expect(await endSilentLocks(world.database.db, "alive")).toEqual([]);
    await execute("update locks set backend_start = backend_start - interval '1 second' where name = 'alive'");
    expect(await endSilentLocks(world.database.db, "other")).toEqual([]);
    return signal.aborted;
  });
  expect(held).toEqual({ busy: false, value: false });
});

test("a role that may not end another's session leaves it, and says so", async () => {
  await execute("create role weak login password 'weak'");
  await execute("grant all on all tables in schema public to weak");
  const { openDatabase } = await import("#db/client.ts");
  const url = new URL(world.database.url);
  Object.assign(url, { username: "weak", password: "weak" });
  const weak = openDatabase({ url: url.href });
  try {
    await execute("insert into workers (id, host, process_id) values ('strong', 'h', 1) on conflict do nothing");
    const lock = { kind: "table", name: "strong", workerId: "strong", lost: "" } as const;
    await withAdvisoryLock(world.database, lock, async (signal) => {
      await execute("update workers set seen_at = now() - interval '31 seconds' where id = 'strong'");
      expect(await endSilentLocks(weak.db, "other")).toEqual([]);
      expect(signal.aborted).toBe(false);
      expect(await listSilentLocks(world.database.db)).toMatchObject([{ workerId: "strong", endRefused: true }]);
    });
    expect(await listSilentLocks(world.database.db)).toEqual([]);
  } finally {
    await weak.close();
    await execute("drop owned by weak; drop role weak");
  }
});
