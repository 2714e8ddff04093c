import { and, desc, eq, ne } from "drizzle-orm";
import type { Db } from "../client.ts";
import { SNAPSHOT_METRIC_NAMES } from "../columns.ts";
import { observations } from "../schema/observations.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { OBSERVATION_METRIC_NAMES, type MetricName } from "#lib/names.ts";

/** An earlier observation with the facts of the snapshot that it saw; numbers that are not known are null. */
export interface PastObservation {
  observedAt: Date;
  values: Partial<Record<MetricName, number | null>>;
}

/** What the newest 50 observations of a key version by the same engine saw, newest first; without the run's own, and without the untrusted. */
export async function listComparablePast(
  db: Db,
  { keyVersionId, engine, runId, limit = 50 }: { keyVersionId: number; engine: string; runId: string; limit?: number },
): Promise<PastObservation[]> {
  const rows = await db
    .select({ seen: observations, facts: snapshotFacts })
    .from(observations)
    .leftJoin(
      snapshotFacts,
      and(
        eq(snapshotFacts.keyVersionId, observations.keyVersionId),
        eq(snapshotFacts.snapshotId, observations.snapshotId),
        eq(snapshotFacts.engine, observations.engine),
      ),
    )
    .where(
      and(
        eq(observations.keyVersionId, keyVersionId),
        eq(observations.engine, engine),
        ne(observations.runId, runId),
        ne(observations.trustLevel, "untrusted"),
      ),
    )
    .orderBy(desc(observations.observedAt))
    .limit(limit);
  return rows.map(({ seen, facts }) => ({
    observedAt: seen.observedAt,
    values: Object.fromEntries([
      ...SNAPSHOT_METRIC_NAMES.map((name) => [name, facts?.[name] ?? null] as const),
      ...OBSERVATION_METRIC_NAMES.map((name) => [name, seen[name]] as const),
    ]),
  }));
}
