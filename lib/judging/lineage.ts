import type { SinceCommit } from "#lib/contracts/since.ts";

/** A commit of a lineage; `isRetained`: the table's metadata lists it, so that it can be read. */
export interface LineCommit extends SinceCommit {
  parentId: string | null;
  isRetained: boolean;
}

/**
 * A snapshot and all that led to it, newest first. `end`, what came before the oldest: nothing (`first`), snapshots that nobody knows any more
 * (`expired`), or ones that were not looked at (`cut`).
 */
export interface Lineage {
  commits: readonly LineCommit[];
  end: "first" | "expired" | "cut";
}

/** The snapshots that led to this one, newest first. Others belong to another branch, or were rolled back, and are no part of its past. Pure. */
export function lineOf(snapshots: readonly Pick<LineCommit, "snapshotId" | "parentId">[], head: string | null): Set<string> {
  const parents = new Map(snapshots.map(({ snapshotId, parentId }) => [snapshotId, parentId]));
  const line = new Set<string>();
  for (let at: string | null | undefined = head; at != null && parents.has(at) && !line.has(at); at = parents.get(at)) line.add(at);
  return line;
}

/** The lineage of a snapshot by parent ids, never by time; empty when it is not among `snapshots`. `isCut`: older ones were left out. Pure. */
export function lineageOf(snapshots: readonly LineCommit[], head: string, isCut = false): Lineage {
  const known = new Map(snapshots.map((commit) => [commit.snapshotId, commit]));
  const commits = [...lineOf(snapshots, head)].flatMap((id) => known.get(id) ?? []);
  const oldest = commits.at(-1);
  return { commits, end: oldest === undefined || oldest.parentId === null ? "first" : isCut ? "cut" : "expired" };
}
