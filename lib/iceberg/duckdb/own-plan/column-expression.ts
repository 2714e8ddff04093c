import { constant, duckdbType, partitionConstant } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { findNode, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { Field, IcebergType, StructType } from "#lib/iceberg/plan/schema.ts";

function child(source: string, name: string): string {
  return `struct_extract(${source}, ${literal(name)})`;
}

/** Old writers leave strings and UUIDs unannotated: the bytes are right, their type is not. */
function primitive(node: ParquetNode, source: string, type: string): string {
  const logical = (node.logicalType ?? "").toUpperCase();
  const text = logical.includes("STRING") || logical.includes("UTF8") || logical.includes("ENUM") || logical.includes("JSON");
  if (type === "string" && node.type === "BYTE_ARRAY" && !text) return `decode(${source})`;
  if (type === "binary" && text) return `encode(${source})`;
  if (type === "uuid" && !logical.includes("UUID")) return `CAST(hex(${source}) AS UUID)`;
  return `CAST(${source} AS ${duckdbType(type)})`;
}

function struct(node: ParquetNode, source: string, type: StructType): string {
  const fields = type.fields.map((field) => {
    const found = node.children.find((candidate) => candidate.fieldId === field.id);
    const value = found ? convert(found, child(source, found.name), field.type) : constant(field["initial-default"], field.type);
    return `${ident(field.name)} := ${value}`;
  });
  return `CASE WHEN ${source} IS NULL THEN NULL ELSE struct_pack(${fields.join(", ")}) END`;
}

/** The file's column as the asked type: fields by id at every depth, widened where the file is narrower. */
function convert(node: ParquetNode, source: string, type: IcebergType): string {
  if (typeof type === "string") return primitive(node, source, type);
  if (type.type === "struct") return struct(node, source, type);
  if (type.type === "map") return `CAST(${source} AS ${duckdbType(type)})`;
  const element = node.children[0]?.children[0];
  if (!element) return `CAST(${source} AS ${duckdbType(type)})`;
  return `list_transform(${source}, lambda x: ${convert(element, "x", type.element)})`;
}

/**
 * SQL for one field of the table over a data file's columns, read as relation `p`. A file without the field gives the partition's constant
 * where the field is an identity partition column, else the field's initial default, else NULL.
 * Source: Iceberg spec, "Column Projection".
 */
export function columnExpression(columns: readonly ParquetNode[], field: Field, partitionConstants: ReadonlyMap<number, unknown>): string {
  const way = findNode(columns, field.id);
  const [top, ...below] = way ?? [];
  const node = way?.at(-1);
  if (!top || !node) {
    if (partitionConstants.has(field.id)) return partitionConstant(partitionConstants.get(field.id), field.type);
    return constant(field["initial-default"], field.type);
  }
  const source = below.reduce((outer, step) => child(outer, step.name), `p.${ident(top.name)}`);
  return convert(node, source, field.type);
}
