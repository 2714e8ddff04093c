import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { literal, literalList } from "#lib/iceberg/duckdb/sql.ts";
import { namedField, resolveInSnapshot } from "#lib/iceberg/duckdb/resolve-request.ts";
import { ConditionNames } from "#lib/iceberg/duckdb/where-names.ts";
import { parseVerbatimJson } from "#lib/iceberg/plan/lossless-json.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** A filter that was parsed as one condition on the table's own columns. */
export interface Filter {
  /** As the person wrote it. */
  written: string;
  /** The same condition over the aliases of `fields`, which no column of a table and no other column of a statement has. */
  sql: string;
  /** Top-level columns that it names, with the name as written. */
  fields: (NamedField & { name: string })[];
  /** Sentences on names that mean another column at the snapshot than they mean now. */
  notes: string[];
}

const FRAME = "SELECT 1 FROM t WHERE ";

const parsed = z.union([
  z.object({ error: z.literal(true), error_message: z.string() }),
  z.object({
    error: z.literal(false),
    statements: z.array(z.object({ node: z.record(z.string(), z.unknown()) })).length(1),
  }),
]);

function invalid(where: string, why: string, cause?: unknown): AppError {
  return new AppError("where_invalid", `The filter ${where} cannot be used: ${why}`, { cause });
}

/** Everything that a lone condition leaves empty; text such as `true) LIMIT (1` would fill it. */
function isLoneCondition(node: Record<string, unknown>): boolean {
  const empty = ["modifiers", "group_expressions", "group_sets"].every((name) => Array.isArray(node[name]) && node[name].length === 0);
  return node["type"] === "SELECT_NODE" && empty && node["having"] === null && node["qualify"] === null && node["where_clause"] !== null;
}

/** The statement that holds nothing but the condition, as DuckDB's parser sees it. */
async function parseCondition(database: Database, where: string): Promise<Record<string, unknown>> {
  if (where.includes("\0")) throw invalid(where.replaceAll("\0", "␀"), "it holds a NUL character.");
  const sql = `${FRAME}(${where}\n)`;
  const { tree } = await database.row(`SELECT json_serialize_sql(${literal(sql)})::VARCHAR AS tree`, z.object({ tree: z.string() }));
  const result = parsed.safeParse(parseVerbatimJson(tree));
  if (!result.success) throw invalid(where, "it is more than one condition.");
  if (result.data.error) throw invalid(where, `it does not parse: ${result.data.error_message.split("\n")[0]}`);
  const node = result.data.statements[0]?.node;
  if (!node || !isLoneCondition(node)) throw invalid(where, "it is more than one condition.");
  return node;
}

/** What DuckDB's own catalog calls consistent and is not (settings may change, and so does the time), and words that stand for the time in a macro. */
const MISJUDGED = ["current_setting", "getvariable", "current_localtime", "current_localtimestamp", "current_timestamp", "current_date"];

/**
 * Functions whose answer their arguments do not decide (a clock, a setting, chance) would give two passes over one snapshot different rows, and
 * two days different numbers. DuckDB's catalog knows them, but not its macros, which are looked through for their names.
 */
async function refuseVolatile(database: Database, where: string, functions: ReadonlySet<string>): Promise<void> {
  const [found] = await database.rows(
    `WITH functions AS (FROM duckdb_functions()),
       unstable AS (SELECT function_name AS name FROM functions
         WHERE stability <> 'CONSISTENT' UNION ALL SELECT unnest(${literalList(MISJUDGED)})),
       macros AS (SELECT function_name AS name FROM functions WHERE function_type = 'macro'
         AND list_has_any(regexp_extract_all(lower(macro_definition), '\\w+'), (SELECT list('select') || list(name) FROM unstable)))
     SELECT min(name) AS name FROM (FROM unstable UNION ALL FROM macros)
     WHERE list_contains(${literalList([...functions])}::VARCHAR[], name)`,
    z.object({ name: z.string().nullable() }),
  );
  if (found?.name) throw invalid(where, `it calls ${found.name}, whose answer does not depend on the row alone. Write the value itself.`);
}

/**
 * The filter as one condition, with the columns it reads. Throws where_invalid with what DuckDB says, or unknown_column.
 * DuckDB parses the text; refused is what is no single expression, or what one row's own values do not decide. What is run is written anew
 * from the parsed tree with columns under names of ours: a column named like one of our own would else be taken for it.
 */
export async function parseWhere(database: Database, where: string, current: Schema, pinned: Schema): Promise<Filter> {
  const node = await parseCondition(database, where);
  const names = new ConditionNames((why) => invalid(where, why));
  const condition = names.rename(node["where_clause"]);
  await refuseVolatile(database, where, names.functions);
  const notes: string[] = [];
  const fields = names.columns.map(({ name, alias }) => {
    const column = resolveInSnapshot(current, pinned, `"${name.replaceAll('"', '""')}"`, (note) => notes.push(note));
    return { name, ...namedField(alias, column) };
  });
  const tree = JSON.stringify({ error: false, statements: [{ node: { ...node, where_clause: condition }, named_param_map: [] }] });
  const { sql } = await database.row(`SELECT json_deserialize_sql(${literal(tree)}) AS sql`, z.object({ sql: z.string() }));
  if (!sql.startsWith(FRAME)) throw new Error(`DuckDB writes a condition as ${sql}`);
  return { written: where, sql: `(${sql.slice(FRAME.length)})`, fields, notes };
}

/** What the values of rows bring about, and with what DuckDB says these. */
const OF_VALUES = /^(?:Conversion|Invalid Input|Out of Range) Error/;

/**
 * The first lines of DuckDB's complaint about a filter that parses and yet does not fit the columns. Values of rows are people's data, so that a
 * complaint about one names the column and no value, unless the filter itself writes it.
 */
export function whereError(filter: Filter, cause: unknown): AppError {
  const message = cause instanceof Error ? (cause.message.split("\n\n")[0] ?? "") : String(cause);
  const named = message.replaceAll(/__w\d+/g, (alias) => filter.fields.find((field) => field.alias === alias)?.name ?? alias);
  const said = named.replaceAll("\n", " ").trim();
  const [kind] = OF_VALUES.exec(said) ?? [];
  if (kind === undefined) return invalid(filter.written, said, cause);
  const [, quoted] = /'([^']*)'|"([^"]*)"/.exec(said) ?? [];
  if (quoted !== undefined && quoted !== "" && filter.written.includes(`'${quoted}'`)) return invalid(filter.written, said);
  const [, type] = / to ([A-Z]+\d*)\b/.exec(said) ?? [];
  const [, column] = /from source column (\S+)$/.exec(said) ?? [];
  const where = [...(type === undefined ? [] : [` to ${type}`]), ...(column === undefined ? [] : [` from column ${column}`])].join("");
  return invalid(filter.written, `a value that a row has does not fit it (${kind}${where}). TRY_CAST and TRY give NULL for such a value.`);
}
