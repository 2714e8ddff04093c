import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requestTestMessage } from "#db/request-test-message.ts";
import { keepRetention } from "#jobs/tasks/retention.ts";
import { sendDigest } from "#jobs/tasks/send-digest.ts";
import { createDeliveryWorld, someChannel, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => await world.reset());

const execute = async (query: string) => await world.database.db.execute(query);

/** An incident that waits to be told. */
async function opened(): Promise<string> {
  const id = await world.find(await world.table());
  await world.route();
  return id;
}
const testMessage = async (channel = "one") =>
  await requestTestMessage(world.database.db, world.deps.queue, {
    channel,
    by: "ann",
    now: world.clock.now,
    settings: world.notifications,
  });

describe("the week's digest", () => {
  const REVIEW = {
    week: "2026-W09",
    sentence: "A quiet week.",
    counts: { opened: 0, reopened: 0, resolved: 0, accepted: 0, stillOpen: 0, surplusRows: 0, actionsOpen: 0, actionsLate: 0 },
    agenda: [],
    accepted: [],
    left: 0,
  };
  const ask = async (at: string) => {
    world.clock.now = new Date(at);
    return await sendDigest(world.deps);
  };
  const digests = async () => (await world.deliveries()).map(({ channel, detail }) => `${channel} ${detail.week}`);

  test("is sent once a week to each of its channels when its time has come, by its zone, however many look", async () => {
    world.notifications.channels = [someChannel("one"), someChannel("two"), someChannel("three")];
    world.notifications.digest = { to: ["one", "two"], cron: "0 9 * * MON", timeZone: "Europe/Berlin" };
    world.review = REVIEW;
    // Monday 2 March 2026, 09:00 in Berlin is 08:00 by UTC.
    expect(await ask("2026-03-02T07:59:59Z")).toBe(0);
    expect((await Promise.all([ask("2026-03-02T08:00:00Z"), ask("2026-03-02T08:00:00Z")])).toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect(await ask("2026-03-02T20:00:00Z")).toBe(0);
    expect(await digests()).toEqual(["one 2026-W09", "two 2026-W09"]);
    expect(await ask("2026-03-09T08:00:30Z")).toBe(2);
    world.clock.now = new Date("2026-03-09T08:01:00Z");
    await world.serve();
    expect(world.sent[0]?.message).toEqual({ kind: "digest", review: REVIEW });
  });

  test.each([
    ["0 9 * * MON", "2026-03-02T09:00:00Z", "2026-W09"],
    ["0 9 * * WED", "2026-03-04T09:00:00Z", "2026-W09"],
    ["0 9 * * THU", "2026-03-05T09:00:00Z", "2026-W10"],
    ["0 16 * * FRI", "2026-03-06T16:00:00Z", "2026-W10"],
    ["0 9 * * SUN", "2026-03-08T09:00:00Z", "2026-W10"],
  ])("at %s tells the week that people then speak of", async (cron, at, week) => {
    world.notifications.digest = { to: ["one"], cron, timeZone: "UTC" };
    await ask(at);
    expect(await digests()).toEqual([`one ${week}`]);
  });

  test("is made up for within a day, and not later", async () => {
    world.notifications.digest = { to: ["one"], cron: "0 9 * * MON", timeZone: "UTC" };
    expect(await ask("2026-03-03T09:00:01Z")).toBe(0);
    expect(await ask("2026-03-03T09:00:00Z")).toBe(1);
  });
});

test("deliveries are kept as runs are, and those of what is not resolved as long as that is not", async () => {
  const table = await world.table();
  await world.find(table);
  await world.route();
  await world.serve();
  await opened();
  await testMessage();
  await world.serve();
  const keep = async (days: number) => {
    await execute(`update deliveries set ended_at = '${new Date(world.clock.now.getTime() - days * 86_400_000).toISOString()}'`);
    await keepRetention(world.deps);
    return (await world.deliveries()).map(({ kind, tells }) => `${kind} ${tells.length}`);
  };
  expect(await keep(89)).toHaveLength(3);
  expect(await keep(91)).toEqual(["incident 1", "incident 1"]);
  await world.good(table);
  expect(await keep(91)).toEqual(["incident 1"]);
});
