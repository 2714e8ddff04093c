import { and, desc, eq, lt } from "drizzle-orm";
import type { Db } from "../client.ts";
import { PARTITION_COLUMNS } from "../columns.ts";
import { reasonSets } from "../schema/reason-sets.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import type { Trust } from "#lib/iceberg/contract.ts";
import { SNAPSHOT_METRIC_NAMES, type MetricName, type SnapshotMetricName } from "#lib/metrics.ts";
import { PARTITION_BUCKETS, type PartitionBucket, type ReadBy } from "#lib/names.ts";

/** All that is stored of a snapshot for one key version and engine. */
export interface StoredFacts {
  keyVersionId: number;
  snapshotId: string;
  engine: string;
  committedAt: Date;
  values: Record<SnapshotMetricName, number | null>;
  notComputed: Partial<Record<MetricName, string>>;
  partitionsPerKey: Record<PartitionBucket, number> | null;
  trust: Trust;
  readBy: ReadBy;
  carried: boolean;
}

/** The facts of one snapshot; null when it was never read for this key version by this engine. */
export async function findFacts(
  db: Db,
  { keyVersionId, snapshotId, engine }: { keyVersionId: number; snapshotId: string; engine: string },
): Promise<StoredFacts | null> {
  const [row] = await selectFacts(db).where(
    and(eq(snapshotFacts.keyVersionId, keyVersionId), eq(snapshotFacts.snapshotId, snapshotId), eq(snapshotFacts.engine, engine)),
  );
  return row ? toFacts(row) : null;
}

/** The facts of the latest snapshot committed before `before` (of all, when not given); null when there are none. */
export async function findLatestFacts(
  db: Db,
  { keyVersionId, engine, before }: { keyVersionId: number; engine: string; before?: Date },
): Promise<StoredFacts | null> {
  const [row] = await selectFacts(db)
    .where(
      and(eq(snapshotFacts.keyVersionId, keyVersionId), eq(snapshotFacts.engine, engine), before && lt(snapshotFacts.committedAt, before)),
    )
    .orderBy(desc(snapshotFacts.committedAt))
    .limit(1);
  return row ? toFacts(row) : null;
}

interface FactsRow {
  facts: typeof snapshotFacts.$inferSelect;
  reasons: Partial<Record<MetricName, string>> | null;
}

function selectFacts(db: Db) {
  return db
    .select({ facts: snapshotFacts, reasons: reasonSets.reasons })
    .from(snapshotFacts)
    .leftJoin(reasonSets, eq(reasonSets.id, snapshotFacts.notComputedId))
    .$dynamic();
}

function toFacts({ facts, reasons }: FactsRow): StoredFacts {
  const buckets = PARTITION_BUCKETS.map((bucket) => [bucket, facts[PARTITION_COLUMNS[bucket]]] as const);
  return {
    keyVersionId: facts.keyVersionId,
    snapshotId: facts.snapshotId,
    engine: facts.engine,
    committedAt: facts.committedAt,
    values: Object.fromEntries(SNAPSHOT_METRIC_NAMES.map((name) => [name, facts[name]])) as StoredFacts["values"],
    notComputed: reasons ?? {},
    partitionsPerKey: buckets.every(([, keys]) => keys !== null) ? (Object.fromEntries(buckets) as Record<PartitionBucket, number>) : null,
    trust: { level: facts.trustLevel, direction: facts.trustDirection, reasons: facts.trustReasons ?? [] },
    readBy: facts.readBy,
    carried: facts.carried,
  };
}
