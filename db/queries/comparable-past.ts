import { and, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { observations } from "../schema/observations.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { OBSERVATION_METRIC_NAMES, type MetricName, type ObservationMetricName, type SnapshotMetricName } from "#lib/names.ts";

/** An earlier observation with what judging asks of it; numbers that are not known are null. */
export interface PastObservation {
  observedAt: Date;
  values: Partial<Record<MetricName, number | null>>;
}

const OF_RUN = new Set<MetricName>(OBSERVATION_METRIC_NAMES);

/** What is judged by its past, what that grows with, and the number whose first surplus row is told. */
const ASKED = new Set<MetricName>([
  "surplus_rows",
  ...CHECKS.flatMap(listMetrics).flatMap(({ name, declaration: { change } }) =>
    change === undefined ? [] : [name, ...(change.per === undefined ? [] : [change.per])],
  ),
]);
const COLUMNS = Object.fromEntries(
  [...ASKED].map((name) => [
    name,
    OF_RUN.has(name) ? observations[name as ObservationMetricName] : snapshotFacts[name as SnapshotMetricName],
  ]),
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
