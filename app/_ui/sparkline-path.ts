/** Where in the range, from 0 to 1, and the lowest and highest number there. */
export type SparklinePoint = readonly [x: number, min: number, max: number];

export const SPARKLINE = { width: 72, height: 22, base: 20.5 } as const;
const LEFT = 1;
const RIGHT = 68;
const TOP = 3;
const ZERO = 20;

interface SparklinePath {
  /** SVG path data; "" when there is nothing to draw but the base line. */
  line: string;
  /** Of the part that matters now: from the first point of the run at the end that reaches `hotFrom`; "" when there is none. */
  hot: string;
  end: { x: number; y: number };
}

/**
 * The line of a small series from 0 to its highest number, straight between snapshots, ending in `current` at the right edge: a table stays
 * as its newest snapshot says. Pure.
 */
export function sparklinePath(points: readonly SparklinePoint[], current: number, hotFrom: number | null): SparklinePath {
  const top = points.reduce((most, [, , max]) => Math.max(most, max), current);
  const place = (x: number, value: number) => ({
    x: round(LEFT + Math.min(Math.max(x, 0), 1) * (RIGHT - LEFT)),
    y: round(top <= 0 ? ZERO : ZERO - (value / top) * (ZERO - TOP)),
  });
  const end = place(1, current);
  if (top <= 0) return { line: "", hot: "", end };
  const corners: { x: number; y: number; value: number }[] = [];
  for (const [x, min, max] of points) {
    const before = corners.at(-1)?.value ?? min;
    // A rise goes through the low first, a fall through the high.
    const order = min === max ? [min] : before <= (min + max) / 2 ? [min, max] : [max, min];
    for (const value of order) corners.push({ ...place(x, value), value });
  }
  corners.push({ ...end, value: current });
  const cool = hotFrom === null || current < hotFrom ? corners.length : corners.findLastIndex(({ value }) => value < hotFrom) + 1;
  // The hot part begins where the last cool point lies, so that the rise itself is in it.
  return {
    line: pathOf(corners.slice(0, Math.max(cool, 1))),
    hot: cool === corners.length ? "" : pathOf(corners.slice(Math.max(cool - 1, 0))),
    end,
  };
}

function pathOf(corners: readonly { x: number; y: number }[]): string {
  return corners.length < 2 ? "" : corners.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
