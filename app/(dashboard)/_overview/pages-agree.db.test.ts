import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { viewBacklogVerdict } from "../tables/[tableId]/backlog/_components/backlog-words.ts";
import { readBacklog } from "../tables/[tableId]/backlog/read-backlog.ts";
import { readPageQuery } from "../tables/[tableId]/_components/page-query.ts";
import { readTablePage } from "../tables/[tableId]/_components/read-table-page.ts";
import { readFrame } from "../tables/[tableId]/_frame/read-frame.ts";
import { viewStanding } from "../tables/[tableId]/_frame/view-standing.ts";
import { readIncidents } from "../incidents/_incidents/read-incidents.ts";
import { readSearch } from "../incidents/search-params.ts";
import { readOverview } from "./read-overview.ts";
import { readReview } from "#db/queries/reviews.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { getTable } from "#db/queries/tables.ts";
import { listToldIncidents } from "#db/queries/told-incidents.ts";
import { listTableVerdicts, type StoredVerdict } from "#db/queries/verdicts.ts";
import { someTable, type StoredTable } from "#db/testing/factories.ts";
import { happen, tableStory } from "#db/testing/table-story.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import type { DatedFinding } from "#lib/contracts/verdict.ts";
import { verdictOfCheck } from "#lib/judging/shown-verdict.ts";
import { renderIncident } from "#lib/incidents/render-incident.ts";
import { weekOf } from "#lib/review/iso-week.ts";

const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await database.drop();
});

test("overview, table and its other pages, backlog, incidents, review and messages agree on state, limit, since and who is on it", async () => {
  await fc.assert(
    fc.asyncProperty(tableStory, async (steps) => {
      const table = await someTable(database.db, { owner: "Checkout" });
      for (const [at, step] of steps.entries()) {
        vi.setSystemTime(Date.now() + MINUTE_MS);
        await happen(database.db, table, { step, snapshotId: String(at + 1), now: new Date() });
      }
      // The overview's readings are shared for a second.
      vi.setSystemTime(Date.now() + MINUTE_MS);
      await expect(expectAgreement(table)).resolves.toBeUndefined();
      // The review bounds its agenda: the next table finds it empty.
      await applyTableDefinitions(database.db, [], "settings", {});
    }),
    { numRuns: 40 },
  );
}, 300_000);

async function expectAgreement({ tableId, tableName }: StoredTable): Promise<void> {
  const { db } = database;
  const now = new Date();
  const table = await getTable(db, tableId);
  const [stored] = await listTableVerdicts(db, tableId);
  if (stored === undefined) throw new Error("an observation has a verdict");
  const since = markSince(stored.since);
  const [overview, page, frame, backlog, incidents, review] = await Promise.all([
    readOverview(db, { q: tableName }),
    readTablePage(db, table, readPageQuery({}), now),
    readFrame(db, table, now),
    readBacklog(db, table, undefined),
    readIncidents(db, readSearch({ table: tableId }), now),
    readReview(db, { week: weekOf(now, "UTC"), now }),
  ]);
  const row = overview.rows.find(({ id }) => id === tableId);
  const mine = incidents.rows.filter(({ subject }) => subject.of === "table" && subject.id === tableId);
  const told = await listToldIncidents(
    db,
    mine.map(({ id }) => id),
    { examples: false, now },
  );

  expect(row).toMatchObject({ state: stored.state, since });
  expect(page?.verdict).toMatchObject({ state: stored.state, limit: stored.limit, sentence: stored.sentence, since: stored.since });
  expect(`${row?.sentence ?? ""} ${row?.more ?? ""}`.replaceAll(/[. ]/g, "")).toBe(stored.sentence.replaceAll(/[. ]/g, ""));
  expect(page?.verdict.accepted).toEqual(stored.accepted);
  expect(row?.accepted.map(({ by, until }) => [by, until])).toEqual(stored.accepted.map(({ by, until }) => [by, until]));
  expect(viewBacklogVerdict(backlog?.verdict ?? null, table.definition.limits)).toMatchObject(verdictOfCheck(stored, "delete_backlog"));

  expect(frame.keys.map(({ standing }) => standing)).toEqual([page && viewStanding(page.verdict)]);
  expect(frame.mark).toEqual({ incidents: row?.incidents, silence: row?.silence });
  expect(row?.incidents).toEqual(page?.mark.incidents.map(({ id, name, onIt }) => ({ id, name, onIt })));
  expect(row?.silence).toEqual(page?.mark.silence);
  expect(mine.map(({ id }) => id).toSorted()).toEqual(row?.incidents.map(({ id }) => id).toSorted());
  const items = "review" in review ? review.review.agenda.items : [];
  for (const incident of mine) {
    const message = told.get(incident.id);
    if (message === undefined) throw new Error("an unresolved incident has a message");
    const onIt = row?.incidents.find(({ id }) => id === incident.id)?.onIt;
    const item = items.find((one) => one.incident?.id === incident.id);
    expect(incident).toMatchObject({ onIt, silence: row?.silence });
    expect(message).toMatchObject({ onIt, silence: row?.silence, severity: incident.severity, state: incident.state });
    expect(item).toMatchObject({ onIt, silence: row?.silence, sentence: incident.sentence });
    expect(item && { at: item.since, orEarlier: item.orEarlier }).toEqual(incident.since ?? { at: null, orEarlier: false });
    const finding = leadOf(stored, incident.check);
    // While it recovers, the last observation found nothing.
    if (finding === undefined) continue;
    expect(message.findings[0]).toMatchObject({ metric: finding.metric, limit: finding.limit, severity: finding.severity });
    expect(incident).toMatchObject({ sentence: finding.sentence, severity: finding.severity, since: markSince(finding.since) });
    expect(item?.state).toBe(finding.severity === "alert" ? "alert" : "warning");
    expect(JSON.stringify(renderIncident({ incident: message, events: [] }, { publicUrl: "http://localhost", now }))).toContain(
      finding.sentence.replace(/[.]$/, ""),
    );
  }
  // An open finding has its incident, unless a maintenance window prevents it.
  const checks = row?.silence?.kind === "maintenance" ? [] : stored.findings.map(({ check }) => check);
  expect(mine.map(({ check }) => check)).toEqual(expect.arrayContaining(checks));
}

function leadOf({ findings }: StoredVerdict, check: string): DatedFinding | undefined {
  return findings.find((one) => one.check === check);
}
