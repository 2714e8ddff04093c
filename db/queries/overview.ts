import { and, asc, desc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { causeFacts } from "../schema/cause-facts.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { observations } from "../schema/observations.ts";
import { reasonSets } from "../schema/reason-sets.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import { verdicts } from "../schema/verdicts.ts";
import type { Schedule } from "#lib/contracts/table-definition.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import type { CauseShare } from "#lib/iceberg/contract-causes.ts";
import { RUN_METRIC_NAMES, type MetricName, type RunMetricName, type SnapshotMetricName } from "#lib/metrics.ts";
import type { KeyPromise, TrustDirection, TrustLevel } from "#lib/names.ts";
import { CATALOG_OF_TABLE } from "./catalog-tables.ts";
import type { TableRow } from "./tables.ts";
import { toVerdict, type StoredVerdict } from "./verdicts.ts";

/** One key of a table with what was last seen of it. */
export interface OverviewRow<Name extends SnapshotMetricName> {
  table: Omit<TableRow, "definition">;
  schedule: Schedule;
  /** That the table is read by, lower case; null: by its place. */
  catalog: string | null;
  key: { id: string; name: string; position: number; columns: string[]; promise: KeyPromise };
  /** The latest observation of the key's current version; null before the first. */
  observation: LatestObservation | null;
  /** The facts of the snapshot that it saw; null when there is none. */
  facts: {
    committedAt: Date;
    carried: boolean;
    trustReasons: string[] | null;
    values: Record<Name, number | null>;
    /** Why metrics are null. */
    notComputed: Partial<Record<MetricName, string>>;
  } | null;
  /** The causes of that snapshot's duplicated keys; null: none is duplicated, or they were not explained. */
  causes: CauseShare[] | null;
  /** On its newest observation; null: not judged yet. */
  verdict: StoredVerdict | null;
  /** Of the newest verdict that was at least `days` days old by then; null: there is none. */
  pastState: VerdictState | null;
}

interface LatestObservation {
  observedAt: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  trustLevel: TrustLevel;
  trustDirection: TrustDirection | null;
  values: Record<RunMetricName, number | null>;
}

/**
 * Every key of every table that is not archived, with its latest observation and that snapshot's facts (of `metrics` alone), by table name
 * and the keys' order; of `tableIds` alone when given. One query: for each key one index look-up of the newest observation,
 * one of its facts, one of its causes and two of its verdicts.
 */
export async function listTableOverview<Name extends SnapshotMetricName>(
  db: Db,
  { metrics, days = 7, tableIds }: { metrics: readonly Name[]; days?: number; tableIds?: readonly string[] },
): Promise<OverviewRow<Name>[]> {
  const [latest, judged] = [latestOf(db), judgedOf(db)];
  const { definition: _, ...table } = getTableColumns(tables);
  const rows = await db
    .select({
      table,
      schedule: sql<Schedule>`${tables.definition} -> 'schedule'`,
      catalog: CATALOG_OF_TABLE,
      key: { id: tableKeys.id, name: tableKeys.name, position: tableKeys.position, columns: tableKeys.columns, promise: tableKeys.promise },
      seen: {
        observedAt: latest.observedAt,
        snapshotId: latest.snapshotId,
        trustLevel: latest.trustLevel,
        trustDirection: latest.trustDirection,
      },
      clock: {
        snapshots_retained: latest.snapshots_retained,
        seconds_since_compaction: latest.seconds_since_compaction,
        snapshot_age_seconds: latest.snapshot_age_seconds,
        source_lag_seconds: latest.source_lag_seconds,
      } satisfies Record<RunMetricName, unknown>,
      facts: { committedAt: snapshotFacts.committedAt, carried: snapshotFacts.carried, trustReasons: snapshotFacts.trustReasons },
      reasons: reasonSets.reasons,
      causes: sql<CauseShare[] | null>`${causeFacts.causes} -> 'shares'`,
      verdict: judged._.selectedFields,
      pastState: sql<VerdictState | null>`(
        select earlier.state from verdicts earlier
        where earlier.key_version_id = "key_versions"."id" and earlier.observed_at <= "latest"."observed_at" - make_interval(days => ${days})
        order by earlier.observed_at desc limit 1)`,
      numbers: Object.fromEntries(metrics.map((name) => [name, snapshotFacts[name]])),
    })
    .from(tables)
    .innerJoin(tableKeys, and(eq(tableKeys.tableId, tables.id), isNull(tableKeys.archivedAt)))
    .leftJoin(keyVersions, and(eq(keyVersions.tableKeyId, tableKeys.id), isNull(keyVersions.supersededAt)))
    .leftJoinLateral(latest, sql`true`)
    .leftJoinLateral(judged, sql`true`)
    .leftJoin(
      snapshotFacts,
      and(
        eq(snapshotFacts.keyVersionId, latest.keyVersionId),
        eq(snapshotFacts.snapshotId, latest.snapshotId),
        eq(snapshotFacts.engine, latest.engine),
      ),
    )
    .leftJoin(causeFacts, and(eq(causeFacts.keyVersionId, latest.keyVersionId), eq(causeFacts.snapshotId, latest.snapshotId)))
    .leftJoin(reasonSets, eq(reasonSets.id, snapshotFacts.notComputedId))
    .where(and(isNull(tables.archivedAt), tableIds === undefined ? undefined : inArray(tables.id, [...tableIds])))
    .orderBy(asc(tables.name), asc(tableKeys.position));
  return rows.map(({ table, schedule, catalog, key, seen, clock, facts, reasons, causes, verdict, pastState, numbers }) => ({
    table,
    schedule,
    catalog,
    key,
    observation: seen && { ...seen, values: allOf(RUN_METRIC_NAMES, clock) },
    facts: facts && { ...facts, values: allOf(metrics, numbers), notComputed: reasons ?? {} },
    causes,
    verdict: verdict && toVerdict(verdict),
    pastState,
  }));
}

/** The newest observation of the key version beside it. */
function latestOf(db: Db) {
  const newest = db.select().from(observations).where(eq(observations.keyVersionId, keyVersions.id));
  return newest.orderBy(desc(observations.observedAt)).limit(1).as("latest");
}

/** Its newest verdict. */
function judgedOf(db: Db) {
  const newest = db.select().from(verdicts).where(eq(verdicts.keyVersionId, keyVersions.id));
  return newest.orderBy(desc(verdicts.observedAt)).limit(1).as("judged");
}

/** drizzle makes one null of a group of columns that are all null, though the row is there. */
function allOf<Name extends string>(names: readonly Name[], group: { [name: string]: unknown } | null): Record<Name, number | null> {
  return Object.fromEntries(names.map((name) => [name, group?.[name] ?? null])) as Record<Name, number | null>;
}
