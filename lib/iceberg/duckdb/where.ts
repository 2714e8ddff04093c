import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";
import { fieldOf, resolveInSnapshot } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** A filter that was parsed as one condition on the table's own columns. */
export interface Filter {
  sql: string;
  /** Top-level columns that it names, under the names it uses. */
  fields: NamedField[];
}

const parsed = z.union([
  z.object({ error: z.literal(true), error_message: z.string() }),
  z.object({
    error: z.literal(false),
    statements: z.array(z.object({ node: z.record(z.string(), z.unknown()) })).length(1),
  }),
]);

function invalid(where: string, why: string): AppError {
  return new AppError("where_invalid", `The filter ${where} cannot be used: ${why}`);
}

/** Everything that a lone condition leaves empty; text such as `true) LIMIT (1` would fill it. */
function isLoneCondition(node: Record<string, unknown>): boolean {
  const empty = ["modifiers", "group_expressions", "group_sets"].every((name) => Array.isArray(node[name]) && node[name].length === 0);
  return node["type"] === "SELECT_NODE" && empty && node["having"] === null && node["qualify"] === null && node["where_clause"] !== null;
}

/** First names of all column references below `node`; throws on what a row's own values cannot decide. */
function collectColumns(where: string, node: unknown, names: Set<string>): void {
  if (Array.isArray(node)) {
    for (const child of node) collectColumns(where, child, names);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  const { class: kind, column_names: path } = node as { class?: unknown; column_names?: unknown };
  if (kind === "SUBQUERY") throw invalid(where, "it holds a subquery. A filter looks at one row's own columns.");
  if (kind === "WINDOW") throw invalid(where, "it holds a window function. A filter looks at one row's own columns.");
  if (kind === "PARAMETER") throw invalid(where, "it holds a parameter. Write the value itself.");
  if (kind === "COLUMN_REF" && Array.isArray(path) && typeof path[0] === "string") names.add(path[0]);
  for (const child of Object.values(node)) collectColumns(where, child, names);
}

/**
 * The filter as one condition, with the columns it reads. Throws where_invalid with what DuckDB says, or unknown_column.
 * The text is parsed by DuckDB itself and refused unless it is a single expression without subqueries.
 */
export async function parseWhere(database: Database, where: string, current: Schema, pinned: Schema): Promise<Filter> {
  const sql = `SELECT 1 FROM t WHERE (${where}\n)`;
  const { tree } = await database.row(`SELECT json_serialize_sql(${literal(sql)})::VARCHAR AS tree`, z.object({ tree: z.string() }));
  const result = parsed.safeParse(JSON.parse(tree));
  if (!result.success) throw invalid(where, "it is more than one condition.");
  if (result.data.error) throw invalid(where, `it does not parse: ${result.data.error_message.split("\n")[0]}`);
  const node = result.data.statements[0]?.node;
  if (!node || !isLoneCondition(node)) throw invalid(where, "it is more than one condition.");
  const names = new Set<string>();
  collectColumns(where, node["where_clause"], names);
  const byName = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const fields = [...byName.values()].map((alias) => ({
    alias,
    field: fieldOf(resolveInSnapshot(current, pinned, `"${alias.replaceAll('"', '""')}"`)),
  }));
  return { sql: `(${where}\n)`, fields };
}

/** The first lines of DuckDB's complaint about a filter that parses and yet does not fit the columns. */
export function whereError(where: string, cause: unknown): AppError {
  const message = cause instanceof Error ? (cause.message.split("\n\n")[0] ?? "") : String(cause);
  return new AppError("where_invalid", `The filter ${where} cannot be used: ${message.replaceAll("\n", " ").trim()}`, { cause });
}
