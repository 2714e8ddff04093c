import { bytesOfHex } from "#lib/causes/key-bytes/hex.ts";
import { integerOf, shortestHex } from "#lib/causes/key-bytes/integers.ts";
import { decodeText, foldText } from "#lib/causes/key-bytes/text.ts";

/** A column of a row's business key: its value as DuckDB casts it to text (bytes in hex), and its Iceberg type (`long`, `decimal(12,2)`). */
export interface KeyColumnText {
  text: string;
  type: string;
}

/** A value of the key, in the shapes that a client may have given it. Pure. */
export interface KeyValue {
  family: "text" | "integer" | "boolean" | "float" | "decimal" | "temporal" | "uuid" | "bytes";
  text: string;
  /** As texts are compared. */
  folded: string;
  /** Other texts that mean it in JSON or behind a schema, folded: epochs of a time, a UUID with and without dashes, base64 of bytes and, as Kafka Connect writes them, of a decimal's. */
  others: string[];
  /** Whole numbers that mean it: its own, or days, seconds, milliseconds, microseconds of a date or time. */
  integers: bigint[];
  /** Its bytes: a UUID's sixteen, a binary column's own; else null. */
  bytesHex: string | null;
  /** A decimal's number without its point; else null. */
  unscaled: bigint | null;
  /** IEEE 754, big-endian, in eight and in four bytes; the latter only where it is the same number. Empty where it is no float. */
  floats: { width: 4 | 8; hex: string }[];
}

const UUID_TEXT = /^[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}$/i;

/** Texts of times without the zone, the T and the zeros that clients write or leave out; decimals and floats without zeros at the end or in an exponent. */
export function foldLeaf(text: string, families: readonly KeyValue["family"][]): string {
  let folded = foldText(text);
  if (families.includes("temporal"))
    folded = folded.replace(/^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d:\d\d)(?:(\.\d*[1-9])0*|\.0+)?(?:z|[+-]00(?::?00)?)?$/, "$1 $2$3");
  if (families.includes("decimal") || families.includes("float")) folded = folded.replace(/^(-?\d+)(?:(\.\d*[1-9])0*|\.0+)$/, "$1$2");
  if (families.includes("float")) folded = folded.replace(/^(-?\d(?:\.\d+)?e)\+?(-?)0*(\d+)$/, "$1$2$3");
  return folded;
}

export function familyOf(type: string): KeyValue["family"] {
  if (type === "int" || type === "long") return "integer";
  if (type === "float" || type === "double") return "float";
  if (type.startsWith("decimal")) return "decimal";
  if (/^(?:date|time|timestamp)/.test(type)) return "temporal";
  if (type === "boolean" || type === "uuid") return type;
  return type === "binary" || type.startsWith("fixed[") ? "bytes" : "text";
}

export function keyValue(column: KeyColumnText, families: readonly KeyValue["family"][]): KeyValue {
  const family = familyOf(column.type);
  const bytes = family === "bytes" ? bytesOfHex(column.text) : null;
  const text = bytes === null ? column.text : (decodeText(bytes) ?? column.text);
  const integers = integersOf(family, column);
  const unscaled = family === "decimal" ? integerOf(unscaledText(text)) : null;
  const isUuid = (family === "uuid" || family === "text") && UUID_TEXT.test(text);
  return {
    family,
    text,
    folded: foldLeaf(text, families),
    others: [
      ...(family === "temporal" ? integers.map(String) : []),
      ...(bytes === null ? [] : [foldText(column.text), foldText(base64(bytes))]),
      ...(isUuid ? uuidTexts(text) : []),
      ...(unscaled === null ? [] : [foldText(base64(bytesOfHex(shortestHex(unscaled)) ?? new Uint8Array()))]),
    ],
    integers,
    bytesHex: bytes === null ? (isUuid ? text.replaceAll("-", "").toUpperCase() : null) : column.text.toUpperCase(),
    unscaled,
    floats: family === "float" ? floatHexes(text, column.type) : [],
  };
}

/** Without its dashes, and with them. */
function uuidTexts(text: string): string[] {
  const digits = text.replaceAll("-", "").toLowerCase();
  return [digits, digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")];
}

function integersOf(family: KeyValue["family"], { text, type }: KeyColumnText): bigint[] {
  if (family === "temporal") return epochs(text, type);
  if (family !== "text" && family !== "integer" && family !== "decimal") return [];
  const whole = integerOf(text);
  return whole === null ? [] : [whole];
}

/** Trailing zeros stay: they are digits of the number without its point. */
function unscaledText(text: string): string {
  const digits = text.replace(".", "").replace(/^(-?)0+(?=\d)/, "$1");
  return digits === "-0" ? "0" : digits;
}

/** Days of a date; milli- and microseconds of a time; seconds where they are whole, milli-, micro- and nanoseconds of a timestamp. */
function epochs(text: string, type: string): bigint[] {
  const [, day, clock, fraction = ""] = /^(?:(\d{4}-\d\d-\d\d))?[ ]?(\d\d:\d\d:\d\d)?(?:\.(\d+))?(?:\+00)?$/.exec(text) ?? [];
  const days = day === undefined ? 0n : BigInt(Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000));
  if (type === "date") return day === undefined ? [] : [days];
  const [hours, minutes, seconds] = (clock ?? "").split(":").map(BigInt);
  if (hours === undefined || minutes === undefined || seconds === undefined || (day === undefined) !== (type === "time")) return [];
  const nanoseconds = (((days * 24n + hours) * 60n + minutes) * 60n + seconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
  const units = type === "time" ? [1_000_000n, 1000n] : [1_000_000_000n, 1_000_000n, 1000n, 1n];
  return units
    .flatMap((unit) => (nanoseconds % unit === 0n ? [nanoseconds / unit] : []))
    .filter((value) => BigInt.asIntN(64, value) === value);
}

/** A double is four bytes too only where these hold the same number; a column of floats is a double as its text says it. */
function floatHexes(text: string, type: string): KeyValue["floats"] {
  const value = Number(text);
  if (!Number.isFinite(value)) return [];
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const double = { width: 8 as const, hex: hexOfView(view, 8) };
  view.setFloat32(0, value);
  return type === "float" || view.getFloat32(0) === value ? [double, { width: 4, hex: hexOfView(view, 4) }] : [double];
}

function hexOfView(view: DataView, width: number): string {
  return Array.from({ length: width }, (_, index) => view.getUint8(index).toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
