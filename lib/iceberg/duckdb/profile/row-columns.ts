import { DELETE_OPS } from "#lib/delete-ops.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { namedField } from "#lib/iceberg/duckdb/resolve-request.ts";
import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { literalList } from "#lib/iceberg/duckdb/sql.ts";
import { holdsPlaceholder } from "#lib/iceberg/duckdb/unavailable.ts";
import type { Filter } from "#lib/iceberg/duckdb/where.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";

/** The names under which statements see the request's columns, and SQL over these names. */
export interface RowColumns {
  key: string[];
  /** Fields to ask of the reading; each once. */
  fields: NamedField[];
  /** True when the row is part of the table: the filter holds. */
  inScope: string;
  anyKeyNull: string;
  /** 64-bit hash of the typed key tuple. */
  hash: string;
  /** The typed key tuple as one text or BLOB, equal exactly where the keys are. */
  identity: string;
  /** 64-bit hash of (topic, partition); only told where that is not NULL. */
  pairHash: string;
  /** (topic, partition), NULL where the partition is NULL; null when no partition column is given. */
  pair: string | null;
  /** Key bytes as BLOB; null when no key column is given. */
  keyBytes: string | null;
  /** Conditions on one row, or null when the column for them is not given. */
  ghost: string | null;
  softDeleted: string | null;
  unavailable: string | null;
  /** Microseconds since the epoch as DOUBLE (exact to the year 2255), NULL where unknown; null when not given. */
  eventTime: string | null;
  sourceTime: string | null;
}

/** Texts of a flag that is not set, in small letters. */
const UNSET = ["", "false", "f", "0", "n", "no", "off", "null", "none"];

function bytes(column: Column, sql: string): string {
  if (isBytes(column.type)) return sql;
  return column.type === "string" ? `encode(${sql})` : `encode(CAST(${sql} AS VARCHAR))`;
}

function softDeleted(column: Column, sql: string): string {
  if (column.type === "boolean") return `(${sql} IS TRUE)`;
  if (column.type === "string") return `(NOT list_contains(${literalList(UNSET)}, lower(trim(${sql}))))`;
  // A number, such as Oracle's NUMBER(1), is a flag or a time of deletion, and bytes are bits: 0 is not set. Any other value is a time.
  if (isBytes(column.type)) return `regexp_matches(hex(${sql}), '[^0]')`;
  if (column.type === "float" || column.type === "double") return `(${sql} <> 0 AND NOT isnan(${sql}))`;
  return typeof column.type === "string" && /^(int|long|decimal\(.*\))$/.test(column.type) ? `(${sql} <> 0)` : `(${sql} IS NOT NULL)`;
}

/** Numbers count from the epoch in the unit of the column's name: `…_ns`, `…_us`, else milliseconds (Debezium's `source.ts_*`). */
function microseconds(column: Column, sql: string): string {
  if (column.type !== "long" && column.type !== "int") return `epoch_us(${sql}::TIMESTAMP)::DOUBLE`;
  const name = column.path.at(-1)?.name.toLowerCase() ?? "";
  if (name.endsWith("ns")) return `(${sql} // 1000)::DOUBLE`;
  return name.endsWith("us") ? `${sql}::DOUBLE` : `${sql}::DOUBLE * 1000`;
}

/** Floats that compare equal have one text: adding 0 makes one of the two zeros, and not-a-number has no sign. */
function floatText(name: string): string {
  return `CASE WHEN isnan(${name}) THEN 'nan' ELSE CAST(${name} + 0 AS VARCHAR) END`;
}

/** Lengths before the parts keep ("a", "bc") and ("ab", "c") apart. */
function identityOf(columns: readonly Column[], names: readonly string[]): string {
  const texts = columns.map(({ type }, index) => {
    const name = names[index] ?? "";
    if (isBytes(type)) return { sql: name, text: `hex(${name})` };
    const text = type === "float" || type === "double" ? floatText(name) : `CAST(${name} AS VARCHAR)`;
    return { sql: type === "string" ? name : text, text };
  });
  const [only, ...more] = texts;
  if (only && more.length === 0) return only.sql;
  return `concat(${texts.map(({ text }) => `strlen(${text}), ':', ${text}`).join(", ")})`;
}

/** Names and SQL for one request; pure. */
export function rowColumns(columns: ResolvedColumns, filter: Filter | null): RowColumns {
  const fields: NamedField[] = [];
  const take = <T>(column: Column | null, alias: string, sql: (column: Column, name: string) => T): T | null => {
    if (!column) return null;
    fields.push(namedField(alias, column));
    return sql(column, alias);
  };
  const key = columns.key.map((column, index) => take(column, `__k${index}`, (_, name) => name) ?? "");
  const topic = take(columns.kafkaTopic, "__topic", (_, name) => `CAST(${name} AS VARCHAR)`);
  const pair = take(
    columns.kafkaPartition,
    "__partition",
    (_, name) => `CASE WHEN ${name} IS NOT NULL THEN struct_pack(t := ${topic ?? "NULL::VARCHAR"}, p := CAST(${name} AS VARCHAR)) END`,
  );
  const unavailable = columns.unavailable.columns.map((column, index) => take(column, `__u${index}`, (_, name) => name) ?? "");
  const result: RowColumns = {
    key,
    fields,
    inScope: filter ? `(${filter.sql} IS TRUE)` : "true",
    anyKeyNull: `(${key.map((name) => `${name} IS NULL`).join(" OR ")})`,
    hash: `hash(${key.join(", ")})`,
    identity: identityOf(columns.key, key),
    pairHash: topic ? `hash(${topic}, __partition)` : "hash(__partition)",
    pair,
    keyBytes: take(columns.kafkaKey, "__key_bytes", bytes),
    ghost: take(columns.op, "__op", (_, name) => `list_contains(${literalList(DELETE_OPS)}, CAST(${name} AS VARCHAR))`),
    softDeleted: take(columns.deleted, "__deleted", softDeleted),
    unavailable: columns.unavailable.reason === null ? holdsPlaceholder(columns.unavailable, unavailable) : null,
    eventTime: take(columns.eventTime, "__event_time", microseconds),
    sourceTime: take(columns.sourceTime, "__source_time", microseconds),
  };
  fields.push(...(filter?.fields ?? []));
  return result;
}
