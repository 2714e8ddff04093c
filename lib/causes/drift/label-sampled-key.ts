import { labelKey, type KeyRow } from "#lib/causes/drift/label-key.ts";
import type { DriftFacts } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { DRIFT_LABELS, type DriftLabel } from "#lib/drift-names.ts";

/** What labelKey asks of a sampled row; null: it lacks a partition or key bytes. Times of rows whose topics have windows by commit do not matter. */
function keyRow({ partition, keyBytesHex, evidence }: SampleRow): KeyRow | null {
  if (partition === null || !/^\d{1,9}$/.test(partition) || keyBytesHex === null || keyBytesHex === "") return null;
  return { partition: Number(partition), keyBytesHex, at: evidence?.kafkaTimestamp ?? null };
}

/**
 * How a sampled key came into several partitions of a topic, by what the table's windows say of its topic; of several such topics the first label
 * in the order of DRIFT_LABELS. null: it did not, its topic is not told, or nothing is known. Pure.
 */
export function labelSampledKey(rows: readonly SampleRow[], drift: DriftFacts | null): DriftLabel | null {
  if (drift === null) return null;
  const found = new Set(
    [...Map.groupBy(rows, ({ topic }) => topic)].map(([topic, own]) => {
      const told = drift.topics.find((one) => one.topic === topic);
      return told
        ? labelKey(
            own.flatMap((row) => keyRow(row) ?? []),
            told,
          )
        : null;
    }),
  );
  return DRIFT_LABELS.find((label) => found.has(label)) ?? null;
}
