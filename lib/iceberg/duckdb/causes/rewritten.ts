import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { readLiveSources, type LiveSources } from "#lib/iceberg/plan/live-sources.ts";
import { storePath } from "#lib/store-place.ts";

/** Table of the keys with a row in a live file that a rewrite removed, and one in a file that the same rewrite added: `id` UHUGEINT. */
export const REWRITTEN = "own_rewritten_keys";

/** Files by the rewrites: `file` (FILE), `rewrite`. */
const SOURCES = "own_rewrite_sources";
const RESULTS = "own_rewrite_results";

/** Fills REWRITTEN. Rows are looked at only where a rewrite's source is live. */
export async function findRewritten({ database, planned, live }: CauseReading): Promise<LiveSources> {
  const found = await readLiveSources(database, planned.table, live.files);
  await createTable(database, REWRITTEN, { id: "UHUGEINT" }, []);
  if (found.rewrites.size === 0) return found;
  const numbers = new Map([...new Set([...found.rewrites.values()].flatMap((by) => [...by]))].map((id, number) => [id, number]));
  const sources = live.files.flatMap(({ path }, file) =>
    [...(found.rewrites.get(storePath(path)) ?? [])].map((id) => [file, numbers.get(id) ?? -1] as const),
  );
  const results = live.files.flatMap(({ addedBy }, file) => {
    const number = addedBy === null ? undefined : numbers.get(addedBy);
    return number === undefined ? [] : [[file, number] as const];
  });
  await createTable(database, SOURCES, { file: "INTEGER", rewrite: "INTEGER" }, sources);
  await createTable(database, RESULTS, { file: "INTEGER", rewrite: "INTEGER" }, results);
  const rowsOf = (table: string) => `SELECT DISTINCT e.id, t.rewrite FROM ${EVIDENCE} e JOIN ${table} t ON t.file = e.file`;
  await database.run(`INSERT INTO ${REWRITTEN} SELECT DISTINCT s.id FROM (${rowsOf(SOURCES)}) s SEMI JOIN (${rowsOf(RESULTS)}) r
    ON r.id = s.id AND r.rewrite = s.rewrite`);
  for (const table of [SOURCES, RESULTS]) await database.drop(table);
  return found;
}
