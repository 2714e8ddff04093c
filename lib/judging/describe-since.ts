import type { SinceCommit, SinceFinding, Transition } from "#lib/contracts/since.ts";
import type { Lineage, LineCommit } from "#lib/judging/lineage.ts";
import type { KnownValue, KnownValues } from "#lib/judging/search-since.ts";
import type { MetricName } from "#lib/metrics.ts";
import { formatCount } from "#lib/units.ts";

interface Searched {
  lineage: Lineage;
  known: KnownValues;
  metric: MetricName | null;
  limit: number;
  /** How many snapshots were read for it. */
  read: number;
  /** Nothing that can be read would tell more. */
  isComplete: boolean;
  /** What bounds it, beside what the lineage itself says. */
  notes?: readonly string[];
}

/**
 * What is known of since when a number, or a key, is bad: the last transition, all others, and what bounds them. Throws an Error when the head of
 * the lineage has no value. Pure.
 */
export function describeSince({ lineage, known, metric, limit, read, isComplete, notes = [] }: Searched): SinceFinding {
  const { commits } = lineage;
  const [head] = commits;
  const headValue = head && known.get(head.snapshotId);
  if (head === undefined || headValue === undefined) throw new Error("the snapshot that was asked about has no value");
  const transitions = listTransitions(lineage, withHead(known, head.snapshotId, limit));
  const retained = commits.filter(({ isRetained }) => isRetained);
  return {
    metric,
    limit,
    head: { commit: toCommit(head), value: headValue.value, bad: headValue.value > limit },
    last: transitions.findLast(({ to }) => to === "bad") ?? null,
    transitions,
    snapshots: retained.length,
    known: retained.filter(({ snapshotId }) => known.has(snapshotId)).length,
    read,
    isComplete,
    notes: [...notes, ...sayBounds(lineage, known, limit)],
  };
}

/** The head is what is asked about: it is taken for what its value says, whatever that proves, and a note says so. */
export function withHead(known: KnownValues, headId: string, limit: number): KnownValues {
  const head = known.get(headId);
  return head?.bad === null ? new Map([...known, [headId, { ...head, bad: head.value > limit }]]) : known;
}

/** Oldest first. */
function listTransitions({ commits, end }: Lineage, known: KnownValues): Transition[] {
  const transitions: Transition[] = [];
  let before: { commit: LineCommit; found: KnownValue } | null = null;
  let unread = 0;
  for (const [at, commit] of commits.toReversed().entries()) {
    const found = known.get(commit.snapshotId);
    if (found === undefined || found.bad === null) {
      unread++;
      continue;
    }
    if (before === null ? found.bad : before.found.bad !== found.bad) {
      transitions.push({
        to: found.bad ? "bad" : "good",
        at: toCommit(commit),
        value: found.value,
        before: before && { commit: toCommit(before.commit), value: before.found.value },
        unreadBetween: unread,
        lineageEnds: before === null && end === "expired",
        isFirst: at === 0 && end === "first",
      });
    }
    before = { commit, found };
    unread = 0;
  }
  return transitions;
}

function toCommit({ snapshotId, committedAt, operation, committedBy, addedFiles, addedRows }: LineCommit): SinceCommit {
  return { snapshotId, committedAt, operation, committedBy, addedFiles, addedRows };
}

function sayBounds({ commits, end }: Lineage, known: KnownValues, limit: number): string[] {
  const head = commits[0] && known.get(commits[0].snapshotId);
  const unproven = commits.filter(({ snapshotId }) => known.get(snapshotId)?.bad === null).length;
  const unseen = countBetweenEqual(commits, known);
  return [
    ...(head?.bad === null ? [`The number of the requested snapshot is untrusted; it is used as it is: ${head.value}.`] : []),
    ...(unproven > (head?.bad === null ? 1 : 0)
      ? [`${snapshots(unproven)} proved neither side of the limit ${limit}, since the numbers there are untrusted.`]
      : []),
    ...(unseen.bad > 0
      ? [`${snapshots(unseen.bad)} between bad ones ${wasNotRead(unseen.bad)}: a good period entirely in between is not seen.`]
      : []),
    ...(unseen.good > 0
      ? [`${snapshots(unseen.good)} between good ones ${wasNotRead(unseen.good)}: a bad period entirely in between is not seen.`]
      : []),
    ...(end === "cut" ? [`Only the newest ${snapshots(commits.length)} were read.`] : []),
  ];
}

/** Snapshots that nothing is known of, between two that are next to one another among the known and alike. */
function countBetweenEqual(commits: readonly LineCommit[], known: KnownValues): { good: number; bad: number } {
  const unseen = { good: 0, bad: 0 };
  let before: boolean | null = null;
  let gap = 0;
  for (const { snapshotId } of commits) {
    const bad = known.get(snapshotId)?.bad ?? null;
    if (bad === null) {
      gap++;
      continue;
    }
    if (bad === before) unseen[bad ? "bad" : "good"] += gap;
    before = bad;
    gap = 0;
  }
  return unseen;
}

function snapshots(count: number): string {
  return count === 1 ? "1 snapshot" : `${formatCount(count)} snapshots`;
}

function wasNotRead(count: number): string {
  return count === 1 ? "was not read" : "were not read";
}
