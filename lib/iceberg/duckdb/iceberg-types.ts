import { AppError } from "#lib/errors.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

const PRIMITIVES = new Map(
  Object.entries({
    boolean: "BOOLEAN",
    int: "INTEGER",
    long: "BIGINT",
    float: "FLOAT",
    double: "DOUBLE",
    date: "DATE",
    time: "TIME",
    timestamp: "TIMESTAMP",
    timestamptz: "TIMESTAMPTZ",
    timestamp_ns: "TIMESTAMP_NS",
    // DuckDB has no zoned nanosecond type and reads these to the microsecond.
    timestamptz_ns: "TIMESTAMPTZ",
    string: "VARCHAR",
    uuid: "UUID",
    binary: "BLOB",
  }),
);

/**
 * The DuckDB type that holds every value of an Iceberg type. Throws table_unsupported for types DuckDB cannot hold (variant, geometry, …).
 * Source: Iceberg spec, "Primitive Types".
 */
export function duckdbType(type: IcebergType): string {
  if (typeof type === "object") {
    if (type.type === "list") return `${duckdbType(type.element)}[]`;
    if (type.type === "map") return `MAP(${duckdbType(type.key)}, ${duckdbType(type.value)})`;
    return `STRUCT(${type.fields.map((field) => `${ident(field.name)} ${duckdbType(field.type)}`).join(", ")})`;
  }
  const decimal = /^decimal\(\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(type);
  if (decimal) return `DECIMAL(${decimal[1]}, ${decimal[2]})`;
  if (/^fixed\[\d+\]$/.test(type)) return "BLOB";
  const known = PRIMITIVES.get(type);
  if (known === undefined) throw new AppError("table_unsupported", `The column type ${type} cannot be read by DuckDB 1.5.`);
  return known;
}

/** False for types that DuckDB cannot hold, at any depth: such a column can be neither compared nor shown. */
export function isReadable(type: IcebergType): boolean {
  try {
    return duckdbType(type) !== "";
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** True for types that are read with less precision than they have: such a column is no key and proves no delete. */
export function losesPrecision(type: IcebergType): boolean {
  return type === "timestamptz_ns";
}

export function isBytes(type: IcebergType): boolean {
  return type === "binary" || (typeof type === "string" && type.startsWith("fixed["));
}

/** SQL for a value as it is shown to a person: its text, bytes in hex. */
export function shownText(type: IcebergType, sql: string): string {
  return isBytes(type) ? `lower(hex(${sql}))` : `CAST(${sql} AS VARCHAR)`;
}

function scalarText(value: unknown): string | null {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? literal(String(value)) : null;
}

/** A typed constant from an Iceberg single-value JSON (a column's default). Source: Iceberg spec, appendix D "JSON single-value". */
export function constant(value: unknown, type: IcebergType): string {
  const text = scalarText(value);
  if (text === null) return `CAST(NULL AS ${duckdbType(type)})`;
  return isBytes(type) ? `from_hex(${text})` : `CAST(${text} AS ${duckdbType(type)})`;
}

/** A value of a partition tuple with the type that its column has now: text as partitionValueText writes it. */
export interface PartitionConstant {
  text: string | null;
  type: IcebergType;
}

/** A partition's value as SQL of a column's type, which may have been another one at an older snapshot. */
export function partitionConstant({ text, type: written }: PartitionConstant, type: IcebergType): string {
  return text === null ? `CAST(NULL AS ${duckdbType(type)})` : `CAST(${partitionValue(literal(text), written)} AS ${duckdbType(type)})`;
}

function partitionValue(text: string, type: IcebergType): string {
  if (isBytes(type)) return `from_hex(${text})`;
  switch (type) {
    case "date":
      return `(DATE '1970-01-01' + CAST(${text} AS INTEGER))`;
    case "timestamp":
    case "timestamptz":
      return `make_timestamp(CAST(${text} AS BIGINT))`;
    case "timestamp_ns":
      return `make_timestamp_ns(CAST(${text} AS BIGINT))`;
    case "timestamptz_ns":
      return `make_timestamp(CAST(${text} AS BIGINT) // 1000)`;
    default:
      return `CAST(${text} AS ${duckdbType(type)})`;
  }
}
