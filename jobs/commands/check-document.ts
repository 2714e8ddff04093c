import type { MetricReading } from "#lib/checks/registry.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
import type { Facts } from "#lib/iceberg/contract.ts";

/** The document that `check` prints. Causes are null until they are explained. Throws ZodError when the facts break the contract. */
export function toCheckDocument(table: string, facts: Facts, readings: readonly MetricReading[]): CheckDocument {
  const { keyProfile, snapshot, samples, trust, comparison, engine, cost } = facts;
  return CheckDocument.parse({
    table,
    snapshotId: snapshot?.id ?? null,
    metrics: Object.fromEntries(readings.map(({ name, reading }) => [name, typeof reading === "number" ? reading : null])),
    notComputed: Object.fromEntries(
      readings.flatMap(({ name, reading }) => (typeof reading === "number" ? [] : [[name, reading.notComputed]])),
    ),
    partitionsPerKey: keyProfile.partitionsPerKey.value,
    causes: null,
    undecided: [],
    samples: samples.map(({ key, rowCount, partitions, keyBytesHex, rows }) => ({
      key,
      rows: rowCount,
      partitions,
      keyBytes: keyBytesHex,
      cause: null,
      evidence: rows,
    })),
    trust,
    comparison,
    engine,
    cost,
  });
}
