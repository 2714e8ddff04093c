import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { gatherFor } from "#jobs/tasks/route-events.ts";
import { createDeliveryWorld, someChannel, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => await world.reset());

const BY = { by: "ann" } as const;
const later = (ms: number) => (world.clock.now = new Date(world.clock.now.getTime() + ms));
const counts = async (query: string) => (await world.database.db.execute<{ n: number }>(query)).rows[0]?.n;

/** How often each entry of a timeline that tells stands in the messages of a channel: all once, or the test fails. */
async function expectEachOnce(channel: string): Promise<void> {
  const { rows } = await world.database.db.execute(`
    select e.id, count(d.id)::int as n from incident_events e left join deliveries d on e.id = any (d.event_ids) and d.channel = '${channel}'
    where e.tells group by e.id having count(d.id) <> 1`);
  expect(rows).toEqual([]);
}

test("what opens an incident is a message for each channel, due at once, and each channel's workers are told in the same transaction", async () => {
  world.notifications.channels = [someChannel("one"), someChannel("two")];
  const id = await world.find(await world.table());
  expect(await world.route()).toBe(1);
  const stored = await world.deliveries();
  expect(stored).toMatchObject(
    ["one", "two"].map((channel) => ({
      channel,
      kind: "incident",
      incidentId: id,
      state: "waiting",
      dueAt: world.clock.now,
      tells: [{ kind: "opened" }],
    })),
  );
  const sent = (await world.takeSent()).filter(({ name }) => name === "send-messages");
  expect(sent.map(({ data }) => data["channel"])).toEqual(["one", "two"]);
  expect(await world.route()).toBe(0);
  expect(await world.deliveries()).toHaveLength(2);
});

test("each entry is routed once, however many route at once", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, async () => await world.find(await world.table())));
  const routing = Promise.all([world.route(), world.route(), world.route()]);
  for (const incidentId of ids) await world.person(incidentId, { kind: "comment", ...BY, text: "Seen." });
  const routed = (await routing).concat(await world.route());
  expect(routed.reduce((sum, count) => sum + count)).toBe(24);
  await expectEachOnce("one");
});

test("a transaction that fails in the middle leaves everything to the next", async () => {
  await world.find(await world.table());
  const queue = { send: async () => await Promise.reject(new Error("gone")) };
  await expect(world.route({ ...world.deps, queue })).rejects.toThrow("gone");
  expect([await world.deliveries(), await counts("select count(*)::int as n from incident_events where routed_at is not null")]).toEqual([
    [],
    0,
  ]);
  expect(await world.route()).toBe(1);
  await expectEachOnce("one");
});

test("without channels nothing is told, also not when one is added later", async () => {
  world.notifications.channels = [];
  const table = await world.table();
  const id = await world.find(table);
  expect(await world.route()).toBe(1);
  world.notifications.channels = [someChannel("one")];
  await world.person(id, { kind: "acknowledge", ...BY });
  await world.good(table);
  expect(await world.route()).toBe(2);
  expect(await world.deliveries()).toEqual([]);
});

