import { AppError } from "#lib/errors.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

const PRIMITIVES: Record<string, string> = {
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
};

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
  const known = PRIMITIVES[type];
  if (known === undefined) throw new AppError("table_unsupported", `The column type ${type} cannot be read by DuckDB 1.5.`);
  return known;
}

/** True for types that are read with less precision than they have: such a column is no key and proves no delete. */
export function losesPrecision(type: IcebergType): boolean {
  return type === "timestamptz_ns";
}

export function isBytes(type: IcebergType): boolean {
  return type === "binary" || (typeof type === "string" && type.startsWith("fixed["));
}

/** A typed constant from an Iceberg single-value JSON (defaults) or a partition value. Source: Iceberg spec, appendix D. */
export function constant(value: unknown, type: IcebergType): string {
  const target = duckdbType(type);
  const isScalar = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isScalar) return `CAST(NULL AS ${target})`;
  const text = literal(String(value));
  if (isBytes(type)) return `from_hex(${text})`;
  if (type === "date" && typeof value === "number") return `(DATE '1970-01-01' + ${Math.trunc(value)})`;
  return `CAST(${text} AS ${target})`;
}
