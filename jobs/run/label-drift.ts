import type { Db } from "#db/client.ts";
import { findCauseFacts, findCausesUpTo } from "#db/queries/cause-facts.ts";
import { labelSampledKey } from "#lib/causes/drift/label-sampled-key.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { SampledKey, SnapshotFacts } from "#lib/iceberg/contract.ts";
import type { DriftLabel } from "#lib/drift-names.ts";

/** Those that say of each row what put it there; the others say that nothing known did, which holds for the snapshot alone that was looked at. */
const EXPLAINED: ReadonlySet<DriftLabel> = new Set<DriftLabel>(["topic_recreated", "count_raised", "another_client"]);

/**
 * A key that was looked up, with how its partitions came about: which clients wrote a topic over how many partitions is told by rows of the whole
 * table, so it is taken from the causes that are stored of the same snapshot, or of the last one before it. In: its rows, not masked.
 */
export async function labelDrift(
  db: Db,
  found: SampledKey,
  { snapshot, keyVersionId }: { snapshot: SnapshotFacts | null; keyVersionId: number | null },
): Promise<SampledKey> {
  const { verdict } = found;
  if (verdict?.cause !== "partition_drift" || snapshot === null || keyVersionId === null) return found;
  return { ...found, verdict: { ...verdict, drift: await findLabel(db, found, { snapshot, keyVersionId }) } };
}

async function findLabel(
  db: Db,
  { rows }: SampledKey,
  { snapshot: { id: snapshotId, committedAt }, keyVersionId }: { snapshot: SnapshotFacts; keyVersionId: number },
): Promise<KeyVerdict["drift"]> {
  const same = await findCauseFacts(db, { keyVersionId, snapshotId });
  if (same?.causes) return labelSampledKey(rows, same.causes.drift);
  const before = await findCausesUpTo(db, { keyVersionId, upTo: new Date(committedAt) });
  const label = labelSampledKey(rows, before?.drift ?? null);
  return label !== null && EXPLAINED.has(label) ? label : null;
}