describe("what happens to an incident", () => {
  test("joins its message while that waits, and is a message of its own once it was sent", async () => {
    const id = await world.find(await world.table());
    await world.route();
    await world.person(id, { kind: "acknowledge", ...BY });
    await world.route();
    expect(await world.deliveries()).toMatchObject([{ tells: [{ kind: "opened" }, { kind: "acknowledged" }] }]);
    await world.serve();
    await world.person(id, { kind: "comment", ...BY, text: "It was the sink." });
    await world.route();
    expect(await world.deliveries()).toMatchObject([
      { state: "delivered" },
      { state: "waiting", incidentId: id, tells: [{ kind: "commented" }] },
    ]);
    await expectEachOnce("one");
  });

  test("goes to the channels that were told of it alone, whatever the routes say by then", async () => {
    world.notifications.channels = [someChannel("one"), someChannel("two")];
    const route = { to: ["two"], owners: null, tags: null, tables: null, severities: ["warn" as const], checks: null, stop: false };
    world.notifications.routes = [route];
    const table = await world.table();
    const id = await world.find(table);
    await world.route();
    world.notifications.routes = [{ ...route, to: ["one"] }];
    await world.person(id, { kind: "assign", ...BY, assignee: "bob" });
    await world.good(table);
    await world.route();
    expect(await world.deliveries("one")).toEqual([]);
    expect(await world.deliveries("two")).toMatchObject([{ tells: [{ kind: "opened" }, { kind: "assigned" }, { kind: "resolved" }] }]);
  });

  test("is not told where telling that it opened failed", async () => {
    const table = await world.table();
    await world.find(table);
    await world.route();
    await world.database.db.execute("update deliveries set state = 'failed'");
    await world.good(table);
    await world.route();
    expect(await world.deliveries()).toHaveLength(1);
  });

  test("in quiet hours is told when they end: also that it opened and is over", async () => {
    world.notifications.channels = [
      someChannel("one", { quietHours: { from: "11:00", to: "14:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["alert"] } }),
    ];
    const table = await world.table();
    await world.find(table);
    await world.route();
    await world.good(table);
    await world.route();
    await world.serve();
    expect([world.sent, await world.deliveries()]).toMatchObject([
      [],
      [{ dueAt: new Date("2026-03-02T14:00:00Z"), tells: [{ kind: "opened" }, { kind: "resolved" }] }],
    ]);
    expect((await world.takeSent()).filter(({ name }) => name === "send-messages")).toEqual([]);
    world.clock.now = new Date("2026-03-02T14:00:00Z");
    await world.serve();
    expect(world.sent).toMatchObject([{ message: { kind: "incident", incident: { state: "resolved" } } }]);
  });

  test("that is grave enough ends the wait for quiet hours", async () => {
    world.notifications.channels = [
      someChannel("one", { quietHours: { from: "11:00", to: "14:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["alert"] } }),
    ];
    const table = await world.table();
    await world.find(table);
    await world.route();
    await world.find(table, { severity: "alert" });
    await world.route();
    expect(await world.deliveries()).toMatchObject([{ dueAt: world.clock.now, tells: [{ kind: "opened" }, { kind: "worsened" }] }]);
  });
});

describe("many at once", () => {
  test("are one message from six on, which takes up those that wait", async () => {
    for (let count = 0; count < 5; count++) await world.find(await world.table());
    await world.route();
    expect((await world.deliveries()).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => "incident"));
    await world.find(await world.table());
    await world.route();
    const [only, ...others] = await world.deliveries();
    expect([only?.kind, only?.incidentId, only?.eventIds.length, only?.detail, others]).toEqual(["several", null, 6, {}, []]);
    await world.find(await world.table());
    await world.route();
    expect(await world.deliveries()).toMatchObject([{ id: only?.id, kind: "several" }]);
    await expectEachOnce("one");
  });

  test("that cannot be read and lie in one place are one message that names it, beside others", async () => {
    const runs = { check: "runs", metric: null, key: null, severity: "alert" } as const;
    for (const name of ["a", "b"]) await world.find(await world.table({ location: `s3://lake/${name}` }), runs);
    await world.find(await world.table({ location: "s3://other/c" }), runs);
    const later3 = await world.find(await world.table({ location: "s3://lake/d" }));
    await world.route();
    expect(
      (await world.deliveries())
        .map(({ kind, detail, eventIds }) => `${kind} ${detail.shared ?? "-"} ${eventIds.length}`)
        .toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(["incident - 1", "incident - 1", "several s3://lake 2"]);
    await world.find(await world.table({ location: "s3://lake/e" }), runs);
    await world.person(later3, { kind: "acknowledge", ...BY });
    await world.route();
    const { rows } = await world.database.db.execute("select detail, cardinality(event_ids) as n from deliveries where kind = 'several'");
    expect(rows).toEqual([{ detail: { shared: "s3://lake" }, n: 3 }]);
    await expectEachOnce("one");
  });

  test("a thousand in a minute are a handful of messages, in which each is told once", { timeout: 120_000 }, async () => {
    const table = await world.table();
    // Of tables of their own; made in one statement, for the time that a thousand definitions take.
    await world.database.db.execute(`
      insert into tables (name, kind, definition, source)
      select 'burst.t' || n, 'upsert', jsonb_set(definition, '{location}', to_jsonb('/lake/' || n)), 'file' from tables, generate_series(1, 999) n where id = '${table.tableId}'`);
    const { rows } = await world.database.db.execute<{ id: string }>("select id from tables where name like 'burst.%'");
    const all = [table.tableId, ...rows.map(({ id }) => id)];
    for (let tenth = 0; tenth < 6; tenth++) {
      const some = all.slice(Math.floor((tenth * all.length) / 6), Math.floor(((tenth + 1) * all.length) / 6));
      for (const tableId of some) await world.find({ tableId, tableName: "", tableKeyId: "", keyVersionId: 1 });
      later(10_000);
      await world.route();
      await world.serve();
    }
    expect(world.sent).toHaveLength(6);
    expect(world.sent.flatMap(({ message }) => (message.kind === "several" ? message.told : []))).toHaveLength(1000);
    await expectEachOnce("one");
  });

  test("people who acknowledge ten at once are told of in one message", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 10; count++) ids.push(await world.find(await world.table()));
    await world.route();
    await world.serve();
    for (const id of ids) await world.person(id, { kind: "acknowledge", ...BY });
    await world.route();
    await world.serve();
    expect(world.sent.map(({ message }) => message.kind)).toEqual(["several", "several"]);
  });
});

test("incidents of a table that was taken out of the configuration are told all the same", async () => {
  const table = await world.table();
  const id = await world.find(table);
  await world.route();
  await applyTableDefinitions(world.database.db, [], "settings");
  await world.person(id, { kind: "comment", ...BY, text: "Gone." });
  await world.route();
  await world.serve();
  expect(world.sent).toMatchObject([
    { message: { kind: "incident", incident: { id }, events: [{ kind: "opened" }, { kind: "commented" }] } },
  ]);
});

describe("a burst is gathered", () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 2, 1) + ms);
  test.each<[string, { oldest: number; newest: number; now: number; gatheredMs?: number }, number]>([
    ["one alone for three seconds", { oldest: 0, newest: 0, now: 0 }, 3000],
    ["until three seconds after the last", { oldest: 0, newest: 4000, now: 5000 }, 2000],
    ["for ten seconds after the first at most", { oldest: 0, newest: 9000, now: 9000 }, 1000],
    ["not at all when it is old", { oldest: 0, newest: 60_000, now: 90_000 }, -80_000],
    ["for ten seconds by our own clock, whatever the other says", { oldest: 50_000, newest: 50_000, now: 0, gatheredMs: 10_000 }, 0],
  ])("%s", (_, { oldest, newest, now, gatheredMs = 0 }, left) => {
    expect(gatherFor({ oldestAt: at(oldest), newestAt: at(newest), now: at(now), gatheredMs })).toBe(left);
  });
});
