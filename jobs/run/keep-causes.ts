import type { Db } from "#db/client.ts";
import type { KeyResult, StoredSample } from "#db/queries/complete-run.ts";
import { findEarlierCauses } from "#db/queries/samples.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { CauseName, EvidenceName } from "#lib/names.ts";

/** Those that are told by sequence numbers, which a compaction writes anew. */
const BY_SEQUENCE: readonly CauseName[] = ["delete_in_same_commit", "delete_in_other_partition", "appended_without_delete"];
/** What a key may seem to be once they are gone. */
const AFTERWARDS: ReadonlySet<CauseName> = new Set<CauseName>([...BY_SEQUENCE, "upsert_off", "unknown"]);
const ERASED: EvidenceName = "sequence number before the compaction";

interface Read {
  committedAt: Date;
  /** Snapshots that the table's metadata lists. */
  retained: ReadonlySet<string>;
}

/**
 * The same results, where each sampled key whose evidence a compaction erased names the cause that it was found to have before, as far as a sample of
 * an earlier snapshot is kept. A row whose commit is no longer retained may come from a compaction too.
 */
export async function keepCauses(db: Db, results: readonly KeyResult[], read: Read): Promise<KeyResult[]> {
  return await Promise.all(results.map(async (result) => await keepCausesOf(db, result, read)));
}

async function keepCausesOf(db: Db, result: KeyResult, { committedAt, retained }: Read): Promise<KeyResult> {
  const { keyVersionId, samples } = result;
  const erased = new Set(samples.filter((sample) => isErased(sample, retained)));
  const keyHashes = [...erased].map(({ keyHash }) => keyHash);
  const earlier = await findEarlierCauses(db, { keyVersionId, before: committedAt, keyHashes, causes: BY_SEQUENCE });
  if (earlier.size === 0) return result;
  return {
    ...result,
    samples: samples.map((sample) => (erased.has(sample) ? withBefore(sample, earlier.get(sample.keyHash)) : sample)),
  };
}

function withBefore(sample: StoredSample, before: KeyVerdict["before"]): StoredSample {
  const { verdict } = sample;
  // A compaction that left the cause to be seen took nothing away.
  if (verdict == null || before === undefined || before.cause === verdict.cause) return sample;
  return { ...sample, verdict: { ...verdict, before } };
}

function isErased({ verdict, rows }: StoredSample, retained: Read["retained"]): boolean {
  if (verdict == null) return false;
  if (verdict.undecided.some(({ missing }) => missing.includes(ERASED))) return true;
  const isForgotten = (addedBy: string | null | undefined): boolean => addedBy != null && !retained.has(addedBy);
  return AFTERWARDS.has(verdict.cause) && rows.some(({ evidence }) => evidence?.compacted === true || isForgotten(evidence?.addedBy));
}
