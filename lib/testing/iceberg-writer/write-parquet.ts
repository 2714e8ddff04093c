import { statSync } from "node:fs";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { ColumnStatistics } from "./content-file.ts";
import { decimalParts, leavesOf } from "./iceberg-schema.ts";
import type { Field, LeafField, PrimitiveType } from "./iceberg-schema.ts";
import { boundsOf, singleValue, typedValue } from "./values.ts";

/** Values of leaf columns by field id, as the text that `typedValue` reads; null and what is missing are NULL. */
export type Row = ReadonlyMap<number, string | null>;

export type Codec = "uncompressed" | "snappy" | "zstd" | "gzip" | "brotli" | "lz4_raw";

/** Small, so that a big file has several. */
const ROW_GROUP_ROWS = 10_240;

const DUCKDB_TYPES: Record<string, string> = {
  int: "INTEGER",
  long: "BIGINT",
  string: "VARCHAR",
  binary: "BLOB",
  timestamptz: "TIMESTAMPTZ",
};

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const named = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function duckdbType(type: PrimitiveType): string {
  return DUCKDB_TYPES[type] ?? (decimalParts(type) === null ? type.toUpperCase() : type);
}

function literal(type: PrimitiveType, value: string | null): string {
  if (value === null) return `CAST(NULL AS ${duckdbType(type)})`;
  if (type === "binary") return `unhex(${quoted(value)})`;
  return `CAST(${quoted(type === "timestamptz" ? `${value}+00` : value)} AS ${duckdbType(type)})`;
}

/** The field's value in SQL; a struct whose columns are all NULL is NULL itself. */
function expression(field: Field, row: Row): string {
  if (typeof field.type === "string") return literal(field.type, row.get(field.id) ?? null);
  const packed = `struct_pack(${field.type.fields.map((inner) => `${named(inner.name)} := ${expression(inner, row)}`).join(", ")})`;
  const isNull = leavesOf(field.type.fields).every((leaf) => (row.get(leaf.id) ?? null) === null);
  return isNull ? `CASE WHEN false THEN ${packed} END` : packed;
}

function fieldIds(fields: readonly Field[]): string {
  const parts = fields.map((field) => {
    if (typeof field.type === "string") return `${named(field.name)}: ${field.id}`;
    const inner = fieldIds(field.type.fields);
    return `${named(field.name)}: {__duckdb_field_id: ${field.id}${inner === "" ? "" : `, ${inner}`}}`;
  });
  return parts.join(", ");
}

export interface ParquetContent {
  fields: readonly Field[];
  /** The same object may stand many times: it is spelled out once, so big files are cheap. */
  rows: readonly Row[];
  codec?: Codec;
  /** The columns have their names alone, as in files that Hive or Spark wrote. */
  nameless?: boolean;
}

/** DuckDB takes names without regard to case; columns are known by id, so the second of two such names may be another in the file. */
export function distinctNames(fields: readonly Field[]): Field[] {
  const seen = new Set<string>();
  return fields.map((field) => {
    const name = seen.has(field.name.toLowerCase()) ? `${field.name}_${field.id}` : field.name;
    seen.add(name.toLowerCase());
    return { ...field, name };
  });
}

/** Writes rows in their order, with Iceberg field ids, and returns what a manifest says of the file. */
export async function writeParquet(
  connection: DuckDBConnection,
  file: string,
  parquet: ParquetContent,
): Promise<{ recordCount: number; fileSizeBytes: number } & Required<Omit<ColumnStatistics, "columnSizes">>> {
  const { rows } = parquet;
  const fields = distinctNames(parquet.fields);
  const names = fields.map((field) => named(field.name)).join(", ");
  const distinct = [...new Set(rows)];
  const numbers = new Map(distinct.map((row, index) => [row, index]));
  const tuples = (distinct.length === 0 ? [new Map<number, string>()] : distinct).map(
    (row, index) => `(${[String(index), ...fields.map((field) => expression(field, row))].join(", ")})`,
  );
  const order = rows.length === 0 ? "[]::INTEGER[]" : `string_split('${rows.map((row) => numbers.get(row)).join(" ")}', ' ')::INTEGER[]`;
  // DuckDB's dictionary takes both zeros for one value, and writes whichever comes first.
  const plain = distinct.some((row) => [...row.values()].includes("-0.0")) ? ", DICTIONARY_SIZE_LIMIT 0" : "";
  await connection.run(
    `COPY (SELECT ${names} FROM (SELECT unnest(${order}) AS __row, generate_subscripts(${order}, 1) AS __at) o
       JOIN (VALUES ${tuples.join(", ")}) AS t(__row, ${names}) USING (__row) ORDER BY __at)
     TO ${quoted(file)} (FORMAT parquet, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, COMPRESSION ${parquet.codec ?? "zstd"}${plain}${parquet.nameless ? "" : `, FIELD_IDS {${fieldIds(fields)}}`})`,
  );
  return { recordCount: rows.length, fileSizeBytes: statSync(file).size, ...statisticsOf(leavesOf(fields), rows) };
}

function statisticsOf(leaves: readonly LeafField[], rows: readonly Row[]): Required<Omit<ColumnStatistics, "columnSizes">> {
  const statistics = {
    valueCounts: new Map<number, number>(),
    nullValueCounts: new Map<number, number>(),
    lowerBounds: new Map<number, Uint8Array>(),
    upperBounds: new Map<number, Uint8Array>(),
  };
  for (const { id, type } of leaves) {
    const values = rows.map((row) => row.get(id) ?? null);
    const bounds = boundsOf([...new Set(values)].map((value) => (value === null ? null : typedValue(type, value))));
    statistics.valueCounts.set(id, values.length);
    statistics.nullValueCounts.set(id, values.filter((value) => value === null).length);
    // Engines disagree on the order of uuids (signed or not) and skip deletes by such bounds, so none are written.
    if (bounds === null || type === "uuid") continue;
    statistics.lowerBounds.set(id, singleValue(type, bounds.lower));
    statistics.upperBounds.set(id, singleValue(type, bounds.upper));
  }
  return statistics;
}
