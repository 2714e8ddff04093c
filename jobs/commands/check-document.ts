import type { MetricReading } from "#lib/checks/registry.ts";
import { sumCountedTwice } from "#lib/causes/harm.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
import type { Facts } from "#lib/iceberg/contract.ts";

type Explained = Pick<CheckDocument, "causes" | "undecided" | "notExplained" | "causeNotes" | "measure" | "notMeasured" | "drift">;

/** The document that `check` prints. Throws ZodError when the facts break the contract. */
export function toCheckDocument(table: string, facts: Facts, readings: readonly MetricReading[]): CheckDocument {
  const { keyProfile, snapshot, causes, samples, trust, comparison, engine, cost } = facts;
  return CheckDocument.parse({
    table,
    snapshotId: snapshot?.id ?? null,
    metrics: Object.fromEntries(readings.map(({ name, reading }) => [name, typeof reading === "number" ? reading : null])),
    notComputed: Object.fromEntries(
      readings.flatMap(({ name, reading }) => (typeof reading === "number" ? [] : [[name, reading.notComputed]])),
    ),
    partitionsPerKey: keyProfile.partitionsPerKey.value,
    ...explained(causes),
    samples: samples.map(({ key, rowCount, partitions, keyBytesHex, rows, verdict }) => ({
      key,
      rows: rowCount,
      partitions,
      keyBytes: keyBytesHex,
      cause: verdict?.cause ?? null,
      winner: verdict?.winner ?? null,
      undecided: verdict?.undecided ?? [],
      evidence: rows,
    })),
    trust,
    comparison,
    engine,
    cost,
  });
}

function explained(causes: Facts["causes"]): Explained {
  if (causes.value === null)
    return { causes: null, undecided: [], notExplained: causes.reason, causeNotes: [], measure: null, notMeasured: null, drift: null };
  const { shares, undecided, measure, drift, notes } = causes.value;
  return {
    causes: Object.fromEntries(shares.map(({ cause, keys }) => [cause, keys])),
    undecided,
    notExplained: null,
    causeNotes: notes,
    measure: measure?.value ? { ...measure.value, sum: sumCountedTwice(shares) } : null,
    notMeasured: measure?.value === null ? measure.reason : null,
    drift,
  };
}
