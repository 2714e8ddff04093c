import { expect, test } from "vitest";
import type { OverviewRow } from "#db/queries/overview.ts";
import { viewOverview, type OVERVIEW_METRICS } from "./overview-view.ts";

type Row = OverviewRow<(typeof OVERVIEW_METRICS)[number]>;

const NOW = new Date("2026-03-01T10:00:00Z");
const MOMENT = { now: NOW, overdueFactor: 2 };
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);

function row(
  name: string,
  change: { table?: Partial<Row["table"]>; key?: Partial<Row["key"]>; values?: Record<string, number | null> } = {},
): Row {
  const unset = { owner: null, archivedAt: null, lastRunId: null, lastErrorCode: null, lastErrorMessage: null };
  const run = { lastRunState: "succeeded", lastRunReason: "schedule", lastRunAt: NOW, lastSucceededAt: minutes(-3) };
  const seen = { lastObservedAt: minutes(-3), lastSnapshotId: "1", lastTrustLevel: "exact", nextObservationDueAt: minutes(30) };
  const made = { createdAt: NOW, updatedAt: NOW, source: "file", sampleClock: false, paused: false, tags: [] };
  const table = {
    id: name,
    name,
    kind: "upsert",
    ...unset,
    ...run,
    ...seen,
    ...made,
    ...change.table,
  } as Row["table"];
  const values = { rows: 100, duplicated_keys: 0, surplus_rows: 0, multi_partition_keys: 0, ...change.values } as never;
  return {
    table,
    limits: {},
    schedule: { by: "interval", everySeconds: 3600 },
    key: { id: `${name}/id`, name: "id", position: 0, columns: ["id"], promise: "unique", ...change.key },
    observation: { observedAt: NOW, snapshotId: "1", trustLevel: "exact", trustDirection: null, values: {} as never },
    facts: { committedAt: NOW, carried: false, trustReasons: null, values },
  };
}

test("tables come worst first, then by name", () => {
  const wrong = row("z", { values: { duplicated_keys: 4, surplus_rows: 5 } });
  const { tables, counts, surplusRows } = viewOverview([row("a"), row("b", { values: { delete_ratio: 0.3 } }), wrong], MOMENT);
  expect(tables.map(({ name, state }) => [name, state])).toEqual([
    ["z", "wrong"],
    ["b", "soon"],
    ["a", "fine"],
  ]);
  expect(counts).toEqual({ wrong: 1, soon: 1, unsure: 0, fine: 1 });
  expect(surplusRows).toBe(5);
});

test("an observation counts as missing after the configured number of intervals, and what was fine is not known then", () => {
  const view = (last: number, due: number) =>
    viewOverview([row("a", { table: { lastSucceededAt: minutes(last), nextObservationDueAt: minutes(due) } })], MOMENT).tables[0];
  expect(view(-100, -40)).toMatchObject({ state: "fine", overdue: false });
  expect(view(-150, -90)).toMatchObject({
    state: "unsure",
    overdue: true,
    keys: [{ verdict: { sentence: "No observation for 90 min after it was due." } }],
  });
});

test("a paused table is never overdue, and is not counted among those on time", () => {
  const view = viewOverview([row("a", { table: { paused: true, nextObservationDueAt: minutes(-90) } }), row("b")], MOMENT);
  expect(view.tables.map(({ overdue }) => overdue)).toEqual([false, false]);
  expect(view.onTime).toEqual({ tables: 1, of: 1 });
});

test("what belongs to the table stands with its first key alone, and rows of a key without a promise are no surplus", () => {
  const second = { id: "second", name: "second", position: 1, promise: "none" } as const;
  const backlog = { position_delete_files: 2, equality_delete_files: 1, deletion_vectors: 4, delete_ratio: 0.3, surplus_rows: 7 };
  const { tables, surplusRows } = viewOverview(
    [row("a", { values: { ...backlog, surplus_rows: 0 } }), row("a", { key: second, values: backlog })],
    MOMENT,
  );
  expect(tables[0]?.keys.map(({ deleteFiles, verdict }) => [deleteFiles, verdict.state])).toEqual([
    [7, "soon"],
    [null, "fine"],
  ]);
  expect(surplusRows).toBe(0);
});

test("without numbers a key is not known, and no zero is made up", () => {
  const unseen = { ...row("a"), observation: null, facts: null };
  const { tables, surplusRows } = viewOverview([unseen], MOMENT);
  expect(tables[0]).toMatchObject({ state: "unsure", keys: [{ deleteFiles: null, values: {}, trust: null }] });
  expect(surplusRows).toBe(0);
});
