import { afterAll, beforeAll, expect, test } from "vitest";
import { INCIDENT_SETTINGS, type IncidentEvent, type PersonEvent } from "#lib/incidents/incident.ts";
import type { IncidentCheck, Severity } from "#lib/names.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import { listIncidentMarks, listOnIt } from "./incident-marks.ts";
import { endSilence, insertSilence } from "./silences.ts";

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

const LATER = new Date("2026-03-01T11:00:00Z");
const UNTIL = new Date("2026-03-02T09:00:00Z");

function person(incidentId: string, event: PersonEvent, now = NOW) {
  return applyPersonEvent(database.db, { incidentId, event, now });
}

test("a table is marked by its unresolved incidents, the gravest first, each with who works on it", async () => {
  const [{ tableId }, other] = [await someTable(database.db), await someTable(database.db)];
  const warning = await open(tableId, "delete_backlog", "warn");
  const alert = await open(tableId, "duplicates", "alert");
  const over = await open(tableId, "freshness", "alert");
  await person(alert, { kind: "acknowledge", by: "Mia" });
  await person(warning, { kind: "assign", by: "Mia", assignee: "Ben" });
  await person(over, { kind: "resolve", by: "Mia" });
  const marks = await listIncidentMarks(database.db, [tableId, other.tableId], LATER);
  expect([...marks.keys()]).toEqual([tableId]);
  expect(marks.get(tableId)).toMatchObject({
    incidents: [
      { id: alert, state: "acknowledged", onIt: { acknowledged: { by: "Mia", at: NOW.toISOString() }, assignee: null, snoozed: null } },
      { id: warning, state: "open", onIt: { acknowledged: null, assignee: "Ben", snoozed: null } },
    ],
    silence: null,
  });
  expect((await listIncidentMarks(database.db, [], LATER)).size).toBe(0);
});

test("a snooze says who set it and until when, and takes the place of an acknowledgement", async () => {
  const { tableId } = await someTable(database.db);
  const id = await open(tableId, "duplicates", "alert");
  await person(id, { kind: "snooze", by: "Ada", until: UNTIL });
  await person(id, { kind: "acknowledge", by: "Mia" });
  await person(id, { kind: "snooze", by: "Ben", until: UNTIL });
  const onIt = (await listOnIt(database.db, [id])).get(id);
  expect(onIt).toEqual({ acknowledged: null, assignee: null, snoozed: { until: UNTIL.toISOString(), by: "Ben" } });
});

test("a table without incidents is marked while a silence of it, its tag or its owner is active, maintenance before silence", async () => {
  const { db } = database;
  const { tableId } = await someTable(db, { owner: "Payments", tags: ["gold"] });
  const shared = { by: "Ana", why: "Backfill", from: NOW, until: UNTIL };
  const silenceOf = async (now: Date) => (await listIncidentMarks(db, [tableId], now)).get(tableId)?.silence;
  expect(await silenceOf(LATER)).toBeUndefined();
  const silence = await insertSilence(db, { ...shared, kind: "silence", scope: { owner: "Payments" } });
  expect(await silenceOf(LATER)).toEqual({ kind: "silence", until: UNTIL.toISOString(), by: "Ana" });
  await insertSilence(db, { ...shared, kind: "maintenance", scope: { tag: "gold" }, until: LATER });
  expect(await silenceOf(NOW)).toMatchObject({ kind: "maintenance" });
  expect(await silenceOf(LATER)).toMatchObject({ kind: "silence" });
  await endSilence(db, silence.id, { by: "Ana", now: LATER });
  expect(await silenceOf(LATER)).toBeUndefined();
});
