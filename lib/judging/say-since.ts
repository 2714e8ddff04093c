import type { SinceCommit, Transition } from "#lib/contracts/since.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";

/** A piece of a sentence: words, or where a snapshot or a moment stands. */
export type SincePart = string | { snapshotId: string } | { at: string };

/**
 * When it turned, as far as is known, as a sentence. `canRead`: snapshots between that nothing is known of can still be read; false: they have
 * expired, or failed. Pure.
 */
export function sayTransition(
  { to, at: commit, before, unreadBetween, lineageEnds, isFirst }: Transition,
  { canRead }: { canRead: boolean },
): SincePart[] {
  const snapshot = { snapshotId: commit.snapshotId };
  const at = { at: commit.committedAt };
  const begins = to === "good" ? "Good again since " : "Since ";
  if (isFirst) return ["Since the table’s first snapshot, ", snapshot, " of ", at, `: ${sayCommit(commit)}.`];
  if (before !== null && unreadBetween === 0) return [begins, at, ", snapshot ", snapshot, `: ${sayCommit(commit)}.`];
  const unread = `${formatCount(unreadBetween)} ${unreadBetween === 1 ? "snapshot" : "snapshots"}`;
  const why = canRead ? (unreadBetween === 1 ? "was not read" : "were not read") : "can no longer be read";
  if (before !== null) {
    const { snapshotId, committedAt } = before.commit;
    const turned = to === "good" ? "Good again since some time between " : "Since some time between ";
    return [
      turned,
      { at: committedAt },
      ", snapshot ",
      { snapshotId },
      ", and ",
      at,
      ", snapshot ",
      snapshot,
      `: ${unread} between them ${why}.`,
    ];
  }
  const least: SincePart[] = ["Since ", at, " or earlier: "];
  if (unreadBetween > 0) return [...least, `${unread} before snapshot `, snapshot, ` ${why}.`];
  return [
    ...least,
    "snapshot ",
    snapshot,
    lineageEnds ? " is the oldest one known; earlier ones have expired." : " is the oldest one that was read.",
  ];
}

/** Who committed what: `Flink 1.20, job …, checkpoint 20417 appended 3 files with 1,204 rows, by its summary`. Pure. */
export function sayCommit({ committedBy, operation, addedFiles, addedRows }: SinceCommit): string {
  const who = committedBy ?? "a program that does not give its name";
  const files = addedFiles === null ? null : count(addedFiles, "file");
  const rows = addedRows === null ? null : count(addedRows, "row");
  const added = files !== null && rows !== null ? `${files} with ${rows}` : (files ?? rows);
  const did = operation === null ? "committed" : (DONE[operation] ?? `committed (${operation})`);
  if (added === null) return `${who} ${did}`;
  return `${who} ${did}${did === "appended" ? "" : ", adding"} ${added}, by its summary`;
}

const DONE: Readonly<Record<string, string>> = {
  append: "appended",
  overwrite: "overwrote",
  replace: "rewrote files",
  delete: "deleted",
};

/** A sentence in one line of text; times in UTC. Pure. */
export function toText(parts: readonly SincePart[]): string {
  return parts
    .map((part) =>
      typeof part === "string" ? part : "at" in part ? `${formatInstant(new Date(part.at), "UTC", new Date(0))} UTC` : part.snapshotId,
    )
    .join("");
}

function count(number: number, word: string): string {
  return `${formatCount(number)} ${word}${number === 1 ? "" : "s"}`;
}
