import type { Db } from "#db/client.ts";
import type { KeyResult } from "#db/queries/complete-run.ts";
import { findFirstCauses } from "#db/queries/samples.ts";
import type { SampledKey, SnapshotFacts } from "#lib/iceberg/contract.ts";
import type { FirstCause, KeyVerdict } from "#lib/iceberg/contract-causes.ts";

/**
 * The same results, where each sampled key names the cause that it was found to have when it became duplicated, as far as samples of earlier snapshots
 * tell. A key that no earlier one knows has the cause that it has now.
 */
export async function keepCauses(
  db: Db,
  results: readonly KeyResult[],
  { snapshotId, committedAt }: { snapshotId: string; committedAt: Date },
): Promise<KeyResult[]> {
  return await Promise.all(
    results.map(async (result) => {
      const keyHashes = result.samples.flatMap(({ verdict, keyHash }) => (verdict == null ? [] : [keyHash]));
      const earlier = await findFirstCauses(db, { keyVersionId: result.keyVersionId, before: committedAt, keyHashes });
      return { ...result, samples: result.samples.map((sample) => withFirst(sample, earlier.get(sample.keyHash), snapshotId)) };
    }),
  );
}

/** A key that was looked up, with the first cause that is known of it, as its samples have it. */
export async function keepCause(
  db: Db,
  found: SampledKey,
  { keyVersionId, keyHash, snapshot }: { keyVersionId: number | null; keyHash: string; snapshot: SnapshotFacts | null },
): Promise<SampledKey> {
  if (found.verdict == null || keyVersionId === null || snapshot === null) return found;
  const asked = { keyVersionId, before: new Date(snapshot.committedAt), keyHashes: [keyHash] };
  const earlier = (await findFirstCauses(db, asked)).get(keyHash);
  return earlier === undefined ? found : withFirst(found, earlier, snapshot.id);
}

function withFirst<Key extends SampledKey>(sample: Key, earlier: FirstCause | undefined, snapshotId: string): Key {
  const { verdict } = sample;
  if (verdict == null) return sample;
  const first = firstOf(verdict, earlier, snapshotId);
  return first === null ? sample : { ...sample, verdict: { ...verdict, first } };
}

/** What was only probable gives way to what is certain now, where that is one of the causes that it might have been instead. */
function firstOf({ cause, doubt }: KeyVerdict, earlier: FirstCause | undefined, snapshotId: string): FirstCause | null {
  const isCertain = cause !== "unknown" && doubt == null;
  if (earlier !== undefined && !(isCertain && earlier.alternatives?.includes(cause))) return earlier;
  if (cause === "unknown") return null;
  return { cause, snapshotId, ...(doubt && { alternatives: doubt.alternatives }) };
}
