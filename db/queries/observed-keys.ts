import { and, desc, eq, gt, inArray, lte, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { observations } from "../schema/observations.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { PAST_DAYS } from "#lib/judging/expectation.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import { listAcceptedLevels, type ListedLevel } from "./accepted-levels.ts";
import { listComparablePast } from "./comparable-past.ts";
import type { TableWithKeys } from "./tables.ts";
import { RUN_METRIC_NAMES, SNAPSHOT_METRIC_NAMES, type MetricName } from "#lib/metrics.ts";

/** A key as it is judged, with what names its facts. */
export interface StoredObservedKey extends ObservedKey {
  runId: string;
  keyVersionId: number;
  engine: string;
  /** null: the table was never written. */
  snapshot: { id: string; committedAt: Date } | null;
}

const DAY_MS = 86_400_000;

/**
 * What the newest observation saw of each key of a table and what that is measured against at `now`, in the table's order; keys that were never
 * observed are missing. A reading of an older snapshot, which a person asked for, says nothing about the table as it is.
 */
export async function listObservedKeys(db: Db, table: TableWithKeys, now: Date): Promise<StoredObservedKey[]> {
  const accepted = await listAcceptedLevels(db, table.id, now);
  const observed: StoredObservedKey[] = [];
  for (const key of table.keys) {
    const [seen] = key.currentVersionId === null ? [] : await listSeen(db, key.currentVersionId, { limit: 1 });
    if (seen === undefined) continue;
    const { keyVersionId, engine, runId, observedAt } = seen;
    const since = new Date(observedAt.getTime() - PAST_DAYS * DAY_MS);
    observed.push({
      ...seen,
      key: { id: key.id, name: key.name },
      promise: key.promise,
      limits: table.definition.limits,
      accepted: acceptedOf(accepted, key.id),
      past: await listComparablePast(db, { keyVersionId, engine, runId, since }),
    });
  }
  return observed;
}

function acceptedOf(levels: readonly ListedLevel[], tableKeyId: string): ObservedKey["accepted"] {
  const own = levels.filter((level) => level.tableKeyId === tableKeyId);
  return Object.fromEntries(own.map(({ metric, level, by, why, until }) => [metric, { level, by, why, until: until.toISOString() }]));
}

/** What one observation saw of a key. */
export type SeenKey = Pick<
  StoredObservedKey,
  "runId" | "keyVersionId" | "engine" | "observedAt" | "neverWritten" | "snapshot" | "trust" | "values"
>;

/** The newest `limit` observations of a key version that are older than its oldest verdict, oldest first. */
export async function listOlderSeen(db: Db, keyVersionId: number, limit: number): Promise<SeenKey[]> {
  const oldest = sql`(select min(verdicts.observed_at) from verdicts where verdicts.key_version_id = ${keyVersionId})`;
  const seen = await listSeen(db, keyVersionId, { limit, where: sql`${observations.observedAt} < ${oldest}` });
  return seen.toReversed();
}

/** What was seen last of each of these key versions, at most a day before a moment. */
export async function listSeenAt(db: Db, keyVersionIds: readonly number[], at: Date): Promise<SeenKey[]> {
  const rows = await db
    .selectDistinctOn([observations.keyVersionId], { seen: observations, facts: snapshotFacts })
    .from(observations)
    .leftJoin(snapshotFacts, OF_OBSERVATION)
    .where(
      and(
        inArray(observations.keyVersionId, [...keyVersionIds]),
        lte(observations.observedAt, at),
        gt(observations.observedAt, new Date(at.getTime() - DAY_MS)),
      ),
    )
    .orderBy(observations.keyVersionId, desc(observations.observedAt));
  return rows.map(toSeen);
}

const OF_OBSERVATION = and(
  eq(snapshotFacts.keyVersionId, observations.keyVersionId),
  eq(snapshotFacts.snapshotId, observations.snapshotId),
  eq(snapshotFacts.engine, observations.engine),
);

/** Newest first. */
async function listSeen(db: Db, keyVersionId: number, { limit, where }: { limit: number; where?: SQL }): Promise<SeenKey[]> {
  const rows = await db
    .select({ seen: observations, facts: snapshotFacts })
    .from(observations)
    .leftJoin(snapshotFacts, OF_OBSERVATION)
    .where(
      and(
        eq(observations.keyVersionId, keyVersionId),
        sql`not exists (select from runs where runs.id = ${observations.runId} and runs.asked_snapshot_id is not null)`,
        where,
      ),
    )
    .orderBy(desc(observations.observedAt))
    .limit(limit);
  return rows.map(toSeen);
}

type SeenRow = { seen: typeof observations.$inferSelect; facts: typeof snapshotFacts.$inferSelect | null };

function toSeen({ seen, facts }: SeenRow): SeenKey {
  const values: Partial<Record<MetricName, number | null>> = Object.fromEntries([
    ...(facts === null ? [] : SNAPSHOT_METRIC_NAMES.map((name) => [name, facts[name]] as const)),
    ...RUN_METRIC_NAMES.map((name) => [name, seen[name]] as const),
  ]);
  return {
    runId: seen.runId,
    keyVersionId: seen.keyVersionId,
    engine: seen.engine,
    observedAt: seen.observedAt,
    neverWritten: seen.snapshotId === null,
    snapshot: seen.snapshotId === null || facts === null ? null : { id: seen.snapshotId, committedAt: facts.committedAt },
    trust: { level: seen.trustLevel, direction: seen.trustDirection, reasons: facts?.trustReasons ?? [] },
    values,
  };
}
