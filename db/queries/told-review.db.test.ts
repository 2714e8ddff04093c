import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import { readToldReview } from "./reviews.ts";
import { storeVerdicts } from "./verdicts.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { tables } from "../schema/tables.ts";
import { someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { INCIDENT_SETTINGS, type IncidentEvent, type PersonEvent } from "#lib/incidents/incident.ts";
import { someFinding, someSighting, someVerdict } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

// Week 10 of 2026 begins on Monday 2 March.
const day = (date: number): Date => new Date(Date.UTC(2026, 2, date, 12));

async function watched(name: string): Promise<StoredTable> {
  const table = await someTable(database.db, { name });
  await database.db
    .update(tables)
    .set({ createdAt: day(1) })
    .where(eq(tables.id, table.tableId));
  const trust = { engine: "duckdb" as const, readBy: "own plan" as const, trustLevel: "exact" as const };
  await database.db
    .insert(snapshotFacts)
    .values({ keyVersionId: table.keyVersionId, snapshotId: "1", committedAt: day(3), surplus_rows: 12, ...trust });
  return table;
}

async function happens({ tableId }: StoredTable, event: IncidentEvent, now: Date): Promise<string> {
  const asked = { tableId, check: "duplicates", event, now, settings: INCIDENT_SETTINGS } as const;
  const applied = await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
  return applied?.incident.id ?? "";
}

test("a digest names who works on what, and what is accepted with its end and its person", async () => {
  const { db } = database;
  const [orders, prices] = [await watched("sales.orders"), await watched("shop.prices")];
  const bad: IncidentEvent = { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting({ runId: null }) };
  const [taken, left] = [await happens(orders, bad, day(3)), await happens(prices, bad, day(3))];
  const person = async (event: PersonEvent) => await applyPersonEvent(db, { incidentId: taken, event, now: day(4) });
  await person({ kind: "acknowledge", by: "Mia" });
  await person({ kind: "assign", by: "Mia", assignee: "Orders" });
  const acceptance = { by: "Ada", why: "Compaction is off.", until: "2026-04-01T00:00:00.000Z" };
  await happens(prices, { kind: "accepted", runId: null, acceptance }, day(5));
  const accepted = [{ ...acceptance, level: 0.6, metric: "delete_ratio" as const, value: 0.6 }];
  const of = { runId: randomUUID(), keyVersionId: prices.keyVersionId, observedAt: day(5), judgedAt: day(5) };
  await storeVerdicts(db, [{ ...someVerdict({ state: "accepted", sentence: "Delete ratio 0.6.", accepted }), ...of }]);
  const told = await readToldReview(db, { week: "2026-W10", now: day(9), timeZone: "UTC" });
  expect(told?.counts).toMatchObject({ opened: 2, accepted: 1, stillOpen: 1 });
  expect(told?.agenda).toMatchObject([
    { incidentId: taken, onIt: { acknowledged: { by: "Mia", at: day(4).toISOString() }, assignee: "Orders" }, silence: null },
  ]);
  expect(told?.accepted).toMatchObject([
    { incidentId: left, levels: [{ by: "Ada", until: acceptance.until, what: "Delete ratio 0.600" }] },
  ]);
});
