import { and, eq, isNull, max, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { tableKeys } from "../schema/table-keys.ts";

export interface KeyVersion {
  id: number;
  /** From 1, for people. */
  version: number;
  /** This call made it. */
  created: boolean;
}

/** Any version of a key, for the right side of an `=` in a query. */
export function versionsOf(tableKeyId: string): SQL {
  return sql`any (array(select id from key_versions where table_key_id = ${tableKeyId}))`;
}

/** What a key's numbers depend on: as a hash, and for people. */
export interface KeyContent {
  contentHash: string;
  content: Record<string, unknown>;
}

/**
 * The version of a key that has this content hash, made the current one; a hash seen before returns its old version, with its facts.
 * Safe to call at once from several workers.
 */
export async function ensureKeyVersion(db: Db, tableKeyId: string, { contentHash, content }: KeyContent): Promise<KeyVersion> {
  const isCurrent = and(eq(keyVersions.tableKeyId, tableKeyId), isNull(keyVersions.supersededAt));
  return await db.transaction(async (tx) => {
    await tx.select({ id: tableKeys.id }).from(tableKeys).where(eq(tableKeys.id, tableKeyId)).for("update");
    const [known] = await tx
      .select({ id: keyVersions.id, version: keyVersions.version, supersededAt: keyVersions.supersededAt })
      .from(keyVersions)
      .where(and(eq(keyVersions.tableKeyId, tableKeyId), eq(keyVersions.contentHash, contentHash)));
    if (known && known.supersededAt === null) return { id: known.id, version: known.version, created: false };
    await tx
      .update(keyVersions)
      .set({ supersededAt: sql`now()` })
      .where(isCurrent);
    if (known) {
      await tx.update(keyVersions).set({ supersededAt: null }).where(eq(keyVersions.id, known.id));
      return { id: known.id, version: known.version, created: false };
    }
    const [last] = await tx
      .select({ version: max(keyVersions.version) })
      .from(keyVersions)
      .where(eq(keyVersions.tableKeyId, tableKeyId));
    const version = (last?.version ?? 0) + 1;
    const [made] = await tx.insert(keyVersions).values({ tableKeyId, version, content, contentHash }).returning({ id: keyVersions.id });
    if (!made) throw new Error(`key version ${version} of key ${tableKeyId} was not inserted`);
    return { id: made.id, version, created: true };
  });
}
