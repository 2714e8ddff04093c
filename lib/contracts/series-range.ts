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

/** What is shown of a table where nobody chose: the default, or the shortest longer one that holds its newest number. */
export function usualRange(newest: Date | null, now: Date): string {
  if (newest === null) return RANGE_DEFAULT;
  const age = (now.getTime() - newest.getTime()) / 1000;
  const from = RANGES.findIndex(({ name }) => name === RANGE_DEFAULT);
  return RANGES.slice(from).find(({ seconds }) => seconds === null || age <= seconds)?.name ?? RANGE_DEFAULT;
}

/** `<from>~<to>`, to the second: what `parseRange` reads back. */
export function writeSpan(from: Date, to: Date): string {
  const whole = (at: Date) => `${at.toISOString().slice(0, 19)}Z`;
  return `${whole(from)}~${whole(to)}`;
}

/** The half-open `[from, to)` of a range; `now` is the table's own and is in it, `earliest` is when its first number was; null: it has none. */
export function resolveRange(range: Range, { now, earliest }: { now: Date; earliest: Date | null }): { from: Date; to: Date } {
  if (range.kind === "span") return { from: range.from, to: range.to };
  const to = new Date(now.getTime() + 1);
  if (range.kind === "last") return { from: new Date(to.getTime() - range.seconds * 1000), to };
  const day = 24 * HOUR_SECONDS * 1000;
  return { from: new Date(Math.min((earliest ?? now).getTime(), now.getTime() - day)), to };
}
