import { sayCountedTwice } from "#lib/causes/harm.ts";
import type { MetricReading } from "#lib/checks/registry.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
import { sumDecimals } from "#lib/decimal-text.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { CauseShare } from "#lib/iceberg/contract-causes.ts";

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

function explained(causes: Facts["causes"]): Pick<CheckDocument, "causes" | "undecided" | "notExplained" | "measure" | "drift" | "notes"> {
  if (causes.value === null) return { causes: null, undecided: [], notExplained: causes.reason, measure: null, drift: null, notes: [] };
  const { shares, undecided, measure, drift, notes } = causes.value;
  return {
    causes: Object.fromEntries(shares.map(({ cause, keys }) => [cause, keys])),
    undecided,
    notExplained: null,
    measure: measure?.value ? { ...measure.value, sum: sumOf(shares) } : null,
    drift,
    notes: measure?.value === null ? [sayCountedTwice(causes.value), ...notes] : notes,
  };
}

/** Added exactly; null: a part of it is not known. */
function sumOf(shares: readonly CauseShare[]): string | null {
  const parts = shares.flatMap(({ measure }) => measure ?? []);
  if (shares.length === 0) return "0";
  return parts.length < shares.length ? null : sumDecimals(parts);
}
