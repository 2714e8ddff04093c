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

/**
 * The same results, where each sampled key whose evidence a compaction erased names the cause that it was found to have before, as far as a sample of
 * an earlier snapshot is kept.
 */
export async function keepCauses(db: Db, results: readonly KeyResult[], committedAt: Date): Promise<KeyResult[]> {
  return await Promise.all(results.map(async (result) => await keepCausesOf(db, result, committedAt)));
}

async function keepCausesOf(db: Db, result: KeyResult, before: Date): Promise<KeyResult> {
  const { keyVersionId, samples } = result;
  const keyHashes = samples.filter(isErased).map(({ keyHash }) => keyHash);
  const earlier = await findEarlierCauses(db, { keyVersionId, before, keyHashes, causes: BY_SEQUENCE });
  if (earlier.size === 0) return result;
  return { ...result, samples: samples.map((sample) => (isErased(sample) ? withBefore(sample, earlier.get(sample.keyHash)) : sample)) };
}

function withBefore(sample: StoredSample & { verdict: KeyVerdict }, before: KeyVerdict["before"]): StoredSample {
  // A compaction that left the cause to be seen took nothing away.
  if (before === undefined || before.cause === sample.verdict.cause) return sample;
  return { ...sample, verdict: { ...sample.verdict, before } };
}

function isErased(sample: StoredSample): sample is StoredSample & { verdict: KeyVerdict } {
  const { verdict, rows } = sample;
  if (verdict == null) return false;
  if (verdict.undecided.some(({ missing }) => missing.includes(ERASED))) return true;
  return AFTERWARDS.has(verdict.cause) && rows.some(({ evidence }) => evidence?.compacted === true);
}
