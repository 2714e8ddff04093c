import type { Answer, CaseResult } from "#e2e/bench/bench-case.ts";
import { type BenchTable, Truth } from "#e2e/bench/bench-table.ts";
import { openDuckdb } from "#e2e/bench/open-duckdb.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";

/** The numbers of a row that have a known answer; what else a statement gives is left out. */
function answerOf(row: Record<string, unknown> | undefined): Answer {
  const known = Truth.keyof().options.filter((name) => row?.[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, Number(row?.[name])]));
}

/**
 * Runs statements one after another in one plain DuckDB; each names its part of the time. In: SQL for each, of the table as a relation.
 * Out: the columns of results of one row; `check` sees the rows of the others and throws when they are wrong.
 */
export async function runPlain(
  table: BenchTable,
  statements: readonly { part: string; sql: (rows: string) => string; check?: (rows: Record<string, unknown>[]) => void }[],
): Promise<CaseResult> {
  const instance = await openDuckdb();
  const connection = await instance.connect();
  for (const extension of ["avro", "iceberg"]) await connection.run(`LOAD ${extension}`);
  const answer: Answer = {};
  const parts: Record<string, number> = {};
  for (const { part, sql, check } of statements) {
    const started = performance.now();
    const reader = await connection.runAndReadAll(sql(`iceberg_scan(${literal(table.metadataFile)})`));
    parts[part] = performance.now() - started;
    const rows = reader.getRowObjectsJson();
    if (check) check(rows);
    else Object.assign(answer, answerOf(rows[0]));
  }
  return { answer, parts };
}
