import type { MetricUnit } from "#lib/names.ts";

const BROKEN: ReadonlySet<MetricUnit> = new Set(["ratio", "seconds"]);

/** A limit that is passed when it is reached, as the number that a bad value is above: one less, or the next smaller number there is. Pure. */
export function badAbove(limit: number, unit: MetricUnit): number {
  if (!BROKEN.has(unit)) return Math.ceil(limit) - 1;
  return step(limit, -1n);
}

/** The limit that every value above `level` reaches and `level` itself does not: the inverse of `badAbove`. Pure. */
export function limitAbove(level: number, unit: MetricUnit): number {
  if (!BROKEN.has(unit)) return Math.floor(level) + 1;
  return step(level, 1n);
}

/** The next number there is below (-1) or above (1) this one. */
function step(number: number, direction: -1n | 1n): number {
  if (!Number.isFinite(number)) return number;
  if (number === 0) return Number(direction) * Number.MIN_VALUE;
  const bits = new BigInt64Array(new Float64Array([number]).buffer);
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? direction : -direction);
  return new Float64Array(bits.buffer)[0] ?? number;
}
