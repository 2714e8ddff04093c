import { z } from "zod";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { eachSlice, inSlice } from "#lib/iceberg/duckdb/causes/slices.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { IsCompacted } from "#lib/iceberg/plan/compaction-finder.ts";
import { readCommits } from "#lib/iceberg/duckdb/causes/read-commits.ts";

/** Table by key: `id` UHUGEINT, `repeated` BOOLEAN (the feature repeated_in_commit). A key that is not in it is not repeated. */
export const REPEATED = "own_repeated";

/** By FILE: `added` (a number for its commit), `rewrites` and `replaces` (its writer deletes or overwrites); NULL: not known. */
const COMMITS = "own_commits";

/** Makes REPEATED without a row. */
export async function createRepeated(database: Database): Promise<void> {
  await createTable(database, REPEATED, { id: "UHUGEINT", repeated: "BOOLEAN" }, []);
}

/**
 * Fills REPEATED for the keys of `wanted`, a relation with `id` that FEATURES_TABLE has. The same as isRepeatedInCommit of lib/causes. Rows are looked
 * at only where a writer of the table deletes or overwrites, or where a key was never in Kafka. In: about how many keys these are.
 */
export async function findRepeated(
  { database, planned, live }: CauseReading,
  { isCompacted, wanted, keys }: { isCompacted: IsCompacted; wanted: string; keys: number },
): Promise<void> {
  if (keys === 0) return;
  const { snapshots } = planned.table.metadata;
  const commits = readCommits(snapshots);
  const someReplace = [...commits.values()].some(({ writerReplaces }) => writerReplaces);
  const asked = `SELECT f.id, f.off_kafka FROM ${FEATURES_TABLE} f SEMI JOIN ${wanted} w ON w.id = f.id${someReplace ? "" : " WHERE f.off_kafka"}`;
  const { open } = await database.row(`SELECT count(*) AS open FROM (${asked})`, z.object({ open: count }));
  if (open === 0) return;
  const numbers = new Map([...new Set(live.files.flatMap(({ addedBy }) => addedBy ?? []))].map((id, number) => [id, number]));
  const flag = (value: boolean | null) => (value === null ? null : Number(value));
  const files = live.files.map((file, number) => {
    const commit = file.addedBy === null ? undefined : commits.get(file.addedBy);
    const rewrites = isCompacted(file) === true ? true : (commit?.isRewrite ?? null);
    const replaces = commit ? commit.writerReplaces : null;
    return [number, file.addedBy === null ? null : (numbers.get(file.addedBy) ?? null), flag(rewrites), flag(replaces)] as const;
  });
  await createTable(database, COMMITS, { file: "INTEGER", added: "INTEGER", rewrites: "BOOLEAN", replaces: "BOOLEAN" }, files);
  const select = (slice: string) => `SELECT a.id, CASE WHEN min(c.added) <> max(c.added) OR bool_or(c.rewrites) THEN false
      WHEN count(c.added) < count(*) OR bool_or(c.rewrites IS NULL) THEN CASE WHEN any_value(a.off_kafka) OR ${someReplace} THEN NULL ELSE false END
      ELSE any_value(a.off_kafka) OR bool_or(c.replaces) END
    FROM ${EVIDENCE} e JOIN (${asked}) a ON a.id = e.id JOIN ${COMMITS} c ON c.file = e.file WHERE ${slice} GROUP BY a.id`;
  await eachSlice(open, async (slice) => await database.run(`INSERT INTO ${REPEATED} ${select(inSlice("e.id", slice))}`));
  await database.drop(COMMITS);
}
