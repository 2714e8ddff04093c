import { withoutNull, type AvroNode } from "#lib/iceberg/avro/avro-schema.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

const MICROS_PER_DAY = 86_400_000_000n;

/** Type of a field whose source column no schema of the table has: values are compared as they are stored. */
export const UNKNOWN_TYPE = "unknown";

/**
 * One value of a partition tuple as text, the same for every form in which writers store it: whole numbers in digits, dates as days and
 * timestamps as micro- or nanoseconds since the epoch, decimals in digits with their point, times as `hh:mm:ss`, bytes in hex. Equal text means an
 * equal value by the specification, to which 0.0 and -0.0 are two. undefined: the value is none of the type. Pure.
 */
export function partitionValueText(value: unknown, stored: AvroNode, type: IcebergType): string | null | undefined {
  if (value === null || value === undefined) return null;
  const node = withoutNull(stored);
  if (typeof type !== "string") return undefined;
  if (type === "string") return typeof value === "string" ? value : Buffer.isBuffer(value) ? value.toString("utf8") : undefined;
  if (type === "boolean") return typeof value === "boolean" ? String(value) : undefined;
  if (type === "float" || type === "double") return floatText(value);
  if (type === "uuid") return uuidText(value);
  if (type === "binary" || type.startsWith("fixed[")) return bytesText(value);
  if (type.startsWith("decimal(")) return decimalText(value, scaleOf(type), node);
  if (type === UNKNOWN_TYPE) return asStored(value, node);
  const whole = typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
  if (typeof whole !== "bigint") return undefined;
  return wholeText(whole, node.logicalType ?? "", type);
}

function wholeText(value: bigint, logicalType: string, type: string): string | undefined {
  switch (type) {
    case "int":
    case "long":
    case "date":
      return String(value);
    case "time":
      return timeText(logicalType === "time-millis" ? value * 1000n : value);
    case "timestamp":
    case "timestamptz":
      return inUnit(value, logicalType, 1000n);
    case "timestamp_ns":
    case "timestamptz_ns":
      return inUnit(value, logicalType, 1n);
    default:
      return undefined;
  }
}

/** A point in time in the unit of its column, `nanos` each; undefined where that would round it. A number without a unit is in that of its column. */
function inUnit(value: bigint, logicalType: string, nanos: bigint): string | undefined {
  const [, unit = ""] = /(millis|micros|nanos)$/.exec(logicalType) ?? [];
  const own = { millis: 1_000_000n, micros: 1000n, nanos: 1n }[unit] ?? (logicalType === "date" ? MICROS_PER_DAY * 1000n : nanos);
  return (value * own) % nanos === 0n ? String((value * own) / nanos) : undefined;
}

function asStored(value: unknown, node: AvroNode): string | undefined {
  if (Buffer.isBuffer(value)) return value.toString("hex");
  return typeof value === "number" && node.kind !== "int" && node.kind !== "long" ? floatText(value) : String(value);
}

function floatText(value: unknown): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "number") return undefined;
  return Object.is(value, -0) ? "-0" : String(value);
}

function bytesText(value: unknown): string | undefined {
  return Buffer.isBuffer(value) ? value.toString("hex") : undefined;
}

function uuidText(value: unknown): string | undefined {
  const hex = typeof value === "string" ? value.replaceAll("-", "").toLowerCase() : bytesText(value);
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(hex ?? "") ?? [];
  return parts.length === 0 ? undefined : parts.join("-");
}

function scaleOf(type: string): number {
  return Number(/,\s*(\d+)\s*\)$/.exec(type)?.[1] ?? 0);
}

/** The unscaled value as big-endian bytes of any length, or as a plain number. */
function decimalText(value: unknown, scale: number, { logicalType, scale: stored }: AvroNode): string | undefined {
  if (logicalType === "decimal" && stored !== scale) return undefined;
  let unscaled: bigint;
  if (Buffer.isBuffer(value)) unscaled = value.length === 0 ? 0n : BigInt.asIntN(value.length * 8, BigInt(`0x${value.toString("hex")}`));
  else if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) unscaled = BigInt(value);
  else return undefined;
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, point)}${scale > 0 ? `.${digits.slice(point)}` : ""}`;
}

/** A time of day in microseconds; undefined beyond a day. */
function timeText(micros: bigint): string | undefined {
  if (micros < 0n || micros >= MICROS_PER_DAY) return undefined;
  const seconds = micros / 1_000_000n;
  const two = (part: bigint): string => String(part).padStart(2, "0");
  return `${two(seconds / 3600n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}${fractionText(micros % 1_000_000n, 6)}`;
}

function fractionText(fraction: bigint, digits: number): string {
  return fraction === 0n ? "" : `.${String(fraction).padStart(digits, "0").replace(/0+$/, "")}`;
}

/** A timestamp's text as partitionValueText gives it, as people read it; null for one beyond what a Date can hold. Pure. */
export function shownTimestamp(text: string, type: string): string | null {
  const perSecond = type.endsWith("_ns") ? 1_000_000_000n : 1_000_000n;
  const value = BigInt(text);
  const fraction = ((value % perSecond) + perSecond) % perSecond;
  const date = new Date(Number((value - fraction) / perSecond) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const [day = "", clock = ""] = date.toISOString().split("T");
  const zone = type.startsWith("timestamptz") ? "+00" : "";
  return `${day} ${clock.slice(0, 8)}${fractionText(fraction, type.endsWith("_ns") ? 9 : 6)}${zone}`;
}
