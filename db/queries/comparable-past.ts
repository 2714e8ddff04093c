import { and, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { observations } from "../schema/observations.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { growsWith, isRunMetric, METRICS, SHOWN_METRIC_NAMES, type MetricName, type SnapshotMetricName } from "#lib/metrics.ts";

/** An earlier observation with what judging asks of it; numbers that are not known are null. */
export interface PastObservation {
  observedAt: Date;
  values: Partial<Record<MetricName, number | null>>;
}

/** What is judged by its past, what that grows with, and the number whose first surplus row opens an incident. */
const COMPARED = new Set<MetricName>([
  "surplus_rows",
  ...SHOWN_METRIC_NAMES.flatMap((name) => (METRICS[name].change === undefined ? [] : [name, growsWith(METRICS[name]) ?? name])),
]);
const COLUMNS = Object.fromEntries(
  [...COMPARED].map((name) => [name, isRunMetric(name) ? observations[name] : snapshotFacts[name as SnapshotMetricName]]),
);

const HOUR = sql`date_bin('1 hour', ${observations.observedAt}, 'epoch')`;

/**
 * What observations of a key version by the same engine saw since a moment, newest first: of each UTC hour the last. With `before` none later. Without the run's own,
 * and without the untrusted.
 */
export async function listComparablePast(
  db: Db,
  { keyVersionId, engine, runId, since, before }: { keyVersionId: number; engine: string; runId: string; since: Date; before?: Date },
): Promise<PastObservation[]> {
  const rows = await db
    .selectDistinctOn([HOUR], { observedAt: observations.observedAt, ...COLUMNS })
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
        gte(observations.observedAt, since),
        before && lt(observations.observedAt, before),
        ne(observations.runId, runId),
        ne(observations.trustLevel, "untrusted"),
      ),
    )
    .orderBy(desc(HOUR), desc(observations.observedAt));
  return rows.map(({ observedAt, ...values }) => ({ observedAt, values }));
}
