import type { MetricReading } from "#lib/checks/registry.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
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

type Explained = Pick<CheckDocument, "causes" | "undecided" | "notExplained" | "causeNotes" | "measure" | "drift">;

function explained(causes: Facts["causes"]): Explained {
  if (causes.value === null)
    return { causes: null, undecided: [], notExplained: causes.reason, causeNotes: [], measure: null, drift: null };
  const { shares, undecided, measure, drift, notes } = causes.value;
  return {
    causes: Object.fromEntries(shares.map(({ cause, keys }) => [cause, keys])),
    undecided,
    notExplained: null,
    causeNotes: [...notes, ...(measure?.value === null ? [measure.reason] : [])],
    measure: measure?.value ? { ...measure.value, sum: sumOf(shares) } : null,
    drift,
  };
}

/** Decimal texts of one scale, added exactly; null: a part of it is not known. */
function sumOf(shares: readonly CauseShare[]): string | null {
  const parts = shares.map(({ measure }) => measure);
  if (parts.includes(null)) return null;
  const scale = Math.max(0, ...parts.map((part) => (part ?? "").split(".")[1]?.length ?? 0));
  const units = parts.reduce((sum, part) => sum + toUnits(part ?? "0", scale), 0n);
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const whole = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return `${units < 0n ? "-" : ""}${whole}`;
}

function toUnits(decimal: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = decimal.replace("-", "").split(".");
  const units = BigInt(whole + fraction.padEnd(scale, "0"));
  return decimal.startsWith("-") ? -units : units;
}
