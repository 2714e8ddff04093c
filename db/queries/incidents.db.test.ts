import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import {
  countIncidents,
  findIncidentName,
  getIncident,
  searchIncidents,
  listIncidents,
  listIncidentSpans,
  listUnresolved,
  listUnresolvedOfCheck,
} from "./incidents.ts";
import { deleteOldIncidentEvents } from "./retention.ts";
import { incidents } from "../schema/incidents.ts";
import { tables } from "../schema/tables.ts";
import { someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { INCIDENT_SETTINGS, type IncidentEvent } from "#lib/incidents/incident.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { someFinding, someIncident, someSighting } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const at = (hour: number): Date => new Date(Date.UTC(2026, 2, 1, hour));
const RUN = "00000000-0000-4000-8000-000000000001";

async function apply({ tableId }: StoredTable, event: IncidentEvent, hour: number, check: Finding["check"] = "duplicates") {
  const asked = { tableId, check, event, now: at(hour), settings: { ...INCIDENT_SETTINGS, goodRunsToResolve: 1 } };
  return await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
}

/** Opens one, or sees it again. Its id. */
async function find(table: StoredTable, hour: number, changes: Partial<Finding> = {}): Promise<string> {
  const finding = someFinding(changes);
  const seen = someSighting({ runId: RUN, snapshotId: "17", keyVersionId: table.keyVersionId });
  const applied = await apply(table, { kind: "finding", findings: [finding], kept: [], seen }, hour, finding.check);
  return applied?.incident.id ?? "";
}

test("a table and check has one unresolved incident, even if two observations find it at once", async () => {
  const table = await someTable(database.db);
  const seen = someSighting({ runId: RUN });
  const event = { kind: "finding", findings: [someFinding()], kept: [], seen } as const;
  const asked = { tableId: table.tableId, check: "duplicates", event, now: at(1), settings: INCIDENT_SETTINGS } as const;
  let other: Promise<string> = Promise.resolve("");
  const id = await database.db.transaction(async (tx) => {
    const opened = await applyObservedEvent(tx, asked);
    // Comes while the first is not stored yet; the pause lets it reach the lock.
    other = find(table, 2);
    await Promise.race([other.catch(() => {}), setTimeout(200)]);
    return opened?.incident.id;
  });
  expect(await other).toBe(id);
  const second = database.db.insert(incidents).values({ ...someIncident(), tableId: table.tableId });
  await expect(second).rejects.toMatchObject({ cause: { constraint: "incidents_unresolved" } });
  const backlog = await find(table, 1, { check: "delete_backlog", metric: "delete_ratio", key: null });
  expect(new Set((await listUnresolved(database.db, table.tableId)).map((one) => one.id))).toEqual(new Set([id, backlog]));
});

test("what opened it stands on its timeline, with the run and what was found", async () => {
  const table = await someTable(database.db, { owner: "sales", tags: ["gold"] });
  const incident = await getIncident(database.db, await find(table, 1));
  expect(incident).toMatchObject({
    subject: { of: "table", name: table.tableName, owner: "sales", tags: ["gold"] },
    openedAt: at(1),
    seen: { runId: RUN },
  });
  expect(incident.events).toMatchObject([{ kind: "opened", at: at(1), by: null, runId: RUN, tells: true, detail: { keys: 12 } }]);
});

test("two persons who acknowledge it at once do so once", async () => {
  const id = await find(await someTable(database.db), 1);
  const acknowledge = async (by: string) =>
    await applyPersonEvent(database.db, { incidentId: id, event: { kind: "acknowledge", by }, now: at(2) });
  const ends = await Promise.allSettled([acknowledge("ann"), acknowledge("bob")]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await getIncident(database.db, id)).events.map(({ kind }) => kind)).toEqual(["opened", "acknowledged"]);
});

test("an incident that nobody knows is refused by name", async () => {
  const asked = { incidentId: RUN, event: { kind: "comment", by: "ann", text: "?" }, now: at(1) } as const;
  await expect(applyPersonEvent(database.db, asked)).rejects.toMatchObject({ code: "unknown_incident" });
  await expect(getIncident(database.db, RUN)).rejects.toMatchObject({ code: "unknown_incident" });
});

