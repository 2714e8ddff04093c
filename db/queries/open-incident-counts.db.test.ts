import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyObservedEvent } from "./incident-changes.ts";
import { countOpenIncidents } from "./open-incident-counts.ts";
import { tables } from "../schema/tables.ts";
import { someTable, type StoredTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

async function watch(source: "sample" | "file"): Promise<StoredTable> {
  const table = await someTable(database.db);
  await database.db.update(tables).set({ source }).where(eq(tables.id, table.tableId));
  return table;
}

async function open({ tableId }: StoredTable): Promise<void> {
  const event = {
    kind: "finding",
    findings: [someFinding()],
    kept: [],
    seen: someSighting({ runId: "00000000-0000-4000-8000-000000000001" }),
  } as const;
  const asked = { tableId, check: "duplicates", event, now: new Date(), settings: INCIDENT_SETTINGS } as const;
  await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
}

test("incidents of sample tables count until an own table is watched, and again when none is", async () => {
  await open(await watch("sample"));
  expect(await countOpenIncidents(database.db)).toEqual({ counted: 1, leftOut: 0 });
  const own = await watch("file");
  expect(await countOpenIncidents(database.db)).toEqual({ counted: 0, leftOut: 1 });
  await open(own);
  expect(await countOpenIncidents(database.db)).toEqual({ counted: 1, leftOut: 1 });
  await database.db.update(tables).set({ archivedAt: new Date() }).where(eq(tables.id, own.tableId));
  expect(await countOpenIncidents(database.db)).toEqual({ counted: 1, leftOut: 0 });
});
