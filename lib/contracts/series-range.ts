/** The stretch of time that charts show, as an address writes it: `14d`, `all`, or `<from>~<to>` in ISO 8601. */

const HOUR_SECONDS = 3600;

/** What the range control offers, with the length of each in seconds; `all`: from the first number on. */
export const RANGES = [
  { name: "24h", label: "24 h", seconds: 24 * HOUR_SECONDS },
  { name: "7d", label: "7 d", seconds: 7 * 24 * HOUR_SECONDS },
  { name: "14d", label: "14 d", seconds: 14 * 24 * HOUR_SECONDS },
  { name: "30d", label: "30 d", seconds: 30 * 24 * HOUR_SECONDS },
  { name: "all", label: "All", seconds: null },
] as const;
export const RANGE_DEFAULT = "14d";

export type Range = { kind: "last"; seconds: number } | { kind: "all" } | { kind: "span"; from: Date; to: Date };

/** Charts of less would have nothing between their edges. */
const SPAN_MS_MIN = 1000;
/** Later ones are written with more digits, which Postgres does not read. */
const TIME_MAX = Date.UTC(10_000, 0);

/** What a written range means; nothing is the default, null is no range. */
export function parseRange(text: string | undefined): Range | null {
  if (text === undefined || text === "") return parseRange(RANGE_DEFAULT);
  const named = RANGES.find(({ name }) => name === text);
  if (named) return named.seconds === null ? { kind: "all" } : { kind: "last", seconds: named.seconds };
  const [, hours, days] = /^(?:(\d{1,5})h|(\d{1,4})d)$/.exec(text) ?? [];
  const seconds = Number(hours ?? 0) * HOUR_SECONDS + Number(days ?? 0) * 24 * HOUR_SECONDS;
  if (seconds > 0) return { kind: "last", seconds };
  const [from, to, rest] = text.split("~").map((one) => new Date(one));
  if (from === undefined || to === undefined || rest !== undefined) return null;
  return to.getTime() - from.getTime() >= SPAN_MS_MIN && from.getTime() >= 0 && to.getTime() < TIME_MAX ? { kind: "span", from, to } : null;
}

/** Numbers that fill less of a range than this would be a sliver of it. */
const FILLED_MIN = 0.2;

/**
 * What is shown of a table where nobody chose: the default, or the shortest longer range that holds its newest number, if its numbers fill enough
 * of it; else all of them.
 */
export function usualRange({ earliest, latest }: { earliest: Date | null; latest: Date | null }, now: Date): string {
  if (latest === null) return RANGE_DEFAULT;
  const from = RANGES.findIndex(({ name }) => name === RANGE_DEFAULT);
  const fits = RANGES.slice(from).find(({ seconds }) => {
    if (seconds === null) return true;
    const begin = now.getTime() - seconds * 1000;
    return latest.getTime() >= begin && latest.getTime() - Math.max(begin, earliest?.getTime() ?? 0) >= FILLED_MIN * seconds * 1000;
  });
  return fits?.name ?? "all";
}

/** `<from>~<to>`, to the second: what `parseRange` reads back. */
export function writeSpan(from: Date, to: Date): string {
  const whole = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
  return `${whole(from)}~${whole(to)}`;
}

/** Of the numbers' own time, left free at both ends of a range that shows all of them. */
const PADDING = 0.02;

/**
 * The half-open `[from, to)` of a range; `now` is the table's own and is in a range of the last days. `all` is as long as the numbers, from
 * `earliest` to `latest`, and at least an hour; both null: there are none.
 */
export function resolveRange(
  range: Range,
  { now, earliest, latest }: { now: Date; earliest: Date | null; latest: Date | null },
): { from: Date; to: Date } {
  if (range.kind === "span") return { from: range.from, to: range.to };
  if (range.kind === "last") {
    const to = new Date(now.getTime() + 1);
    return { from: new Date(to.getTime() - range.seconds * 1000), to };
  }
  const [first, last] = [(earliest ?? now).getTime(), (latest ?? now).getTime()];
  const missing = Math.max(0, HOUR_SECONDS * 1000 - (last - first));
  const free = (last - first) * PADDING + missing / 2;
  return { from: new Date(first - free), to: new Date(last + free + 1) };
}
