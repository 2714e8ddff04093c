import type { MetricUnit } from "#lib/names.ts";

const BROKEN: ReadonlySet<MetricUnit> = new Set(["ratio", "seconds"]);

/** A limit that is passed when it is reached, as the number that a bad value is above: one less, or the next smaller number there is. Pure. */
export function badAbove(limit: number, unit: MetricUnit): number {
  if (!BROKEN.has(unit)) return Math.ceil(limit) - 1;
  if (!Number.isFinite(limit) || limit === 0) return limit === 0 ? -Number.MIN_VALUE : limit;
  const bits = new BigInt64Array(new Float64Array([limit]).buffer);
  bits[0] = (bits[0] ?? 0n) + (limit > 0 ? -1n : 1n);
  return new Float64Array(bits.buffer)[0] ?? limit;
}
