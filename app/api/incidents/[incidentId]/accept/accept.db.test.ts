import { afterAll, beforeAll, expect, test } from "vitest";
import { POST } from "./route.ts";
import { POST as setLevel } from "../../../tables/[tableId]/accepted-levels/route.ts";
import { openDatabase } from "#db/client.ts";
import { judgeNewest } from "#db/judge-table.ts";
import { listAcceptedLevels } from "#db/queries/accepted-levels.ts";
import { completeRun } from "#db/queries/complete-run.ts";
import { getIncident, listUnresolved } from "#db/queries/incidents.ts";
import { getTable } from "#db/queries/tables.ts";
import { listTableVerdicts } from "#db/queries/verdicts.ts";
import { someCompletedRun, someResult, someStartedRun, someTable, type StoredTable } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { readIncident } from "../../../../(dashboard)/incidents/[incidentId]/_incident/read-incident.ts";
import type { MetricName } from "#lib/metrics.ts";

const QUEUE = { send: async () => await Promise.resolve(null) };
const UNTIL = new Date(Date.now() + 86_400_000).toISOString();

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(globalThis, { bergwatchDatabase: openDatabase({ url: database.url }), bergwatchQueue: Promise.resolve(QUEUE) });
});
afterAll(async () => {
  await (globalThis as { bergwatchDatabase?: { close: () => Promise<void> } }).bergwatchDatabase?.close();
  await database.drop();
});

test("a delete ratio is accepted as that of the whole table, and the incident's page says until when, by whom and why", async () => {
  const { table, incidentId } = await withIncident({ surplus_rows: 0, delete_ratio: 0.558 });
  expect(await accept(incidentId, { metric: "delete_ratio", tableKeyId: null })).toBe(200);

  const { db } = database;
  expect(await listAcceptedLevels(db, table.tableId, new Date())).toMatchObject([
    { tableKeyId: table.tableKeyId, metric: "delete_ratio", level: 0.558 },
  ]);
  expect(await getIncident(db, incidentId)).toMatchObject({ state: "accepted", resolvedBy: "Ana" });
  expect(await listTableVerdicts(db, table.tableId)).toMatchObject([{ state: "accepted" }]);
  const page = await readIncident(db, incidentId, { now: new Date(), zone: "UTC" });
  expect(page).toMatchObject({ accepted: [{ what: "Delete ratio 0.558", by: "Ana", why: "known", until: UNTIL }] });
});

test("a number of a key is not accepted as one of the table", async () => {
  const { table, incidentId } = await withIncident({ surplus_rows: 163, delete_ratio: 0 });
  expect(await accept(incidentId, { metric: "surplus_rows", tableKeyId: null })).toBe(400);
  expect(await accept(incidentId, { metric: "surplus_rows", tableKeyId: table.tableKeyId })).toBe(200);
});

test("a level of the whole table holds, whichever key it is set beside", async () => {
  const { db } = database;
  const keys = ["id", "code"].map((name) => ({ name, columns: [name], promise: "unique" as const, keep: "last" as const }));
  const { table, incidentId } = await withIncident({ surplus_rows: 0, delete_ratio: 0.558 }, { keys });
  const second = (await getTable(db, table.tableId)).keys.find(({ name }) => name === "code");
  const body = { tableKeyId: second?.id, metric: "delete_ratio", level: 0.6, by: "Ana", why: "known", until: UNTIL };
  const request = new Request(`http://127.0.0.1:3000/api/tables/${table.tableId}/accepted-levels`, {
    method: "POST",
    headers: { host: "127.0.0.1:3000" },
    body: JSON.stringify(body),
  });
  const answer = await setLevel(request, { params: Promise.resolve({ tableId: table.tableId }) });
  expect(await answer.json()).toMatchObject({ key: "id", metric: "delete_ratio", level: 0.6 });
  expect(await getIncident(db, incidentId)).toMatchObject({ state: "accepted" });
});

async function accept(incidentId: string, body: object): Promise<number> {
  const request = new Request(`http://127.0.0.1:3000/api/incidents/${incidentId}/accept`, {
    method: "POST",
    headers: { host: "127.0.0.1:3000" },
    body: JSON.stringify({ by: "Ana", reason: "known", until: UNTIL, ...body }),
  });
  return (await POST(request, { params: Promise.resolve({ incidentId }) })).status;
}

async function withIncident(
  values: Partial<Record<MetricName, number>>,
  definition: Parameters<typeof someTable>[1] = {},
): Promise<{ table: StoredTable; incidentId: string }> {
  const { db } = database;
  const now = new Date();
  const table = await someTable(db, definition);
  const readings = { rows: 1000, distinct_keys: 1000, duplicated_keys: 0, ...values };
  const results = [someResult(table.keyVersionId, { readings })];
  const completed = someCompletedRun(table, { snapshot: { id: "1", committedAt: now }, observedAt: now, results });
  await completeRun(db, await someStartedRun(db, table.tableId), completed, async (tx) => {
    await judgeNewest(tx, { table: await getTable(tx, table.tableId), now, queue: QUEUE, because: "run" });
  });
  const [incident] = await listUnresolved(db, table.tableId);
  if (incident === undefined) throw new Error("the numbers open an incident");
  return { table, incidentId: incident.id };
}
