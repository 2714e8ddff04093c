const BYTE_UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** Bytes for a person: `512 MiB`, `1.5 GiB`. Steps of 1024, at most one decimal. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), BYTE_UNITS.length - 1);
  return `${Math.round((bytes / 1024 ** step) * 10) / 10} ${BYTE_UNITS[step]}`;
}

/** A span of time for a person: `0.4 s`, `90 s`, `10 min`, `2.5 h`. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  const [value, unit] = seconds < 120 ? [seconds, "s"] : seconds < 7200 ? [seconds / 60, "min"] : [seconds / 3600, "h"];
  return `${Math.round(value * 10) / 10} ${unit}`;
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
