import { decimalParts } from "./iceberg-schema.ts";
import type { PartitionValue, PrimitiveType } from "./iceberg-schema.ts";

/**
 * A value of a column as its typed form. Text in: dates `2024-01-31`, times `10:00:00[.ffffff]`, timestamps `2024-01-31 10:00:00[.ffffff]` in UTC (a
 * year before the first is `0044-03-15 (BC)`), bytes in hex, decimals with all digits of their scale, `nan` and `inf`. Out: as PartitionValue
 * says, decimals as their unscaled number.
 */
export function typedValue(type: PrimitiveType, text: string): PartitionValue {
  const decimal = decimalParts(type);
  if (decimal !== null) return BigInt(unscaledText(text, decimal.scale));
  if (type === "boolean") return text === "true";
  if (type === "int") return Number(text);
  if (type === "float" || type === "double") return Number(text.replace("inf", "Infinity"));
  if (type === "long") return BigInt(text);
  if (type === "date") return daysOf(text);
  if (type === "time") return clockNanoseconds(text) / 1000n;
  if (type === "timestamp" || type === "timestamptz") return microsecondsOf(text);
  if (type === "timestamp_ns") return nanosecondsOf(text);
  if (type === "uuid") return Buffer.from(text.replaceAll("-", ""), "hex");
  if (type === "binary") return Buffer.from(text, "hex");
  return text;
}

function unscaledText(text: string, scale: number): string {
  const [whole = "0", fraction = ""] = text.split(".");
  return whole + fraction.padEnd(scale, "0").slice(0, scale);
}

/** Microseconds since 1970 of `2024-01-31 10:00:00[.ffffff]`, with a space or T between date and time, taken as UTC. */
export function microsecondsOf(text: string): bigint {
  return nanosecondsOf(text) / 1000n;
}

function nanosecondsOf(text: string): bigint {
  const at = Math.max(text.lastIndexOf(" "), text.lastIndexOf("T"));
  return BigInt(daysOf(text.slice(0, at))) * 86_400_000_000_000n + clockNanoseconds(text.slice(at + 1));
}

/** Date.parse knows neither years before the first nor those with five digits. */
function daysOf(text: string): number {
  const [, year, month, day, before] = /^(\d+)-(\d\d)-(\d\d)( \(BC\))?$/.exec(text) ?? [];
  const date = new Date(0);
  date.setUTCFullYear(before === undefined ? Number(year) : 1 - Number(year), Number(month) - 1, Number(day));
  return date.getTime() / 86_400_000;
}

function clockNanoseconds(text: string): bigint {
  const [clock = "", fraction = ""] = text.split(".");
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  return BigInt(hours * 3600 + minutes * 60 + seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
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

/** The smallest and the greatest of the values, NaN left out as the specification asks, or null when there are none. */
export function boundsOf(
  values: readonly PartitionValue[],
): { lower: Exclude<PartitionValue, null>; upper: Exclude<PartitionValue, null> } | null {
  const present = values
    .filter((value) => value !== null)
    .filter((value) => !Number.isNaN(value))
    .toSorted(compareValues);
  const [lower] = present;
  const upper = present.at(-1);
  return lower === undefined || upper === undefined ? null : { lower, upper };
}
