import { z } from "zod";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { FILE, POSITION, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
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
  const read = live.filesSql(fields, (file) => wanted.has(file));
  return `SELECT w.*, r.* EXCLUDE (${FILE}, ${POSITION}) FROM (${read}) r JOIN ${rows} w ON w.file = r.${FILE} AND w.position = r.${POSITION}`;
}
