import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { findFacts, type StoredFacts } from "./facts.ts";

/**
 * The facts of a key at one snapshot, those of the current key version first; without a snapshot, of the one committed last that the current
 * version was read at. null: there are none.
 */
export async function findFactsOfKey(
  db: Db,
  { tableKeyId, snapshotId }: { tableKeyId: string; snapshotId?: string | undefined },
): Promise<StoredFacts | null> {
  const [found] = await db
    .select({ keyVersionId: snapshotFacts.keyVersionId, snapshotId: snapshotFacts.snapshotId, engine: snapshotFacts.engine })
    .from(snapshotFacts)
    .innerJoin(keyVersions, eq(keyVersions.id, snapshotFacts.keyVersionId))
    .where(
      and(
        eq(keyVersions.tableKeyId, tableKeyId),
        snapshotId === undefined ? sql`${keyVersions.supersededAt} is null` : eq(snapshotFacts.snapshotId, snapshotId),
      ),
    )
    .orderBy(desc(sql`${keyVersions.supersededAt} is null`), desc(snapshotFacts.committedAt), asc(snapshotFacts.engine))
    .limit(1);
  return found ? await findFacts(db, found) : null;
}
