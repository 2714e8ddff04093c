import { and, asc, count, desc, eq, gt, gte, inArray, isNotNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { samples } from "../schema/samples.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import type { FirstCause } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";
import { findBisectedCauses } from "./bisected-causes.ts";

export type SampleRecord = Omit<typeof samples.$inferSelect, "storedAt">;

/** The sample of one snapshot. */
export interface SampleOf {
  keyVersionId: number;
  snapshotId: string;
}

/** The sample of one snapshot, or the keys of it that have one cause. */
export interface SampledCause extends SampleOf {
  cause?: CauseName | undefined;
}

function isOf({ keyVersionId, snapshotId, cause }: SampledCause): SQL | undefined {
  return and(
    eq(samples.keyVersionId, keyVersionId),
    eq(samples.snapshotId, snapshotId),
    cause === undefined ? undefined : eq(samples.cause, cause),
  );
}

/**
 * The sampled keys of a snapshot, worst first, of one cause and a page of them if asked; empty when none was duplicated, none has that cause or
 * the sample has expired.
 */
export async function listSamples(
  db: Db,
  { offset = 0, limit, ...of }: SampledCause & { offset?: number; limit?: number },
): Promise<SampleRecord[]> {
  const listed = db.select().from(samples).where(isOf(of)).orderBy(asc(samples.rank)).offset(offset).$dynamic();
  return await (limit === undefined ? listed : listed.limit(limit));
}

/** The latest stored sample of one key, of any version of the table key, or that of one snapshot; null when none is stored. */
export async function findSample(
  db: Db,
  { tableKeyId, keyHash, snapshotId }: { tableKeyId: string; keyHash: string; snapshotId?: string | undefined },
): Promise<SampleRecord | null> {
  const rows = await db
    .select({ sample: samples })
    .from(samples)
    .innerJoin(keyVersions, eq(keyVersions.id, samples.keyVersionId))
    .where(
      and(
        eq(keyVersions.tableKeyId, tableKeyId),
        eq(samples.keyHash, keyHash),
        snapshotId === undefined ? undefined : eq(samples.snapshotId, snapshotId),
      ),
    )
    .orderBy(desc(samples.storedAt))
    .limit(1);
  return rows[0]?.sample ?? null;
}

/**
 * The cause that each key had when it became duplicated, by its hash: what its samples kept of an earlier time, else that of its earliest sample in which
 * it was known, else what a bisection found. Snapshots before the last one without any duplicates do not count. A key without one is left out.
 */
export async function findFirstCauses(
  db: Db,
  { keyVersionId, before, keyHashes }: { keyVersionId: number; before: Date; keyHashes: readonly string[] },
): Promise<Map<string, FirstCause>> {
  if (keyHashes.length === 0) return new Map();
  const [clean] = await db
    .select({ at: snapshotFacts.committedAt })
    .from(snapshotFacts)
    .where(and(eq(snapshotFacts.keyVersionId, keyVersionId), lt(snapshotFacts.committedAt, before), eq(snapshotFacts.surplus_rows, 0)))
    .orderBy(desc(snapshotFacts.committedAt))
    .limit(1);
  const isKept = sql<boolean>`${samples.verdict} ? 'first'`;
  const isEarlier = sql<boolean>`${samples.verdict} -> 'first' ->> 'snapshotId' <> ${samples.snapshotId}::text`;
  const rows = await db
    .selectDistinctOn([samples.keyHash], { keyHash: samples.keyHash, snapshotId: samples.snapshotId, verdict: samples.verdict })
    .from(samples)
    .innerJoin(snapshotFacts, and(eq(snapshotFacts.keyVersionId, samples.keyVersionId), eq(snapshotFacts.snapshotId, samples.snapshotId)))
    .where(
      and(
        eq(samples.keyVersionId, keyVersionId),
        inArray(samples.keyHash, [...keyHashes]),
        or(lt(snapshotFacts.committedAt, before), and(eq(snapshotFacts.committedAt, before), isEarlier)),
        clean === undefined ? undefined : gt(snapshotFacts.committedAt, clean.at),
        or(isKept, ne(samples.cause, "unknown")),
      ),
    )
    .orderBy(samples.keyHash, desc(isKept), asc(snapshotFacts.committedAt));
  const sampled = new Map(
    rows.flatMap(({ keyHash, snapshotId, verdict }) => {
      if (verdict === null) return [];
      const { cause, doubt } = verdict;
      return [[keyHash, verdict.first ?? { cause, snapshotId, ...(doubt && { alternatives: doubt.alternatives }) }] as const];
    }),
  );
  const others = keyHashes.filter((keyHash) => !sampled.has(keyHash));
  return new Map([...sampled, ...(await findBisectedCauses(db, { keyVersionId, keyHashes: others, before, cleanAt: clean?.at ?? null }))]);
}

/** Notes the cause that a key was found to have had when it became duplicated, in all its samples since. */
export async function noteFirstCause(
  db: Db,
  { keyVersionId, keyHash, first, since }: { keyVersionId: number; keyHash: string; first: FirstCause; since: Date },
): Promise<void> {
  const later = db
    .select({ snapshotId: snapshotFacts.snapshotId })
    .from(snapshotFacts)
    .where(and(eq(snapshotFacts.keyVersionId, keyVersionId), gte(snapshotFacts.committedAt, since)));
  await db
    .update(samples)
    .set({ verdict: sql`${samples.verdict} || ${JSON.stringify({ first })}::jsonb` })
    .where(
      and(
        eq(samples.keyVersionId, keyVersionId),
        eq(samples.keyHash, keyHash),
        isNotNull(samples.verdict),
        inArray(samples.snapshotId, later),
      ),
    );
}

/** The sample stored last of a key, or that of one snapshot; null when none is stored. */
export async function findSampleOf(
  db: Db,
  { tableKeyId, snapshotId }: { tableKeyId: string; snapshotId?: string | undefined },
): Promise<SampleOf | null> {
  const [found] = await db
    .select({ keyVersionId: samples.keyVersionId, snapshotId: samples.snapshotId })
    .from(samples)
    .innerJoin(keyVersions, eq(keyVersions.id, samples.keyVersionId))
    .where(and(eq(keyVersions.tableKeyId, tableKeyId), snapshotId === undefined ? undefined : eq(samples.snapshotId, snapshotId)))
    .orderBy(desc(samples.storedAt), desc(samples.snapshotId))
    .limit(1);
  return found ?? null;
}

/** How many keys of a sample have how many rows, fewest rows first. */
export async function countSampledRows(db: Db, of: SampledCause): Promise<{ rowCount: number; keys: number }[]> {
  return await db
    .select({ rowCount: samples.rowCount, keys: count() })
    .from(samples)
    .where(isOf(of))
    .groupBy(samples.rowCount)
    .orderBy(asc(samples.rowCount));
}

export interface NeighbourKey {
  keyHash: string;
  key: string[];
}

/** How many keys of a sample have which cause; those that were not explained are left out. */
export async function countSampledCauses(db: Db, of: SampleOf): Promise<Map<CauseName, number>> {
  const counted = await db
    .select({ cause: samples.cause, keys: count() })
    .from(samples)
    .where(and(isOf(of), isNotNull(samples.cause)))
    .groupBy(samples.cause);
  return new Map(counted.flatMap(({ cause, keys }) => (cause === null ? [] : [[cause, keys] as const])));
}

/** The keys before and after one in its sample, or among those of it that have one cause; null at its ends. */
export async function findNeighbours(
  db: Db,
  { rank, ...of }: SampledCause & { rank: number },
): Promise<{ previous: NeighbourKey | null; next: NeighbourKey | null }> {
  const near = async (side: SQL, order: SQL): Promise<NeighbourKey | null> => {
    const [found] = await db
      .select({ keyHash: samples.keyHash, key: samples.key })
      .from(samples)
      .where(and(isOf(of), side))
      .orderBy(order)
      .limit(1);
    return found ?? null;
  };
  const [previous, next] = await Promise.all([
    near(lt(samples.rank, rank), desc(samples.rank)),
    near(gt(samples.rank, rank), asc(samples.rank)),
  ]);
  return { previous, next };
}
