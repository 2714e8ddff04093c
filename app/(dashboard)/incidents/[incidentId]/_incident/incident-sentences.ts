import type { IncidentSince } from "#lib/incidents/incident.ts";
import type { IncidentCheck, IncidentState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

/** What makes it end, by what it is about. */
const ENDS: Record<IncidentCheck, string> = {
  duplicates: "A surplus row stays until it is deleted.",
  partitions_per_key: "Keys that have rows of several partitions keep them until the stale rows are deleted.",
  delete_backlog: "A compaction ends it.",
  freshness: "The next commit with newer rows ends it.",
  cdc: "Such rows stay until they are deleted or written anew.",
  runs: "The next run that reads the table ends it.",
};

interface Standing {
  check: IncidentCheck;
  state: IncidentState;
  goodRuns: number;
  /** Good runs in a row that resolve it. */
  goodRunsNeeded: number;
  resolvedBy: string | null;
}

/** Whether it ends by itself, and after what, in sentences. Pure. */
export function sayEnd({ check, state, goodRuns, goodRunsNeeded, resolvedBy }: Standing): string {
  if (state === "resolved")
    return resolvedBy === null ? "It ended by itself: its last runs were good." : `${resolvedBy} resolved it by hand.`;
  const soFar = goodRuns === 0 ? "" : `, ${formatCount(goodRuns)} so far`;
  return `${ENDS[check]} The incident then resolves itself after ${formatCount(goodRunsNeeded)} good runs in a row${soFar}.`;
}

/** How it began, around the snapshot and its time: `before` them, then `after`. Pure. */
export function sayBeginning(since: IncidentSince | null): { before: string; between: string | null; after: string } {
  if (since === null) return { before: "", between: null, after: "" };
  const { isFirst, lastGoodAt, unreadBetween } = since;
  if (lastGoodAt === null) {
    return isFirst
      ? { before: "It is so since the table’s first snapshot, ", between: null, after: "." }
      : { before: "It is so at least since snapshot ", between: null, after: "; none before it was read." };
  }
  if (unreadBetween)
    return { before: "It began at the latest with snapshot ", between: lastGoodAt, after: "; those between were not read." };
  return { before: "It began with snapshot ", between: null, after: "; the one before was good." };
}

/** `5120…6644`: a long id cut in the middle. Pure. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}
