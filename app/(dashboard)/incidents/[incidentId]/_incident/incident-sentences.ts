import type { IncidentSince } from "#lib/contracts/since.ts";
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
  catalog: "The first answer of the catalog ends it; where it failed again and again, ten minutes of answers do.",
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
  if (state === "accepted")
    return `${resolvedBy ?? "A person"} accepts what it found for now. It opens again when that level is exceeded, revoked or expires.`;
  if (state === "resolved")
    return resolvedBy === null
      ? check === "catalog"
        ? "Resolved automatically: the catalog responds again."
        : "Resolved automatically: its last runs were OK."
      : `${resolvedBy} resolved it manually.`;
  if (goodRunsNeeded === 1) return `${ENDS[check]} The incident then resolves itself.`;
  const soFar = goodRuns === 0 ? "" : `, ${formatCount(goodRuns)} so far`;
  return `${ENDS[check]} The incident then resolves itself after ${formatCount(goodRunsNeeded)} good runs in a row${soFar}.`;
}

/** A piece of a sentence: words, or where the snapshot or a moment stands. */
export type BeginningPart = string | { snapshotId: string } | { at: string };

/** How it began, as far as the snapshots that were read prove it; empty: nobody knows. Pure. */
export function sayBeginning(since: IncidentSince | null): BeginningPart[] {
  if (since === null) return [];
  const { snapshotId, committedAt, isFirst, lastGoodAt, unreadBetween } = since;
  const [snapshot, at] = [{ snapshotId }, { at: committedAt }];
  if (lastGoodAt !== null && unreadBetween)
    return [
      "It began between ",
      { at: lastGoodAt },
      " and ",
      at,
      ", at the latest with snapshot ",
      snapshot,
      "; those before it were not read.",
    ];
  if (lastGoodAt !== null) return ["It began with snapshot ", snapshot, " of ", at, "; the one before was good."];
  if (isFirst) return ["It is so since the table’s first snapshot, ", snapshot, " of ", at, "."];
  return ["It is so at least since snapshot ", snapshot, " of ", at, "; no good one before it is known."];
}

/** `5120…6644`: a long id cut in the middle. Pure. */
export function shortId(id: string): string {
  return id.length > 12 ? `${id.slice(0, 4)}…${id.slice(-4)}` : id;
}
