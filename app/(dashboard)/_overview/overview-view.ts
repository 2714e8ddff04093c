import type { PastFacts } from "#db/queries/overview-past.ts";
import type { IllCatalog } from "#db/queries/ill-catalogs.ts";
import type { OverviewRow } from "#db/queries/overview.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import { TABLE_WIDE } from "#lib/judging/judge-check.ts";
import { judgeKey, worstState, type KeyVerdict } from "#lib/judging/key-verdict.ts";
import type { KeyPromise, MetricName, SnapshotMetricName, TableKind, TrustDirection, TrustLevel } from "#lib/names.ts";

/** The snapshot metrics that the overview shows or judges. */
export const OVERVIEW_METRICS = [
  "rows",
  "null_key_rows",
  "duplicated_keys",
  "surplus_rows",
  "multi_partition_keys",
  "position_delete_files",
  "position_delete_rows",
  "equality_delete_files",
  "equality_delete_rows",
  "deletion_vectors",
  "deletion_vector_rows",
  "delete_ratio",
  "files_registered_twice",
  "commit_lag_seconds",
  "ghost_rows",
  "unavailable_value_rows",
] as const satisfies readonly SnapshotMetricName[];
export type OverviewMetric = (typeof OVERVIEW_METRICS)[number];

export interface KeyView {
  id: string;
  name: string;
  promise: KeyPromise;
  limits: OverviewRow<OverviewMetric>["limits"];
  verdict: KeyVerdict;
  values: Partial<Record<OverviewMetric, number | null>>;
  /** Why numbers are null. */
  notComputed: Partial<Record<MetricName, string>>;
  /** What was known a week before the latest observation; null when nothing was. */
  past: PastFacts<OverviewMetric> | null;
  trust: { level: TrustLevel; direction: TrustDirection | null; reasons: readonly string[] } | null;
  /** The causes of its duplicated keys; null: there are none, or they are not explained. */
  causes: Row["causes"];
  /** By the table's own clock; null before the first observation. */
  observedAt: Date | null;
}

export interface TableView {
  id: string;
  name: string;
  kind: TableKind;
  owner: string | null;
  tags: readonly string[];
  isSample: boolean;
  paused: boolean;
  state: VerdictState;
  /** In the table's order, at least one. */
  keys: readonly KeyView[];
  /** The worst of them. */
  shown: KeyView;
  /** When the last run that saw it ended; null before the first. */
  checkedAt: Date | null;
  dueAt: Date | null;
  overdue: boolean;
  /** Its catalog is ill; null: it is not, or the table has none. */
  waits: IllCatalog | null;
  /** In lower case; null: it is read by its place. */
  catalog: string | null;
  failed: boolean;
}

const TABLE_METRICS = new Set<string>(
  CHECKS.filter(({ id }) => TABLE_WIDE.has(id))
    .flatMap(listMetrics)
    .map(({ name }) => name),
);

interface Moment {
  now: Date;
  /** An observation is overdue after this many of its table's intervals. */
  overdueFactor: number;
  /** Catalogs that are ill, by name in lower case. */
  ill?: ReadonlyMap<string, IllCatalog>;
}

type Row = OverviewRow<OverviewMetric>;
type Past = ReadonlyMap<string, PastFacts<OverviewMetric>>;

/**
 * How a table stands, from its rows of `listTableOverview` with `OVERVIEW_METRICS` and what was known of its keys a week before; null without a row. Pure.
 */
export function viewTable(rows: readonly Row[], past: Past, { now, overdueFactor, ill }: Moment): TableView | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { table, schedule, catalog } = first;
  const waits = ill?.get(catalog ?? "") ?? null;
  const dueAt = table.paused ? null : table.nextObservationDueAt;
  const isMissing = dueAt !== null && dueAt < now && isOverdue(schedule, table.lastSucceededAt ?? table.createdAt, now, overdueFactor);
  const overdueMs = isMissing ? now.getTime() - dueAt.getTime() : null;
  // Backlog and freshness belong to the table, and are judged with its first key alone.
  const keys = rows.map((row, at) =>
    viewKey(row, at === 0 ? row : withoutTableMetrics(row), past.get(row.key.id) ?? null, { overdueMs, waits }),
  );
  const state = worstState(keys.map(({ verdict }) => verdict.state));
  const shown = keys.find(({ verdict }) => verdict.state === state) ?? keys[0];
  if (shown === undefined) return null;
  return {
    id: table.id,
    name: table.name,
    kind: table.kind,
    owner: table.owner,
    tags: table.tags,
    paused: table.paused,
    isSample: table.source === "sample",
    state,
    keys,
    shown,
    // When the run ended, by Postgres's clock; the observation's own time is a sample table's own.
    checkedAt: table.lastSucceededAt,
    dueAt,
    overdue: overdueMs !== null,
    waits,
    catalog,
    failed: table.lastRunState === "failed",
  };
}

function withoutTableMetrics(row: Row): Row {
  if (row.facts === null) return row;
  const values = { ...row.facts.values };
  for (const name of OVERVIEW_METRICS) if (TABLE_METRICS.has(name)) values[name] = null;
  return { ...row, facts: { ...row.facts, values } };
}

function viewKey(
  row: Row,
  judged: Row,
  past: PastFacts<OverviewMetric> | null,
  { overdueMs, waits }: { overdueMs: number | null; waits: IllCatalog | null },
): KeyView {
  const { table, key, limits, observation, facts } = row;
  const trust = observation && {
    level: observation.trustLevel,
    direction: observation.trustDirection,
    reasons: facts?.trustReasons ?? [],
  };
  return {
    id: key.id,
    name: key.name,
    promise: key.promise,
    limits,
    values: facts?.values ?? {},
    notComputed: facts?.notComputed ?? {},
    past,
    causes: row.causes,
    trust,
    observedAt: observation && observation.observedAt,
    verdict: judgeKey({
      promise: key.promise,
      limits,
      seen: observation &&
        trust && { snapshotId: observation.snapshotId, trust, values: { ...judged.facts?.values, ...observation.values } },
      overdueMs,
      waits: waits?.sentence ?? null,
      paused: table.paused,
      lastRun: table.lastRunState && { state: table.lastRunState, errorMessage: table.lastErrorMessage },
    }),
  };
}
