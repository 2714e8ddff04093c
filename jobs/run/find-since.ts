import type { SinceFinding } from "#lib/contracts/since.ts";
import { AppError, CatalogFault, type ErrorCode } from "#lib/errors.ts";
import { describeSince, withHead } from "#lib/judging/describe-since.ts";
import type { LineCommit, Lineage } from "#lib/judging/lineage.ts";
import { nextRead, type KnownValue } from "#lib/judging/search-since.ts";
import type { MetricName } from "#lib/metrics.ts";
import { formatCount, formatDuration } from "#lib/units.ts";

/** What a bisection may cost. */
export interface SinceBudget {
  readsMax: number;
  msMax: number;
}

export interface SinceSearch {
  lineage: Lineage;
  /** What is known before anything is read. */
  known: ReadonlyMap<string, KnownValue>;
  /** null: one single key. */
  metric: MetricName | null;
  limit: number;
  budget: SinceBudget;
  /** Reads one snapshot; `left`: what is left of the time. Throws AppError as a reading does. */
  read: (commit: LineCommit, at: { place: number; msLeft: number }) => Promise<KnownValue>;
}

/** Snapshots that fail one after the other are a fault of the table, or of its past as a whole. */
const FAILED_MAX = 12;

/** What is the matter with the one snapshot and not with all: it is left out. */
const OF_SNAPSHOT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "unknown_column",
  "wrong_key_type",
  "where_invalid",
  "unknown_snapshot",
  "table_unreadable",
  "table_outside_places",
  "table_unsupported",
  "out_of_memory",
  "out_of_disk",
  "too_slow",
  "too_expensive",
  "reader_crashed",
]);

/**
 * Finds since which snapshot a number is bad, reading one after the other until the last transition is certain, or the budget ends. The past of one key
 * that is not bad is not searched, and a snapshot that cannot be read is left out; both are noted. Throws as `read` does for the snapshot that is asked about, and for what is no fault of one snapshot.
 */
export async function findSince({ lineage, metric, limit, budget, read, ...given }: SinceSearch): Promise<SinceFinding> {
  const [head] = lineage.commits;
  if (head === undefined) throw new Error("a lineage has a head");
  const until = performance.now() + budget.msMax;
  const known = new Map(given.known);
  const failures = new Map<string, string>();
  const notes: string[] = [];
  let reads = 0;
  let ended: string | null = null;
  for (;;) {
    const proven = withHead(known, head.snapshotId, limit);
    const next = nextRead(lineage, proven, new Set(failures.keys()));
    const commit = lineage.commits.find(({ snapshotId }) => snapshotId === next);
    if (metric === null && isNothingToFind(proven, head)) {
      notes.push(sayNothing(known.get(head.snapshotId)?.value ?? 0, head, limit));
      if (commit !== undefined) ended = OLDER_NOT_SEARCHED;
      break;
    }
    if (commit === undefined) break;
    const msLeft = until - performance.now();
    ended = sayEnd({ reads, msLeft, failed: failures.size, budget });
    if (ended !== null) break;
    try {
      reads++;
      known.set(commit.snapshotId, await read(commit, { place: reads, msLeft }));
    } catch (error) {
      if (commit === head || !isOfSnapshot(error)) throw error;
      failures.set(commit.snapshotId, error.message);
    }
  }
  if (!known.has(head.snapshotId)) throw notKept(head);
  notes.push(...sayFailures(failures), ...(ended === null ? [] : [ended]));
  return describeSince({ lineage, known, metric, limit, read: reads, isComplete: ended === null, notes });
}

/**
 * Of one key: it is not bad in the snapshot that is asked about, and in no other that is known. Any key is so that a person mistyped, and to look
 * for it in all snapshots would read the whole table once for each.
 */
function isNothingToFind(known: ReadonlyMap<string, KnownValue>, { snapshotId }: LineCommit): boolean {
  return known.get(snapshotId)?.bad === false && ![...known.values()].some(({ bad }) => bad === true);
}

const OLDER_NOT_SEARCHED = "Older snapshots were not searched. If it was the case before, request a snapshot of that time.";

function sayNothing(rows: number, { snapshotId }: LineCommit, limit: number): string {
  if (rows === 0)
    return `No row has this key in snapshot ${snapshotId}: upper and lower case, spaces and leading zeros count, and rows that the filter excludes are not searched.`;
  return `The key has ${formatCount(rows)} ${rows === 1 ? "row" : "rows"} in snapshot ${snapshotId}, not more than ${limit}, so it is not bad there.`;
}

/** Nothing is known of it, and it cannot be read any more. */
function notKept({ snapshotId }: LineCommit): AppError {
  return new AppError("unknown_snapshot", `Snapshot ${snapshotId} has expired and was never read. Choose a retained one.`);
}

function isOfSnapshot(error: unknown): error is AppError {
  return error instanceof AppError && !(error instanceof CatalogFault) && OF_SNAPSHOT.has(error.code);
}

function sayEnd({ reads, msLeft, failed, budget }: { reads: number; msLeft: number; failed: number; budget: SinceBudget }): string | null {
  if (failed >= FAILED_MAX) return `The search ended there: ${failed} snapshots could not be read.`;
  if (reads >= budget.readsMax)
    return `The search used its budget of ${formatCount(budget.readsMax)} reads. Search again to continue from there.`;
  return msLeft > 0 ? null : `The search used its budget of ${formatDuration(budget.msMax)}. Search again to continue from there.`;
}

function sayFailures(failures: ReadonlyMap<string, string>): string[] {
  const [first] = failures.values();
  if (first === undefined) return [];
  return [
    failures.size === 1
      ? `1 snapshot could not be read and was left out: ${first}`
      : `${failures.size} snapshots could not be read and were left out, the first because: ${first}`,
  ];
}
