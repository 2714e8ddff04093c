import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { anyText } from "#lib/iceberg/duckdb/sql.ts";
import { orUnknown, type Column } from "#lib/iceberg/plan/column-path.ts";

/** Columns that are looked through for a placeholder: all that were asked for, or none and the reason. */
export interface UnavailableColumns {
  columns: Column[];
  placeholder: string;
  /** Why rows with the placeholder are not counted; null: they are. */
  reason: string | null;
}

/**
 * The columns of the request, each found by `resolve`. One that is not there, or that cannot hold a text as it is, makes the number unknown: a
 * count over the others would be too low. Throws what `resolve` throws, but for unknown_column.
 */
export function resolveUnavailable(asked: FactsRequest["unavailable"], resolve: (written: string) => Column): UnavailableColumns {
  const none = (reason: string): UnavailableColumns => ({ columns: [], placeholder: "", reason });
  if (asked === undefined || asked.columns.length === 0)
    return none("No columns are set to be looked through for Debezium's placeholder of an unavailable value (--unavailable).");
  const columns: Column[] = [];
  for (const written of asked.columns) {
    const found = orUnknown(() => resolve(written));
    if (found === null) return none(`The table has no column ${written} (--unavailable) at this snapshot.`);
    columns.push(found);
  }
  const other = columns.find(({ type }) => type !== "string" && !isBytes(type));
  if (other) {
    const type = typeof other.type === "string" ? other.type : other.type.type;
    return none(`Column ${other.written}, given as --unavailable, is a ${type}: only string and binary columns are looked through.`);
  }
  return { columns, placeholder: asked.placeholder, reason: null };
}

/** A condition that is true where one of the named values is the placeholder: the text, or its bytes in UTF-8. Pure. */
export function holdsPlaceholder({ columns, placeholder }: UnavailableColumns, names: readonly string[]): string {
  const text = anyText(placeholder);
  const equal = columns.map(({ type }, index) => `${names[index] ?? ""} = ${isBytes(type) ? `encode(${text})` : text}`);
  return `(${equal.join(" OR ")})`;
}
