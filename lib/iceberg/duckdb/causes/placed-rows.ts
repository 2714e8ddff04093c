import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";

/**
 * SQL that reads fields of the rows that `places` names (a relation with `file` and `position`, each row once): `p.*`, then the fields. The rows
 * live, so no delete is looked up, and only files for which `wanted` holds are opened. Pure.
 */
export function placedRowsSql(live: LiveRows, places: string, fields: readonly NamedField[], wanted: (file: number) => boolean): string {
  // Avro files are numbered through all groups.
  const some = live.groups.every(({ format }) => format !== "AVRO");
  const numbers = new Map(live.files.map((file, number) => [file, number]));
  const groups = some ? live.groupsOf(wanted) : live.groups;
  if (groups.length === 0) throw new Error("rows are asked for and no file has them");
  const rows = readFilesSql(groups, fields, true, some ? (file) => numbers.get(file) ?? -1 : undefined);
  const columns = fields.map(({ alias }) => `r.${alias}`);
  return `SELECT ${["p.*", ...columns].join(", ")} FROM (${rows}) r JOIN ${places} p ON p.file = r.${FILE} AND p.position = r.${POSITION}`;
}

/** Files, by FILE, in which rows of a table with `file` lie. */
export async function filesOf(database: Database, places: string): Promise<Set<number>> {
  const rows = await database.rows(`SELECT DISTINCT file FROM ${places}`, z.object({ file: z.int() }));
  return new Set(rows.map(({ file }) => file));
}
