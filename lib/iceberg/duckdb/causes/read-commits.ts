import type { Commit } from "#lib/causes/table-evidence.ts";
import { engineOf } from "#lib/iceberg/plan/describe-committer.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

/** What the retained snapshots say of each commit, by snapshot id. Commits of one engine are one writer's, as are those that name none. Pure. */
export function readCommits(snapshots: readonly Snapshot[]): Map<string, Commit> {
  const writerOf = ({ summary }: Snapshot): string => (summary && engineOf(summary)) ?? "";
  const operationOf = ({ summary }: Snapshot): string | undefined => summary?.["operation"];
  const replacing = new Set(snapshots.filter((snapshot) => ["overwrite", "delete"].includes(operationOf(snapshot) ?? "")).map(writerOf));
  return new Map(
    snapshots.map((snapshot) => [
      snapshot["snapshot-id"],
      { isRewrite: operationOf(snapshot) === "replace", writerReplaces: replacing.has(writerOf(snapshot)) },
    ]),
  );
}