test("an incident is found by its name, also when it is over, and those that stand by a part of their table's name", async () => {
  const [over, stands] = [await someTable(database.db), await someTable(database.db)];
  const [overId, standsId] = [await find(over, 1), await find(stands, 1)];
  await apply(over, { kind: "good", runId: RUN }, 2);
  const { number } = await getIncident(database.db, overId);
  const ids = async (text: string) => (await searchIncidents(database.db, text, { limit: 5 })).map(({ id }) => id);
  const named = { id: overId, number, subjectName: over.tableName };
  expect(await findIncidentName(database.db, { number })).toEqual(named);
  expect(await findIncidentName(database.db, { id: overId })).toEqual(named);
  expect(await findIncidentName(database.db, { number: 2_147_483_647 })).toBeNull();
  expect((await ids(`inc-${number}`))[0]).toBe(overId);
  expect(await ids(over.tableName)).toEqual([]);
  expect(await ids(stands.tableName.toUpperCase())).toEqual([standsId]);
  expect([await ids(""), await ids("INC-2147483647"), await ids("\0")]).toEqual([[], [], []]);
});

test("the list has unresolved ones first, alerts before warnings, then the latest, in pages", async () => {
  const tag = "listed";
  const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(async () => await someTable(database.db, { tags: [tag] })));
  if (!a || !b || !c || !d) throw new Error("there are four tables");
  const over = await find(a, 9);
  await apply(a, { kind: "good", runId: RUN }, 10);
  const early = await find(b, 1);
  const alert = await find(c, 2, { severity: "alert" });
  const late = await find(d, 3);
  const ids = async (page: { limit: number; offset?: number }) => (await listIncidents(database.db, { tag, ...page })).map(({ id }) => id);
  expect(await ids({ limit: 10 })).toEqual([alert, late, early, over]);
  expect(await ids({ limit: 2, offset: 1 })).toEqual([late, early]);
  expect(await countIncidents(database.db, { tag })).toEqual({ open: 3, acknowledged: 0, snoozed: 0, resolved: 1, accepted: 0 });
});

test("each filter leaves what it names", async () => {
  const tags = ["filtered"];
  const gold = await someTable(database.db, { owner: "payments", tags });
  const other = await someTable(database.db, { tags });
  const id = await find(gold, 1, { severity: "alert", sentence: "100% of it_all." });
  await find(other, 1, { check: "cdc", metric: "ghost_rows" });
  await applyPersonEvent(database.db, { incidentId: id, event: { kind: "assign", by: "ann", assignee: "bob" }, now: at(2) });
  for (const filter of [
    { tableId: gold.tableId },
    { owner: "payments" },
    { severities: ["alert"] },
    { checks: ["duplicates"] },
    { assignee: "bob" },
    { search: gold.tableName.toUpperCase() },
    { search: "0% OF IT_" },
  ] as const) {
    expect([filter, (await listIncidents(database.db, { tag: "filtered", ...filter, limit: 9 })).map((one) => one.id)]).toEqual([
      filter,
      [id],
    ]);
  }
  expect(await listIncidents(database.db, { tag: "filtered", states: ["snoozed"], limit: 9 })).toEqual([]);
  expect((await listUnresolvedOfCheck(database.db, "cdc")).map(({ tableId }) => tableId)).toEqual([other.tableId]);
});

test("an unresolved incident of an archived table is listed for that table alone", async () => {
  const table = await someTable(database.db, { owner: "left" });
  const id = await find(table, 1);
  await database.db
    .update(tables)
    .set({ archivedAt: at(2) })
    .where(eq(tables.id, table.tableId));
  expect(await listIncidents(database.db, { owner: "left", limit: 10 })).toEqual([]);
  expect((await countIncidents(database.db, { owner: "left" })).open).toBe(0);
  expect(await listIncidents(database.db, { tableId: table.tableId, limit: 10 })).toMatchObject([{ id }]);
});

test("the spans of what was wrong last until it resolved itself; what a person resolved is none", async () => {
  const table = await someTable(database.db);
  await find(table, 1);
  await apply(table, { kind: "good", runId: RUN }, 3);
  await find(table, 1, { check: "cdc" });
  const byHand = await find(table, 1, { check: "freshness" });
  await applyPersonEvent(database.db, { incidentId: byHand, event: { kind: "resolve", by: "ann" }, now: at(2) });
  const spans = await listIncidentSpans(database.db, table.tableId);
  expect(spans.toSorted((a, b) => a.check.localeCompare(b.check))).toEqual([
    { check: "cdc", from: at(1), to: null },
    { check: "duplicates", from: at(1), to: at(3) },
  ]);
});

test("the timelines of incidents that are long over are deleted, those of others and the incidents stay", async () => {
  const [old, recent, open] = [await someTable(database.db), await someTable(database.db), await someTable(database.db)];
  const ids = [await find(old, 1), await find(recent, 1), await find(open, 1)];
  await apply(old, { kind: "good", runId: RUN }, 2);
  await apply(recent, { kind: "good", runId: RUN }, 20);
  await deleteOldIncidentEvents(database.db, { before: at(10) });
  const kept = await Promise.all(ids.map(async (id) => (await getIncident(database.db, id)).events.length));
  expect(kept).toEqual([0, 2, 1]);
});
