import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listIncidentMarks } from "#db/queries/incident-marks.ts";
import { getTable } from "#db/queries/tables.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { listTableVerdicts } from "#db/queries/verdicts.ts";
import { someTable, type StoredTable } from "#db/testing/factories.ts";
import { happen, tableStory } from "#db/testing/table-story.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { IncidentsDocument } from "#lib/contracts/incident-documents.ts";
import { TablesDocument } from "#lib/contracts/service-documents.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import { showVerdict } from "#lib/judging/shown-verdict.ts";

const MINUTE_MS = 60_000;

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

test("the command line agrees with the stored verdict on state, limit, since, what is accepted and who is on it", async () => {
  const { db } = world.database;
  await fc.assert(
    fc.asyncProperty(tableStory, async (steps) => {
      const table = await someTable(db, { owner: "Checkout" });
      for (const [at, step] of steps.entries()) {
        world.clock.now = new Date(world.clock.now.getTime() + MINUTE_MS);
        await happen(db, table, { step, snapshotId: String(at + 1), now: world.clock.now });
      }
      await expect(expectAgreement(table)).resolves.toBeUndefined();
      await applyTableDefinitions(db, [], "settings", {});
    }),
    { numRuns: 20 },
  );
}, 300_000);

async function expectAgreement({ tableId, tableName }: StoredTable): Promise<void> {
  const { db } = world.database;
  const table = await getTable(db, tableId);
  const [stored] = await listTableVerdicts(db, tableId);
  if (stored === undefined) throw new Error("an observation has a verdict");
  const verdict = showVerdict({ verdict: stored, overdueMs: null, paused: table.paused, lastRun: null });
  const mark = (await listIncidentMarks(db, [tableId], world.clock.now)).get(tableId);
  const listed = TablesDocument.parse(JSON.parse((await runCommand(world, ["tables"])).output));
  const row = listed.tables.find(({ name }) => name === tableName);
  const incidents = IncidentsDocument.parse(JSON.parse((await runCommand(world, ["incidents", "--table", tableName])).output)).incidents;

  const { state, severity, metric, value, limit, sentence } = verdict;
  const accepted = verdict.accepted.map(viewAccepted);
  expect(row?.state).toBe(state);
  expect(row?.keys.map((key) => key.verdict)).toEqual([
    { state, severity, metric, value, limit, since: markSince(verdict.since), sentence, accepted },
  ]);
  expect(row?.incidents).toEqual(mark?.incidents.map(({ id, name, onIt }) => ({ id, name, onIt })) ?? []);
  expect(row?.silence).toEqual(mark?.silence ?? null);
  expect(incidents.map(({ id, onIt, silence }) => ({ id, onIt, silence })).toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    (mark?.incidents ?? [])
      .map(({ id, onIt }) => ({ id, onIt, silence: mark?.silence ?? null }))
      .toSorted((a, b) => a.id.localeCompare(b.id)),
  );
  for (const incident of incidents) {
    const lead = verdict.findings.find(({ check }) => check === incident.check);
    // While it recovers, the last observation found nothing.
    if (lead === undefined) continue;
    expect(incident).toMatchObject({ severity: lead.severity, sentence: lead.sentence });
    expect(incident.findings[0]).toMatchObject({ metric: lead.metric, limit: lead.limit });
    expect(incident.since && markSince(incident.since)).toEqual(markSince(lead.since));
  }
}
