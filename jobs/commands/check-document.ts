import type { MetricReading } from "#lib/checks/registry.ts";
import { sumCountedTwice } from "#lib/causes/harm.ts";
import { toProvisionalDocument } from "#lib/causes/to-provisional-document.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
import type { Facts } from "#lib/iceberg/contract.ts";

type Explained = Pick<
  CheckDocument,
  "causes" | "provisional" | "undecided" | "notExplained" | "causeNotes" | "measure" | "notMeasured" | "drift"
>;

/** The document that `check` prints. In: the measure that was asked for, null: none. Throws ZodError when the facts break the contract. */
export function toCheckDocument(
  { table, measure }: { table: string; measure: string | null },
  facts: Facts,
  readings: readonly MetricReading[],
): CheckDocument {
  const { keyProfile, snapshot, causes, samples, trust, comparison, engine, cost } = facts;
  return CheckDocument.parse({
    table,
    snapshotId: snapshot?.id ?? null,
    metrics: Object.fromEntries(readings.map(({ name, reading }) => [name, typeof reading === "number" ? reading : null])),
    notComputed: Object.fromEntries(
      readings.flatMap(({ name, reading }) => (typeof reading === "number" ? [] : [[name, reading.notComputed]])),
    ),
    partitionsPerKey: keyProfile.partitionsPerKey.value,
    ...explained(causes, measure),
    samples: samples.map(({ key, rowCount, partitions, keyBytesHex, rows, verdict }) => ({
      key,
      rows: rowCount,
      partitions,
      keyBytes: keyBytesHex,
      cause: verdict?.cause ?? null,
      winner: verdict?.winner ?? null,
      undecided: verdict?.undecided ?? [],
      provisional: verdict?.doubt != null,
      evidence: rows,
    })),
    trust,
    comparison,
    engine,
    cost,
  });
}

function explained(causes: Facts["causes"], asked: string | null): Explained {
  if (causes.value === null) {
    const { reason } = causes;
    const notMeasured = asked === null ? null : reason;
    return { causes: null, provisional: {}, undecided: [], notExplained: reason, causeNotes: [], measure: null, notMeasured, drift: null };
  }
  const { shares, undecided, measure, drift, notes } = causes.value;
  return {
    causes: Object.fromEntries(shares.map(({ cause, keys }) => [cause, keys])),
    provisional: toProvisionalDocument(causes.value),
    undecided,
    notExplained: null,
    causeNotes: notes,
    measure: measure?.value ? summed(measure.value, sumCountedTwice(shares)) : null,
    notMeasured: measure?.value === null ? measure.reason : null,
    drift,
  };
}

function summed({ column, rowsWithout }: { column: string; rowsWithout: number }, sum: string | null): CheckDocument["measure"] {
  return { column, sum, rowsWithout };
}
