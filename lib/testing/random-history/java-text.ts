import type { PrimitiveType } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { microsecondsOf, typedValue } from "#lib/testing/iceberg-writer/values.ts";

/** A value as e2e/writer prints it: timestamps as a number in their unit, times, dates and floating-point numbers as Java's own toString. */
export function javaText(type: PrimitiveType, value: string | null): string | null {
  if (value === null) return null;
  if (type === "timestamp_ns") return String(typedValue(type, value));
  if (type.startsWith("timestamp")) return String(microsecondsOf(value));
  if (type === "time") return timeText(value);
  if (type === "date") return dateText(value);
  if (type === "float" || type === "double") return floatText(value);
  return value;
}

/** Seconds are left out when they are zero, and a fraction has three or six digits. */
function timeText(value: string): string {
  const [clock = "", fraction = ""] = value.split(".");
  if (fraction === "") return clock.replace(/:00$/, "");
  return `${clock}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, "0")}`;
}

/** The year before the first is 0, and one of five digits has a sign. */
function dateText(value: string): string {
  const [, year = "", rest = "", before] = /^(\d+)(-\d\d-\d\d)( \(BC\))?$/.exec(value) ?? [];
  if (before !== undefined) return `${year === "0001" ? "" : "-"}${String(Number(year) - 1).padStart(4, "0")}${rest}`;
  return year.length > 4 ? `+${value}` : value;
}

function floatText(value: string): string {
  if (value === "nan") return "NaN";
  if (value.endsWith("inf")) return value.replace("inf", "Infinity");
  const number = Number(value);
  if (Math.abs(number) < 1e7) return value;
  const [digits = "", exponent = ""] = number.toExponential().split("e+");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${exponent}`;
}
