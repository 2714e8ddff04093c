import type { TrustDirection, TrustLevel } from "#lib/names.ts";
import type { Lineage } from "#lib/judging/lineage.ts";

/** What is known of one snapshot. `bad`: its value is above the limit; null: the value proves neither. */
export interface KnownValue {
  value: number;
  bad: boolean | null;
}

/** By snapshot. */
export type KnownValues = ReadonlyMap<string, KnownValue>;

/**
 * What a value proves: what is not to be trusted proves neither side, an upper bound is not above the limit for sure, a lower bound is not below
 * it. Pure.
 */
export function toKnown(value: number, limit: number, trust: { level: TrustLevel; direction: TrustDirection | null }): KnownValue {
  const isLost = trust.level === "untrusted" && trust.direction === null;
  const bad = value > limit;
  return { value, bad: isLost || trust.direction === (bad ? "at most" : "at least") ? null : bad };
}

/** What stored values prove, by snapshot. Pure. */
export function toKnownValues(
  values: ReadonlyMap<string, { value: number; trust: Parameters<typeof toKnown>[2] }>,
  limit: number,
): Map<string, KnownValue> {
  return new Map([...values].map(([id, { value, trust }]) => [id, toKnown(value, limit, trust)]));
}

/**
 * Which snapshot of a lineage to read next, so that its last transition to bad becomes certain: two snapshots next to one another, the older one
 * good and the newer bad, or the narrowest bracket that can be read. null: nothing more would tell. `skipped` cannot be read.
 *
 * The last bad spell is looked for from its newest known bad snapshot: halving the gap to the nearest good one before it, else galloping back
 * (1, 2, 4, … snapshots) until one is met. Where one turned out to be unreadable, the newer side is settled first: what is older may be so too. A
 * good head without a known bad one is looked through coarse to fine. Pure.
 */
export function nextRead(lineage: Lineage, known: KnownValues, skipped: ReadonlySet<string>): string | null {
  const line: Line = lineage.commits.map(({ snapshotId, isRetained }) => {
    const value = known.get(snapshotId);
    if (value !== undefined) return value.bad === null ? "no use" : value.bad ? "bad" : "good";
    return skipped.has(snapshotId) ? "skipped" : isRetained ? "unread" : "no use";
  });
  const at = nextPlace(line);
  return at === null ? null : (lineage.commits[at]?.snapshotId ?? null);
}

/** Newest first. `no use`: is not retained, or proves nothing; `skipped`: reading it failed. */
type Line = readonly ("unread" | "no use" | "skipped" | "good" | "bad")[];

function nextPlace(line: Line): number | null {
  if (line[0] === "unread") return 0;
  const newestBad = line.indexOf("bad");
  if (newestBad === -1) return middleOfLongestGap(line);
  const goodAgain = line.lastIndexOf("good", newestBad);
  const untilBad = goodAgain === -1 ? null : nearestUnread(line, (goodAgain + newestBad) / 2, goodAgain, newestBad);
  if (untilBad !== null) return untilBad;
  const good = line.indexOf("good", newestBad);
  const oldestBad = line.lastIndexOf("bad", good === -1 ? line.length : good);
  if (good !== -1) return nearestUnread(line, (oldestBad + good) / 2, oldestBad, good);
  return nearestUnread(line, 2 * oldestBad - newestBad + 1, oldestBad, line.length);
}

/** The place strictly between `from` and `to` that can be read and is nearest to `wanted`; before one that failed, if there is any. */
function nearestUnread(line: Line, wanted: number, from: number, to: number): number | null {
  const failed = line.indexOf("skipped", from + 1);
  if (failed !== -1 && failed < to)
    return nearestUnread(line, (from + failed) / 2, from, failed) ?? nearestUnread(line, (failed + to) / 2, failed, to);
  let nearest: number | null = null;
  for (let at = from + 1; at < to; at++) {
    if (line[at] === "unread" && (nearest === null || Math.abs(at - wanted) < Math.abs(nearest - wanted))) nearest = at;
  }
  return nearest;
}

function middleOfLongestGap(line: Line): number | null {
  let longest = { from: 0, length: 0 };
  for (let from = 0; from < line.length; from++) {
    let to = from;
    while (to < line.length && line[to] === "unread") to++;
    if (to - from > longest.length) longest = { from, length: to - from };
    from = to;
  }
  // The oldest end of a line that is not read is looked at first: it says whether it was ever otherwise.
  if (longest.length === 0) return null;
  const reachesEnd = longest.from + longest.length === line.length;
  return reachesEnd ? line.length - 1 : longest.from + Math.floor(longest.length / 2);
}
