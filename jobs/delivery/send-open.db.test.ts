import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { saveEntries } from "#db/queries/settings-entries.ts";
import { insertSilence } from "#db/queries/silences.ts";
import { sendOpenIncidents } from "#db/send-open-incidents.ts";
import { createDeliveryWorld, someChannel, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";

/** A channel that comes later is sent what is open, each incident once. */

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.reset();
  await world.database.db.execute("truncate silences, settings_entries, tables cascade");
});

const BY = { by: "ann" } as const;
const send = async (channel = "new", samples = false) =>
  await sendOpenIncidents(world.database.db, world.deps.queue, {
    channel,
    ...BY,
    samples,
    now: world.clock.now,
    settings: world.notifications,
  });
/** Opens incidents of as many tables, and routes them while there is one channel. */
async function open(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made++) ids.push(await world.find(await world.table()));
  await world.route();
  return ids;
}
const addChannel = () => (world.notifications.channels = [someChannel("one"), someChannel("new")]);

test("each open incident is sent once, however often and by however many it is asked for, and says who asked", async () => {
  const ids = await open(3);
  addChannel();
  const all = await Promise.all([send(), send(), send()]);
  expect(all.map(({ incidents }) => incidents).toSorted((a, b) => a - b)).toEqual([0, 0, 3]);
  const deliveries = await world.deliveries("new");
  expect(new Set(deliveries.map(({ incidentId }) => incidentId))).toEqual(new Set(ids));
  expect(deliveries).toHaveLength(3);
  expect(deliveries[0]).toMatchObject({ state: "waiting", detail: { asked: { by: "ann" } }, tells: [{ kind: "opened" }] });
  await world.serve("new");
  expect(world.sent).toHaveLength(3);
  expect(await send()).toMatchObject({ incidents: 0, deliveryIds: [] });
  expect(await world.deliveries("one")).toHaveLength(3);
});

test("six are one message, and what happens to them later follows", async () => {
  const ids = await open(6);
  addChannel();
  expect(await send()).toMatchObject({ incidents: 6, deliveryIds: [expect.any(Number)] });
  await world.serve("new");
  expect(world.sent).toMatchObject([{ message: { kind: "several" } }]);
  await world.person(ids[0] ?? "", { kind: "acknowledge", ...BY });
  await world.route();
  expect((await world.deliveries("new")).at(-1)).toMatchObject({ incidentId: ids[0], tells: [{ kind: "acknowledged" }] });
});

test("what opens while it is asked for is sent by its own route, and not twice", async () => {
  await open(1);
  addChannel();
  await world.find(await world.table());
  const [sent] = await Promise.all([send(), world.route()]);
  const [again] = [await send(), await world.route()];
  await world.serve("new");
  expect(sent.incidents + again.incidents).toBeLessThanOrEqual(2);
  expect(world.sent).toHaveLength(2);
  expect(new Set(world.sent.map(({ message }) => (message.kind === "incident" ? message.incident.id : ""))).size).toBe(2);
});

test("snoozed, silenced, resolved and archived incidents are not sent; an acknowledged one is", async () => {
  const table = await world.table({ owner: "quiet" });
  const ids = [await world.find(table), ...(await open(4))];
  const [, snoozed = "", resolved = "", , acknowledged = ""] = ids;
  await world.person(snoozed, { kind: "snooze", ...BY, until: new Date(world.clock.now.getTime() + 3_600_000) });
  await world.person(resolved, { kind: "resolve", ...BY });
  await world.person(acknowledged, { kind: "acknowledge", ...BY });
  await world.database.db.execute(
    `update tables set archived_at = now() where id = (select table_id from incidents where id = '${ids[3]}')`,
  );
  const until = new Date(world.clock.now.getTime() + 60_000);
  await insertSilence(world.database.db, { kind: "silence", scope: { owner: "quiet" }, ...BY, why: "x", from: world.clock.now, until });
  await world.route();
  addChannel();
  await send();
  expect((await world.deliveries("new")).map(({ incidentId }) => incidentId)).toEqual([acknowledged]);
});

test("routes decide what a channel is sent, and quiet hours when", async () => {
  const mine = await world.find(await world.table({ owner: "shop" }));
  await open(1);
  const quietHours = { from: "11:00", to: "14:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: [] };
  world.notifications.channels = [someChannel("one"), someChannel("new", { quietHours })];
  const route = { owners: null, tags: null, tables: null, severities: null, checks: null, stop: false };
  world.notifications.routes = [{ ...route, to: ["one"] }];
  expect(await send()).toMatchObject({ incidents: 0 });
  world.notifications.routes.push({ ...route, to: ["new"], owners: ["shop"] });
  expect(await send()).toMatchObject({ incidents: 1 });
  expect(await world.deliveries("new")).toMatchObject([{ incidentId: mine, dueAt: new Date("2026-03-02T14:00:00Z") }]);
});

test("a channel that is added again under its old name has received nothing yet", async () => {
  await open(1);
  addChannel();
  await send();
  await world.serve("new");
  world.clock.now = new Date(world.clock.now.getTime() + 1000);
  const written = { name: "new", slack_webhook: { url: "${BERGWATCH_SECRET_HOOK}" } };
  const entry = { kind: "channel" as const, name: "new", formerName: "new", version: null, written };
  await saveEntries(world.database.db, [entry], { ...BY, now: world.clock.now });
  expect([await send(), await send()]).toMatchObject([{ incidents: 1 }, { incidents: 0 }]);
});

test("what failed or was withheld can be sent again", async () => {
  await open(1);
  addChannel();
  await send();
  await world.database.db.execute("update deliveries set state = 'failed' where channel = 'new'");
  expect(await send()).toMatchObject({ incidents: 1 });
});

describe("sample tables", () => {
  async function openSample(): Promise<string> {
    const table = await world.table();
    await world.database.db.execute(`update tables set source = 'sample' where id = '${table.tableId}'`);
    const id = await world.find(table);
    await world.database.db.execute(`update incident_events set tells = false where incident_id = '${id}'`);
    return id;
  }

  test("are sent only when they are asked for, and every message says that they are samples", async () => {
    const id = await openSample();
    await world.route();
    addChannel();
    expect([await send(), await world.deliveries()]).toMatchObject([{ incidents: 0 }, []]);
    expect(await send("new", true)).toMatchObject({ incidents: 1 });
    await world.serve("new");
    expect(world.sent).toMatchObject([{ message: { kind: "incident", incident: { id, isSample: true } } }]);
    expect(await send("new", true)).toMatchObject({ incidents: 0 });
  });

  test("do not come with incidents of one's own", async () => {
    await openSample();
    const [own] = await open(1);
    addChannel();
    await send();
    expect((await world.deliveries("new")).map(({ incidentId }) => incidentId)).toEqual([own]);
  });
});

test("a channel that does not exist is named, with those that do", async () => {
  await expect(send("nobody")).rejects.toThrow("No channel is named nobody. There are one.");
});
