import { asc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { observations } from "../schema/observations.ts";
import { reasonSets } from "../schema/reason-sets.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { RUN_METRIC_NAMES, type MetricName, type RunMetricName } from "#lib/metrics.ts";
import type { TrustDirection, TrustLevel } from "#lib/names.ts";

/** What a run saw of one key. */
export interface RunObservation {
  keyVersionId: number;
  key: string;
  promise: (typeof tableKeys.$inferSelect)["promise"];
  engine: string;
  observedAt: Date;
  /** null: the table was never written. */
  snapshotId: string | null;
  trustLevel: TrustLevel;
  trustDirection: TrustDirection | null;
  values: Record<RunMetricName, number | null>;
  notComputed: Partial<Record<MetricName, string>>;
}

/** What a run saw, by key in the table's order; empty for a run that fills history, and for one that did not succeed. */
export async function listRunObservations(db: Db, runId: string): Promise<RunObservation[]> {
  const rows = await db
    .select({ observation: observations, key: tableKeys.name, promise: tableKeys.promise, reasons: reasonSets.reasons })
    .from(observations)
    .innerJoin(keyVersions, eq(keyVersions.id, observations.keyVersionId))
    .innerJoin(tableKeys, eq(tableKeys.id, keyVersions.tableKeyId))
    .leftJoin(reasonSets, eq(reasonSets.id, observations.notComputedId))
    .where(eq(observations.runId, runId))
    .orderBy(asc(tableKeys.position), asc(tableKeys.name));
  return rows.map(({ observation, key, promise, reasons }) => ({
    keyVersionId: observation.keyVersionId,
    key,
    promise,
    engine: observation.engine,
    observedAt: observation.observedAt,
    snapshotId: observation.snapshotId,
    trustLevel: observation.trustLevel,
    trustDirection: observation.trustDirection,
    values: Object.fromEntries(RUN_METRIC_NAMES.map((name) => [name, observation[name]])) as RunObservation["values"],
    notComputed: reasons ?? {},
  }));
}
