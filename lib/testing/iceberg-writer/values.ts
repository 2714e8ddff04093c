import { decimalParts } from "./iceberg-schema.ts";
import type { PartitionValue, PrimitiveType } from "./iceberg-schema.ts";

/**
 * A value of a column as its typed form. Text in: dates `2024-01-31`, timestamps `2024-01-31 10:00:00[.ffffff]` in UTC, bytes and nothing
 * else in hex, decimals with all digits of their scale. Out: as PartitionValue says, decimals as their unscaled number.
 */
export function typedValue(type: PrimitiveType, text: string): PartitionValue {
  const decimal = decimalParts(type);
  if (decimal !== null) return BigInt(unscaledText(text, decimal.scale));
  if (type === "boolean") return text === "true";
  if (type === "int" || type === "float" || type === "double") return Number(text);
  if (type === "long") return BigInt(text);
  if (type === "date") return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
  if (type === "timestamp" || type === "timestamptz") return microsecondsOf(text);
  if (type === "uuid") return Buffer.from(text.replaceAll("-", ""), "hex");
  if (type === "binary") return Buffer.from(text, "hex");
  return text;
}

function unscaledText(text: string, scale: number): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return whole + fraction.padEnd(scale, "0").slice(0, scale);
}

/** Microseconds since 1970 of `2024-01-31 10:00:00[.ffffff]`, taken as UTC. */
export function microsecondsOf(text: string): bigint {
  const [seconds = "", fraction = ""] = text.split(".");
  return BigInt(Date.parse(`${seconds.replace(" ", "T")}Z`)) * 1000n + BigInt(fraction.padEnd(6, "0"));
}

/** Two's complement, big-endian: as few bytes as hold the number, or exactly `size`. */
export function bigEndian(value: bigint, size?: number): Buffer {
  let bytes = size ?? 1;
  while (size === undefined && BigInt.asIntN(bytes * 8, value) !== value) bytes++;
  const hex = BigInt.asUintN(bytes * 8, value)
    .toString(16)
    .padStart(bytes * 2, "0");
  return Buffer.from(hex, "hex");
}

/** Iceberg's binary single-value serialization, as bounds and partition summaries hold it. */
export function singleValue(type: PrimitiveType, value: Exclude<PartitionValue, null>): Buffer {
  if (decimalParts(type) !== null && typeof value === "bigint") return bigEndian(value);
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value === "boolean") return Buffer.from([value ? 1 : 0]);
  const bytes = Buffer.alloc(type === "int" || type === "date" || type === "float" ? 4 : 8);
  if (type === "float") bytes.writeFloatLE(Number(value));
  else if (type === "double") bytes.writeDoubleLE(Number(value));
  else if (bytes.length === 4) bytes.writeInt32LE(Number(value));
  else bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

/** The order that Iceberg gives to values of one type: text and bytes by unsigned bytes. */
function compareValues(a: Exclude<PartitionValue, null>, b: Exclude<PartitionValue, null>): number {
  const left = typeof a === "string" ? Buffer.from(a) : a;
  const right = typeof b === "string" ? Buffer.from(b) : b;
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The smallest and the greatest of the values, or null when there are none. */
export function boundsOf(
  values: readonly PartitionValue[],
): { lower: Exclude<PartitionValue, null>; upper: Exclude<PartitionValue, null> } | null {
  const present = values.filter((value) => value !== null).toSorted(compareValues);
  const [lower] = present;
  const upper = present.at(-1);
  return lower === undefined || upper === undefined ? null : { lower, upper };
}
