/** Medians of runs that were; null: there was none of the kind. */
export interface ReadingSpeed {
  /** Of runs below SMALL_BYTES. */
  smallMs: number | null;
  /** Of the others. */
  bytesPerMs: number | null;
}

/** Below this a run's time is its start more than its reading. */
export const SMALL_BYTES = 4 * 1024 ** 2;

/** How long a run of so many bytes takes, by how fast others were; null when none was that says so. Pure. */
export function estimateSeconds(bytes: number, { smallMs, bytesPerMs }: ReadingSpeed): number | null {
  if (bytes < SMALL_BYTES) return smallMs === null ? null : smallMs / 1000;
  return bytesPerMs === null ? null : ((smallMs ?? 0) + bytes / bytesPerMs) / 1000;
}
