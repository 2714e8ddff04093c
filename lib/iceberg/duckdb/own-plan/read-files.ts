import { AppError } from "#lib/errors.ts";
import { columnExpression } from "#lib/iceberg/duckdb/own-plan/column-expression.ts";
import type { FileGroup } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { fileLiteral, fileLiterals, ident } from "#lib/iceberg/duckdb/sql.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";

/** A field of the table under the name that a statement gives it. */
export interface NamedField {
  alias: string;
  field: Field;
  /** The structs around it, outermost first. */
  parents: readonly Field[];
}

/** Names of the two columns that say where a row lies: the file's number in the plan, and the row's position in the file. */
export const FILE = "__file";
export const POSITION = "__position";

/** Avro has no row numbers: a single file is read in order by one thread, so counting its rows gives their positions. */
function avroRelation(openPath: string, number: number, numbered: boolean): string {
  if (!numbered) return `read_avro(${fileLiteral(openPath)})`;
  return `(SELECT *, ${number} AS file_index, row_number() OVER () - 1 AS file_row_number FROM read_avro(${fileLiteral(openPath)}))`;
}

/** One relation for a Parquet group, one a file for Avro; `first` is the number of the group's first file. */
function relations<F extends { openPath: string }>(
  group: FileGroup<F>,
  first: number,
  numbered: boolean,
  numberOf: ((file: F) => number) | undefined,
): { sql: string; file: string }[] {
  if (group.format === "AVRO") {
    return group.files.map((file, index) => ({
      sql: avroRelation(file.openPath, numberOf?.(file) ?? first + index, numbered),
      file: "p.file_index",
    }));
  }
  const paths = fileLiterals(group.files.map((file) => file.openPath));
  const file = numberOf ? `[${group.files.map(numberOf).join(", ")}][(p.file_index + 1)::BIGINT]` : `(p.file_index + ${first})`;
  const names = group.readAs === null ? "union_by_name = false" : `schema = ${group.readAs}`;
  return [{ sql: `read_parquet(${paths}, hive_partitioning = false, ${names})`, file }];
}

function expressionFor<F extends { openPath: string }>(group: FileGroup<F>, field: NamedField): string {
  try {
    return columnExpression(group.columns, field, group.constants);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError("table_unreadable", `The file ${group.files[0]?.openPath} ${cause.message}. Rewrite the file.`, { cause });
  }
}

/**
 * SQL that reads the given fields from every file, each row once, in no promised order. Deletes are not applied.
 * `numbered` adds FILE (counted through the groups in order) and POSITION. Hive-style folders are not parsed: a folder's name says nothing
 * about a column's value. `numberOf` gives FILE where only some of the files are read. Throws table_unreadable when a file stores a field as a type that the field's does not hold.
 */
export function readFilesSql<F extends { openPath: string }>(
  groups: readonly FileGroup<F>[],
  fields: readonly NamedField[],
  numbered: boolean,
  numberOf?: (file: F) => number,
): string {
  let first = 0;
  const parts = groups.flatMap((group) => {
    const columns = fields.map((field) => `${expressionFor(group, field)} AS ${ident(field.alias)}`);
    const read = relations(group, first, numbered, numberOf);
    first += group.files.length;
    return read.map(({ sql, file }) => {
      const numbers = numbered ? [`${file}::INTEGER AS ${FILE}`, `p.file_row_number AS ${POSITION}`] : [];
      return `SELECT ${[...columns, ...numbers].join(", ")} FROM ${sql} p`;
    });
  });
  return parts.join("\nUNION ALL\n");
}
