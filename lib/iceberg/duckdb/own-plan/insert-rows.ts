import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";

const ROWS_PER_STATEMENT = 2000;

type Cell = string | number | bigint | null;

function cell(value: Cell): string {
  if (value === null) return "NULL";
  return typeof value === "string" ? literal(value) : String(value);
}

/** Creates a table of the database (replacing an older one) and fills it. `columns` maps names to DuckDB types. */
export async function createTable(
  database: Database,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const definitions = Object.entries(columns).map(([name, type]) => `${ident(name)} ${type}`);
  await database.run(`CREATE OR REPLACE TABLE ${ident(table)} (${definitions.join(", ")})`);
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const values = rows.slice(start, start + ROWS_PER_STATEMENT).map((row) => `(${row.map(cell).join(", ")})`);
    await database.run(`INSERT INTO ${ident(table)} VALUES ${values.join(", ")}`);
  }
}
