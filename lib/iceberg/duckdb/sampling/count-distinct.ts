import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";
import type { SampledColumns } from "#lib/layouts/suggest-from-sample.ts";

/** Each keeps a table of its values while the statement runs. */
const AT_ONCE = 16;

/** The sampled columns by their number: DuckDB takes names that differ by case alone for one. */
export function sampledAs(at: number): string {
  return `c${at}`;
}

/**
 * Rows, rows with a NULL in one of the columns, and distinct values among the others, for each combination of columns as a person writes them.
 * Exact. The table has the columns in their order, each named by sampledAs.
 */
export async function countDistinct(
  database: Database,
  table: string,
  columns: readonly LeafColumn[],
  combinations: readonly string[][],
): Promise<SampledColumns[]> {
  const names = new Map(columns.map(({ written }, at) => [written, sampledAs(at)]));
  const known = combinations.filter((combination) => combination.every((written) => names.has(written)));
  const counted: SampledColumns[] = [];
  for (let from = 0; from < known.length; from += AT_ONCE) {
    const part = known.slice(from, from + AT_ONCE);
    const sums = part.flatMap((combination, at) =>
      countSql(
        combination.flatMap((written) => names.get(written) ?? []),
        at,
      ),
    );
    const sql = `SELECT count(*)::INTEGER AS rows, ${sums.join(", ")} FROM ${ident(table)}`;
    const [row] = await database.rows(sql, z.record(z.string(), z.int()));
    const rows = row?.["rows"] ?? 0;
    counted.push(
      ...part.map((combination, at) => ({
        columns: combination,
        rows,
        nulls: rows - (row?.[`whole${at}`] ?? 0),
        distinct: row?.[`distinct${at}`] ?? 0,
      })),
    );
  }
  return counted;
}

function countSql(names: readonly string[], at: number): string[] {
  const whole = names.map((name) => `${name} IS NOT NULL`).join(" AND ");
  const value = names.length === 1 ? names[0] : `(${names.join(", ")})`;
  return [`count(*) FILTER (${whole})::INTEGER AS whole${at}`, `count(DISTINCT ${value}) FILTER (${whole})::INTEGER AS distinct${at}`];
}
