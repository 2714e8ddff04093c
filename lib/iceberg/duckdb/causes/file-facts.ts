import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { scopeKey } from "#lib/iceberg/plan/delete-scope.ts";
import { compactionFinder } from "#lib/iceberg/plan/compaction-finder.ts";

/**
 * Table of the data files: `file` INTEGER (FILE), `sequence` BIGINT (data sequence number; 0 in format version 1), `path` INTEGER (the path's
 * place among all paths in order; one that is registered twice has one), `scope` INTEGER (equal for equal spec and tuple), `compacted` BOOLEAN.
 */
export const FILE_FACTS = "own_file_facts";

/** Fills FILE_FACTS. Out: the numbers of the scopes by scope key. */
export async function createFileFacts({ database, live, planned }: CauseReading): Promise<Map<string, number>> {
  const isCompacted = compactionFinder(planned.table.metadata.snapshots);
  const paths = [...new Set(live.files.map(({ path }) => path))].toSorted();
  const places = new Map(paths.map((path, place) => [path, place]));
  const scopes = new Map<string, number>();
  const rows = live.files.map((file, number) => {
    const scope = scopeKey(file);
    if (!scopes.has(scope)) scopes.set(scope, scopes.size);
    return [number, file.sequenceNumber, places.get(file.path) ?? 0, scopes.get(scope) ?? null, isCompacted(file) ? 1 : 0] as const;
  });
  await createTable(
    database,
    FILE_FACTS,
    { file: "INTEGER", sequence: "BIGINT", path: "INTEGER", scope: "INTEGER", compacted: "BOOLEAN" },
    rows,
  );
  return scopes;
}
