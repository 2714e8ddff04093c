import { and, desc, eq, gt, isNotNull, lt, lte, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { causeFacts } from "../schema/cause-facts.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { snapshots } from "../schema/snapshots.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";

export type CauseFactsRow = typeof causeFacts.$inferSelect;

/** What a run found out about the causes of one key's duplicates. */
export type FoundCauses = { duplicatedKeys: number } & ({ causes: CauseFacts } | { causes: null; notExplained: string });

/** Stores the causes of a snapshot, in the place of what an earlier reading of it found. */
export async function storeCauseFacts(
  db: Db,
  at: { keyVersionId: number; snapshotId: string; committedAt: Date },
  found: FoundCauses,
): Promise<void> {
  const said = { notExplained: null, ...found };
  await db
    .insert(causeFacts)
    .values({ ...at, ...said })
    .onConflictDoUpdate({ target: [causeFacts.keyVersionId, causeFacts.snapshotId], set: { ...said, storedAt: sql`now()` } });
}

/** The causes of one snapshot; null: none of its keys was duplicated, or it was not read. */
export async function findCauseFacts(
  db: Db,
  { keyVersionId, snapshotId }: { keyVersionId: number; snapshotId: string },
): Promise<CauseFactsRow | null> {
  const [found] = await db
    .select()
    .from(causeFacts)
    .where(and(eq(causeFacts.keyVersionId, keyVersionId), eq(causeFacts.snapshotId, snapshotId)));
  return found ?? null;
}

/** The causes that were told last of snapshots up to a time; null: none were. */
export async function findCausesUpTo(db: Db, { keyVersionId, upTo }: { keyVersionId: number; upTo: Date }): Promise<CauseFacts | null> {
  const [found] = await db
    .select({ causes: causeFacts.causes })
    .from(causeFacts)
    .where(and(eq(causeFacts.keyVersionId, keyVersionId), lte(causeFacts.committedAt, upTo), isNotNull(causeFacts.causes)))
    .orderBy(desc(causeFacts.committedAt), desc(causeFacts.snapshotId))
    .limit(1);
  return found?.causes ?? null;
}

/** The causes as they were before a compaction. */
export interface CausesBefore {
  /** The compaction. */
  compaction: { snapshotId: string; committedAt: Date };
  found: CauseFactsRow;
}

/**
 * The causes of the last snapshot read before the newest compaction (`replace`) up to one, which may have erased what they were told by. null: there
 * was none, none of the keys was duplicated then as far as anybody read, or none was in between.
 */
export async function findCausesBeforeCompaction(
  db: Db,
  { tableId, keyVersionId, upTo }: { tableId: string; keyVersionId: number; upTo: Date },
): Promise<CausesBefore | null> {
  const [compaction] = await db
    .select({ snapshotId: snapshots.snapshotId, committedAt: snapshots.committedAt })
    .from(snapshots)
    .where(and(eq(snapshots.tableId, tableId), eq(snapshots.operation, "replace"), lte(snapshots.committedAt, upTo)))
    .orderBy(desc(snapshots.committedAt))
    .limit(1);
  if (compaction === undefined) return null;
  const [found] = await db
    .select()
    .from(causeFacts)
    .where(and(eq(causeFacts.keyVersionId, keyVersionId), lt(causeFacts.committedAt, compaction.committedAt)))
    .orderBy(desc(causeFacts.committedAt), desc(causeFacts.snapshotId))
    .limit(1);
  if (found === undefined) return null;
  const [clean] = await db
    .select({ snapshotId: snapshotFacts.snapshotId })
    .from(snapshotFacts)
    .where(
      and(
        eq(snapshotFacts.keyVersionId, keyVersionId),
        gt(snapshotFacts.committedAt, found.committedAt),
        lte(snapshotFacts.committedAt, upTo),
        eq(snapshotFacts.surplus_rows, 0),
      ),
    )
    .limit(1);
  return clean === undefined ? { compaction, found } : null;
}
