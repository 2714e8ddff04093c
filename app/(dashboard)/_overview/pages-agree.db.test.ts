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
import { acceptAndJudge } from "#db/accept-level.ts";
import { judgeNewest, type JudgedNow } from "#db/judge-table.ts";
import { completeRun } from "#db/queries/complete-run.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { listUnresolved } from "#db/queries/incidents.ts";
import { readReview } from "#db/queries/reviews.ts";
import { insertSilence } from "#db/queries/silences.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { getTable } from "#db/queries/tables.ts";
import { listToldIncidents } from "#db/queries/told-incidents.ts";
import { listTableVerdicts, type StoredVerdict } from "#db/queries/verdicts.ts";
import { someCompletedRun, someResult, someStartedRun, someTable, type StoredTable } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import type { DatedFinding } from "#lib/contracts/verdict.ts";
import { AppError } from "#lib/errors.ts";
import type { PersonEvent } from "#lib/incidents/incident.ts";
import { verdictOfCheck } from "#lib/judging/shown-verdict.ts";
import { renderIncident } from "#lib/incidents/render-incident.ts";
import { weekOf } from "#lib/review/iso-week.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const QUEUE: JudgedNow["queue"] = { send: async () => await Promise.resolve(null) };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await database.drop();
});

/** One thing that happens to a table. The clock moves a minute for each. */
type Step =
  | { kind: "observe"; surplus: number; ratio: number; isExact: boolean }
  | { kind: "limits"; surplusWarn: number | null; ratioAlert: number | null }
  | { kind: "accept"; level: number }
  | { kind: "silence"; silence: "silence" | "maintenance" }
  | { kind: "person"; does: "acknowledge" | "assign" | "snooze" };

const observe = fc.record({
  kind: fc.constant("observe" as const),
  surplus: fc.constantFrom(0, 0, 1, 5, 99, 100, 163),
  ratio: fc.constantFrom(0, 0.1, 0.2, 0.4, 0.5, 0.9),
  isExact: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: observe },
  fc.record({
    kind: fc.constant("limits" as const),
    surplusWarn: fc.constantFrom(null, 1, 50),
    ratioAlert: fc.constantFrom(null, 0.3, 0.5),
  }),
  fc.record({ kind: fc.constant("accept" as const), level: fc.constantFrom(1, 5, 100, 163) }),
  fc.record({ kind: fc.constant("silence" as const), silence: fc.constantFrom("silence" as const, "maintenance" as const) }),
  fc.record({ kind: fc.constant("person" as const), does: fc.constantFrom("acknowledge" as const, "assign" as const, "snooze" as const) }),
);

test("overview, table and its other pages, backlog, incidents, review and messages agree on state, limit, since and who is on it", async () => {
  await fc.assert(
    fc.asyncProperty(observe, fc.array(step, { minLength: 1, maxLength: 6 }), async (first, steps) => {
      const table = await someTable(database.db, { owner: "Checkout" });
      for (const [at, one] of [first, ...steps].entries()) {
        vi.setSystemTime(Date.now() + MINUTE_MS);
        await take(table, one, String(at + 1));
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

async function take(table: StoredTable, step: Step, snapshotId: string): Promise<void> {
  const { db } = database;
  const now = new Date();
  const judge = async (tx: Parameters<typeof judgeNewest>[0], because: JudgedNow["because"]): Promise<void> =>
    await judgeNewest(tx, { table: await getTable(tx, table.tableId), now, queue: QUEUE, because });
  switch (step.kind) {
    case "observe": {
      const { surplus, ratio, isExact } = step;
      const readings = { rows: 1000 + surplus, distinct_keys: 1000, duplicated_keys: surplus, surplus_rows: surplus, delete_ratio: ratio };
      const trust = isExact
        ? { level: "exact" as const, direction: null, reasons: [] }
        : { level: "untrusted" as const, direction: "at least" as const, reasons: ["Deletes were skipped."] };
      const completed = someCompletedRun(table, {
        snapshot: { id: snapshotId, committedAt: now },
        observedAt: now,
        results: [someResult(table.keyVersionId, { readings, trust })],
      });
      const claim = await someStartedRun(db, table.tableId);
      await completeRun(db, claim, completed, async (tx) => await judge(tx, "run"));
      return;
    }
    case "limits": {
      const { definition } = await getTable(db, table.tableId);
      const limits = { surplus_rows: { warnAt: step.surplusWarn }, delete_ratio: { alertAt: step.ratioAlert } };
      await applyTableDefinitions(db, [{ ...definition, limits }], "settings", {
        partial: true,
        judgeAgain: async (tx) => await judge(tx, "limits"),
      });
      return;
    }
    case "accept":
      await acceptAndJudge(db, QUEUE, {
        tableId: table.tableId,
        tableKeyId: table.tableKeyId,
        metric: "surplus_rows",
        level: step.level,
        by: "Ana K.",
        why: "known",
        acceptedAt: now,
        until: new Date(now.getTime() + DAY_MS),
      });
      return;
    case "silence":
      await insertSilence(db, {
        kind: step.silence,
        scope: { tableId: table.tableId },
        by: "Ben",
        why: "backfill",
        from: now,
        until: new Date(now.getTime() + DAY_MS),
      });
      return;
    case "person":
      for (const incident of await listUnresolved(db, table.tableId)) await act(incident.id, step.does, now);
  }
}

async function act(incidentId: string, does: "acknowledge" | "assign" | "snooze", now: Date): Promise<void> {
  const event: PersonEvent =
    does === "assign"
      ? { kind: "assign", by: "Ben", assignee: "Cem" }
      : does === "snooze"
        ? { kind: "snooze", by: "Ben", until: new Date(now.getTime() + DAY_MS) }
        : { kind: "acknowledge", by: "Ana K." };
  // A person cannot acknowledge what is acknowledged.
  await applyPersonEvent(database.db, { incidentId, event, now }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

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
