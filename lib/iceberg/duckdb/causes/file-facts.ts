import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { scopeKey } from "#lib/iceberg/plan/delete-scope.ts";

/**
 * Table of the data files: `file` INTEGER (FILE), `sequence` BIGINT (data sequence number; 0 in format version 1), `path` INTEGER (the path's
 * place among all paths in order; one that is registered twice has one), `scope` INTEGER (equal for equal spec and tuple).
 */
export const FILE_FACTS = "own_file_facts";

/** Spec and tuple of the data files, numbered in their order, by scope key. Pure. */
export function scopeNumbers({ live }: Pick<CauseReading, "live">): Map<string, number> {
  return new Map([...new Set(live.files.map(scopeKey))].map((scope, number) => [scope, number]));
}

/** Fills FILE_FACTS. */
export async function createFileFacts({ database, live }: CauseReading): Promise<void> {
  const paths = [...new Set(live.files.map(({ path }) => path))].toSorted();
  const places = new Map(paths.map((path, place) => [path, place]));
  const scopes = scopeNumbers({ live });
  const rows = live.files.map((file, number) => {
    const scope = scopes.get(scopeKey(file)) ?? null;
    return [number, file.sequenceNumber, places.get(file.path) ?? 0, scope] as const;
  });
  await createTable(database, FILE_FACTS, { file: "INTEGER", sequence: "BIGINT", path: "INTEGER", scope: "INTEGER" }, rows);
}
