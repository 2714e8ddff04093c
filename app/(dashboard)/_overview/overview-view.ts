import type { PastFacts } from "#db/queries/overview-past.ts";
import type { IllCatalog } from "#db/queries/ill-catalogs.ts";
import type { OverviewRow } from "#db/queries/overview.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import type { Verdict, VerdictState } from "#lib/contracts/verdict.ts";
import { showVerdict, worstState } from "#lib/judging/shown-verdict.ts";
import type { MetricName, OverviewMetricName } from "#lib/metrics.ts";
import type { KeyPromise, TableKind, TrustDirection, TrustLevel } from "#lib/names.ts";

export interface KeyView {
  id: string;
  name: string;
  promise: KeyPromise;
  /** As it is stored, with what is known now. */
  verdict: Verdict;
  /** Its state a week before; null: it was not judged then. */
  pastState: VerdictState | null;
  values: Partial<Record<OverviewMetricName, number | null>>;
  /** Why numbers are null. */
  notComputed: Partial<Record<MetricName, string>>;
  /** What was known a week before the latest observation; null when nothing was. */
  past: PastFacts<OverviewMetricName> | null;
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

interface Moment {
  now: Date;
  /** An observation is overdue after this many of its table's intervals. */
  overdueFactor: number;
  /** Catalogs that are ill, by name in lower case. */
  ill?: ReadonlyMap<string, IllCatalog>;
}

type Row = OverviewRow<OverviewMetricName>;
type Past = ReadonlyMap<string, PastFacts<OverviewMetricName>>;

/**
 * A table as the overview shows it, from its rows of `listTableOverview` with `OVERVIEW_METRICS` and what was known of its keys a week before; null without a row. Pure.
 */
export function viewTable(rows: readonly Row[], past: Past, { now, overdueFactor, ill }: Moment): TableView | null {
  const [first] = rows;
  if (first === undefined) return null;
  const { table, schedule, catalog } = first;
  const waits = ill?.get(catalog ?? "") ?? null;
  const dueAt = table.paused ? null : table.nextObservationDueAt;
  const isMissing = dueAt !== null && dueAt < now && isOverdue(schedule, table.lastSucceededAt ?? table.createdAt, now, overdueFactor);
  const overdueMs = isMissing ? now.getTime() - dueAt.getTime() : null;
  const keys = rows.map((row) => viewKey(row, past.get(row.key.id) ?? null, { overdueMs, waits }));
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

function viewKey(
  row: Row,
  past: PastFacts<OverviewMetricName> | null,
  { overdueMs, waits }: { overdueMs: number | null; waits: IllCatalog | null },
): KeyView {
  const { table, key, observation, facts, verdict, pastState } = row;
  const trust = observation && {
    level: observation.trustLevel,
    direction: observation.trustDirection,
    reasons: facts?.trustReasons ?? [],
  };
  return {
    id: key.id,
    name: key.name,
    promise: key.promise,
    values: facts?.values ?? {},
    notComputed: facts?.notComputed ?? {},
    past,
    causes: row.causes,
    trust,
    observedAt: observation && observation.observedAt,
    pastState,
    verdict: showVerdict({
      verdict,
      overdueMs,
      waits: waits?.sentence ?? null,
      paused: table.paused,
      lastRun: table.lastRunState && { state: table.lastRunState, errorMessage: table.lastErrorMessage },
    }),
  };
}
