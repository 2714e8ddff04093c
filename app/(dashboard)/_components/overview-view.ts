import type { OverviewRow } from "#db/queries/overview.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import { VERDICT_STATES, type VerdictState } from "#lib/contracts/verdict.ts";
import { judgeKey, worstState, type KeyVerdict } from "#lib/judging/key-verdict.ts";
import type { KeyPromise, SnapshotMetricName, TrustDirection, TrustLevel } from "#lib/names.ts";

/** The snapshot metrics that the overview shows or judges. */
export const OVERVIEW_METRICS = [
  "rows",
  "null_key_rows",
  "duplicated_keys",
  "surplus_rows",
  "multi_partition_keys",
  "position_delete_files",
  "equality_delete_files",
  "deletion_vectors",
  "delete_ratio",
  "files_registered_twice",
  "commit_lag_seconds",
  "ghost_rows",
  "unavailable_value_rows",
  "lsn_regressed_keys",
] as const satisfies readonly SnapshotMetricName[];
type OverviewMetric = (typeof OVERVIEW_METRICS)[number];

export interface KeyView {
  id: string;
  name: string;
  promise: KeyPromise;
  verdict: KeyVerdict;
  values: Partial<Record<OverviewMetric, number | null>>;
  /** Live delete files and vectors of all kinds; null when they are not known. */
  deleteFiles: number | null;
  trust: { level: TrustLevel; direction: TrustDirection | null; reasons: readonly string[] } | null;
}

export interface TableView {
  id: string;
  name: string;
  kind: string;
  owner: string | null;
  tags: readonly string[];
  isSample: boolean;
  paused: boolean;
  state: VerdictState;
  keys: KeyView[];
  /** Of the last observation; null before the first. */
  checkedAt: Date | null;
  dueAt: Date | null;
  overdue: boolean;
  failed: boolean;
}

export interface OverviewView {
  tables: TableView[];
  counts: Record<VerdictState, number>;
  surplusRows: number;
  multiPartitionKeys: number;
  /** Tables whose observation is not missing, of those that are not paused. */
  onTime: { tables: number; of: number };
}

const TABLE_METRICS = new Set<string>(
  CHECKS.filter(({ id }) => id === "delete_backlog" || id === "freshness")
    .flatMap(listMetrics)
    .map(({ name }) => name),
);

interface Moment {
  now: Date;
  /** An observation is overdue after this many of its table's intervals. */
  overdueFactor: number;
}

/** What the overview shows, from the rows of `listTableOverview` with `OVERVIEW_METRICS`; tables worst first, then by name. Pure. */
export function viewOverview(rows: readonly OverviewRow<OverviewMetric>[], moment: Moment): OverviewView {
  const byTable = Map.groupBy(rows, ({ table }) => table.id);
  const tables = [...byTable.values()].flatMap((keys) => viewTable(keys, moment) ?? []);
  tables.sort((a, b) => VERDICT_STATES.indexOf(a.state) - VERDICT_STATES.indexOf(b.state));
  const watched = tables.filter(({ paused }) => !paused);
  const sum = (of: (key: KeyView) => number | null | undefined): number =>
    tables.flatMap(({ keys }) => keys).reduce((total, key) => total + (of(key) ?? 0), 0);
  return {
    tables,
    counts: Object.fromEntries(
      VERDICT_STATES.map((state) => [state, tables.filter((table) => table.state === state).length]),
    ) as OverviewView["counts"],
    surplusRows: sum(({ promise, values }) => (promise === "unique" ? values.surplus_rows : 0)),
    multiPartitionKeys: sum(({ promise, values }) => (promise === "unique" ? values.multi_partition_keys : 0)),
    onTime: { tables: watched.filter(({ overdue }) => !overdue).length, of: watched.length },
  };
}

function viewTable(rows: readonly OverviewRow<OverviewMetric>[], { now, overdueFactor }: Moment): TableView | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { table, schedule } = first;
  const dueAt = table.paused ? null : table.nextObservationDueAt;
  const isMissing = dueAt !== null && dueAt < now && isOverdue(schedule, table.lastSucceededAt ?? table.createdAt, now, overdueFactor);
  const overdueMs = isMissing ? now.getTime() - dueAt.getTime() : null;
  // Backlog and freshness belong to the table, and stand with its first key alone.
  const keys = rows.map((row, at) => viewKey(at === 0 ? row : withoutTableMetrics(row), overdueMs));
  return {
    id: table.id,
    name: table.name,
    kind: table.kind,
    owner: table.owner,
    tags: table.tags,
    paused: table.paused,
    isSample: table.source === "sample",
    state: worstState(keys.map(({ verdict }) => verdict.state)),
    keys,
    // When the run ended, by Postgres's clock; the observation's own time is a sample table's own.
    checkedAt: table.lastSucceededAt,
    dueAt,
    overdue: overdueMs !== null,
    failed: table.lastRunState === "failed",
  };
}

function withoutTableMetrics(row: OverviewRow<OverviewMetric>): OverviewRow<OverviewMetric> {
  if (row.facts === null) return row;
  const values = { ...row.facts.values };
  for (const name of OVERVIEW_METRICS) if (TABLE_METRICS.has(name)) values[name] = null;
  return { ...row, facts: { ...row.facts, values } };
}

function viewKey({ table, key, limits, observation, facts }: OverviewRow<OverviewMetric>, overdueMs: number | null): KeyView {
  const values: KeyView["values"] = facts?.values ?? {};
  const trust = observation && {
    level: observation.trustLevel,
    direction: observation.trustDirection,
    reasons: facts?.trustReasons ?? [],
  };
  return {
    id: key.id,
    name: key.name,
    promise: key.promise,
    values,
    trust,
    deleteFiles: sumKnown([values.position_delete_files, values.equality_delete_files, values.deletion_vectors]),
    verdict: judgeKey({
      promise: key.promise,
      limits,
      seen: observation && trust && { snapshotId: observation.snapshotId, trust, values: { ...values, ...observation.values } },
      overdueMs,
      paused: table.paused,
      lastRun: table.lastRunState && { state: table.lastRunState, errorMessage: table.lastErrorMessage },
    }),
  };
}

function sumKnown(numbers: readonly (number | null | undefined)[]): number | null {
  const known = numbers.filter((number) => number != null);
  return known.length === 0 ? null : known.reduce((total, number) => total + number, 0);
}
