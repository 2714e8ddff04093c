import { afterAll, beforeAll, expect, test } from "vitest";
import type { IncidentEvent } from "#lib/incidents/incident.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import type { IncidentCheck, Severity } from "#lib/names.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import { listIncidentMarks } from "./incident-marks.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const NOW = new Date("2026-03-01T10:00:00Z");

async function open(tableId: string, check: IncidentCheck, severity: Severity): Promise<string> {
  const finding = {
    check,
    kind: "limit",
    severity,
    metric: null,
    key: null,
    value: 1,
    bound: null,
    limit: 1,
    expected: null,
    sentence: "…",
  } as const;
  const seen = { runId: null, snapshotId: null, keyVersionId: null, keys: null, since: null, datedBy: null };
  const event: IncidentEvent = { kind: "finding", findings: [finding], kept: [], seen };
  const opened = await database.db.transaction(
    async (tx) => await applyObservedEvent(tx, { tableId, check, event, now: NOW, settings: INCIDENT_SETTINGS }),
  );
  return opened?.incident.id ?? "";
}

test("a table is marked by how many of its incidents are unresolved, and by the gravest of them", async () => {
  const [{ tableId }, other] = [await someTable(database.db), await someTable(database.db)];
  await open(tableId, "delete_backlog", "warn");
  const alert = await open(tableId, "duplicates", "alert");
  const over = await open(tableId, "freshness", "alert");
  await applyPersonEvent(database.db, { incidentId: alert, event: { kind: "acknowledge", by: "Mia" }, now: NOW });
  await applyPersonEvent(database.db, { incidentId: over, event: { kind: "resolve", by: "Mia" }, now: NOW });
  expect([...(await listIncidentMarks(database.db, [tableId, other.tableId]))]).toEqual([[tableId, { count: 2, id: alert }]]);
  expect((await listIncidentMarks(database.db, [])).size).toBe(0);
});
