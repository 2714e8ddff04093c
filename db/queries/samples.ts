import { and, asc, desc, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { samples } from "../schema/samples.ts";

export type SampleRecord = Omit<typeof samples.$inferSelect, "storedAt">;

/** The sampled keys of a snapshot, worst first; empty when none was duplicated or the sample has expired. */
export async function listSamples(
  db: Db,
  { keyVersionId, snapshotId }: { keyVersionId: number; snapshotId: string },
): Promise<SampleRecord[]> {
  return await db
    .select()
    .from(samples)
    .where(and(eq(samples.keyVersionId, keyVersionId), eq(samples.snapshotId, snapshotId)))
    .orderBy(asc(samples.rank));
}

/** The latest stored sample of one key, of any version of the table key; null when none is stored. */
export async function findSample(db: Db, { tableKeyId, keyHash }: { tableKeyId: string; keyHash: string }): Promise<SampleRecord | null> {
  const rows = await db
    .select({ sample: samples })
    .from(samples)
    .innerJoin(keyVersions, eq(keyVersions.id, samples.keyVersionId))
    .where(and(eq(keyVersions.tableKeyId, tableKeyId), eq(samples.keyHash, keyHash)))
    .orderBy(desc(samples.storedAt))
    .limit(1);
  return rows[0]?.sample ?? null;
}
