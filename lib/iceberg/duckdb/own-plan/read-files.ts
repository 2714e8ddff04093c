import { columnExpression } from "#lib/iceberg/duckdb/own-plan/column-expression.ts";
import type { FileGroup } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { ident, literalList } from "#lib/iceberg/duckdb/sql.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";

/** A field of the table under the name that a statement gives it. */
export interface NamedField {
  alias: string;
  field: Field;
}

/** Names of the two columns that say where a row lies: the file's number in the plan, and the row's position in the file. */
export const FILE = "__file";
export const POSITION = "__position";

/**
 * SQL that reads the given fields from every file, each row once, in no promised order. Deletes are not applied.
 * `numbered` adds FILE (counted through the groups in order) and POSITION. Hive-style folders are not parsed: a folder's name says nothing
 * about a column's value.
 */
export function readFilesSql<F extends { openPath: string }>(
  groups: readonly FileGroup<F>[],
  fields: readonly NamedField[],
  numbered: boolean,
): string {
  let first = 0;
  const parts = groups.map((group) => {
    const columns = fields.map(
      ({ alias, field }) => `${columnExpression(group.columns, field, group.constants.get(field.id))} AS ${ident(alias)}`,
    );
    if (numbered) columns.push(`(p.file_index + ${first})::INTEGER AS ${FILE}`, `p.file_row_number AS ${POSITION}`);
    first += group.files.length;
    const paths = literalList(group.files.map((file) => file.openPath));
    return `SELECT ${columns.join(", ")} FROM read_parquet(${paths}, hive_partitioning = false, union_by_name = false) p`;
  });
  return parts.join("\nUNION ALL\n");
}
