import { z } from "zod";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { noRowsSql } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/**
 * SQL that reads fields of rows whose places are known, only from the files that hold them: the columns of `rows` (a relation with `file` and
 * `position`) and the fields by their names. Deletes are not asked again.
 */
export async function rowsAtSql(
  { database, live }: Pick<CauseReading, "database" | "live">,
  rows: string,
  fields: readonly NamedField[],
): Promise<string> {
  const held = await database.rows(`SELECT DISTINCT file FROM ${rows} WHERE file IS NOT NULL`, z.object({ file: count }));
  const wanted = new Set(held.map(({ file }) => file));
  const numbers = new Map(live.files.map((file, number) => [file, number]));
  const groups = live.groupsOf((file) => wanted.has(file));
  const read = groups.length === 0 ? noRowsSql(fields, true) : readFilesSql(groups, fields, true, (file) => numbers.get(file) ?? -1);
  return `SELECT w.*, r.* EXCLUDE (${FILE}, ${POSITION}) FROM (${read}) r JOIN ${rows} w ON w.file = r.${FILE} AND w.position = r.${POSITION}`;
}
