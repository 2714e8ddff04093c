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
