const BYTE_UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** Bytes for a person: `512 MiB`, `1.5 GiB`. Steps of 1024, at most one decimal. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), BYTE_UNITS.length - 1);
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${BYTE_UNITS[step]}`;
}

/** A span of time for a person: `0.4 s`, `90 s`, `10 min`, `2.5 h`, and from three days on `3.5 days`, `639 days`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (Math.abs(seconds) >= 3 * 86_400) {
    const days = seconds / 86_400;
    return `${(Math.abs(days) < 10 ? Math.round(days * 10) / 10 : Math.round(days)).toLocaleString("en-US")} days`;
  }
  const [value, unit] = seconds < 120 ? [seconds, "s"] : seconds < 7200 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
  return `${Math.round(value * 10) / 10} ${unit}`;
}

const MINUS = "\u2212";

/** A count for a person: `18,412` up to seven digits, `12.31 M`, `1.2 G` beyond, with a true minus sign. */
export function formatCount(count: number): string {
  const size = Math.abs(count);
  const sign = count < 0 ? MINUS : "";
  if (size < 1e7) return `${sign}${Math.round(size).toLocaleString("en-US")}`;
  const [value, unit] = size < 1e9 ? [size / 1e6, "M"] : size < 1e12 ? [size / 1e9, "G"] : [size / 1e12, "T"];
  return `${sign}${value.toFixed(2)} ${unit}`;
}

/** A ratio with three decimals: `0.171`. */
export function formatRatio(ratio: number): string {
  return ratio.toFixed(3);
}

/** A factor of which the little beyond 1 counts: `1.0045`. */
export function formatFactor(factor: number): string {
  return factor.toFixed(4);
}

/** A round number on an axis: `500`, `20 k`, `1.5 M`. */
export function formatTick(value: number): string {
  const size = Math.abs(value);
  const [scaled, unit] =
    size < 10_000 ? [value, ""] : size < 1e6 ? [value / 1e3, " k"] : size < 1e9 ? [value / 1e6, " M"] : [value / 1e9, " G"];
  // Half of a ratio's axis may be 0.25 or 0.025.
  const places = size < 1 ? 1000 : 10;
  return `${(Math.round(scaled * places) / places).toLocaleString("en-US").replace("-", MINUS)}${unit}`;
}

/** How long ago, or until when, in the largest whole unit: `now` (below 5 s), `40 s`, `26 min`, `26 h`, `3 d`. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds < 5) return "now";
  if (seconds < 100) return `${seconds} s`;
  if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** How long ago something was, in words: `now` (also for a clock that is ahead), `40 s ago`, `3 d ago`. */
export function formatAgo(milliseconds: number): string {
  return milliseconds < 5000 ? "now" : `${formatAge(milliseconds)} ago`;
}

/** What stands before a count that is only a bound: `≥ `, `≤ `, or nothing for null. */
export function boundSign(direction: "at least" | "at most" | null): string {
  return direction === null ? "" : direction === "at least" ? "≥ " : "≤ ";
}

/** An id by its ends where it is long: `6403…5479`. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}

/** A number of a metric with what its unit asks for: counts with separators, bytes and spans with their unit, ratios with three decimals. */
export function formatMetric(value: number, unit: string): string {
  if (unit === "bytes") return formatBytes(value);
  if (unit === "seconds") return formatDuration(value * 1000);
  return unit === "ratio" ? formatRatio(value) : formatCount(value);
}

const BYTE_FACTORS: Record<string, number> = { b: 1 };
for (const [power, letter] of ["k", "m", "g", "t"].entries()) {
  BYTE_FACTORS[`${letter}b`] = 1000 ** (power + 1);
  BYTE_FACTORS[`${letter}ib`] = 1024 ** (power + 1);
}

/** Whole bytes of a written size (`512MiB`, `4 GB`, `1024`, in any case); null when it is none, or not below 2^53. */
export function parseBytes(text: string): number | null {
  const [, digits = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const bytes = Math.round(Number(digits) * (BYTE_FACTORS[unit.toLowerCase() || "b"] ?? Number.NaN));
  return digits !== "" && Number.isSafeInteger(bytes) ? bytes : null;
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Whole seconds of a written span (`90s`, `15m`, `1h30m`, `400d`); null when it is none. A bare number is none: it has no unit. */
export function parseDuration(text: string): number | null {
  if (!/^(?:\d{1,9}[smhd])+$/.test(text)) return null;
  let seconds = 0;
  for (const [, digits, unit = ""] of text.matchAll(/(\d+)([smhd])/g)) seconds += Number(digits) * (SECONDS[unit] ?? Number.NaN);
  return seconds;
}
