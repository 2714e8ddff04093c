import { constant, duckdbType, partitionConstant, type PartitionConstant } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { isStoredWithoutLoss } from "#lib/iceberg/duckdb/own-plan/lossless-types.ts";
import { elementOf, findNode, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { Field, IcebergType, MapType, StructType } from "#lib/iceberg/plan/schema.ts";

function child(source: string, name: string): string {
  return `struct_extract(${source}, ${literal(name)})`;
}

/** Old writers leave strings unannotated: the bytes are right, their type is not. Throws RangeError where the file's type would lose something. */
function primitive(node: ParquetNode, source: string, type: string): string {
  if (!isStoredWithoutLoss(node, type)) throw new RangeError(`stores ${node.name} as ${node.storedAs}, which is not a ${type}`);
  const logical = (node.logicalType ?? "").toUpperCase();
  const text = logical.includes("STRING") || logical.includes("UTF8") || logical.includes("ENUM") || logical.includes("JSON");
  if (type === "string" && node.type === "BYTE_ARRAY" && !text) return `decode(${source})`;
  if (type === "binary" && text) return `encode(${source})`;
  return `CAST(${source} AS ${duckdbType(type)})`;
}

/** What a row that was written before the field was added has in it. A struct's default is NULL, or `{}`: then its fields' defaults. */
function defaultValue(field: Field): string {
  const value = field["initial-default"];
  if (typeof field.type === "string" || field.type.type !== "struct" || typeof value !== "object" || value === null)
    return constant(value, field.type);
  return pack(field.type.fields.map((inner) => [inner.name, defaultValue(inner)]));
}

function pack(fields: readonly (readonly [name: string, sql: string])[]): string {
  return `struct_pack(${fields.map(([name, sql]) => `${ident(name)} := ${sql}`).join(", ")})`;
}

function struct(node: ParquetNode, source: string, type: StructType): string {
  const fields = type.fields.map((field) => {
    const found = node.children.find((candidate) => candidate.fieldId === field.id);
    return [field.name, found ? convert(found, child(source, found.name), field.type) : defaultValue(field)] as const;
  });
  return `CASE WHEN ${source} IS NULL THEN NULL ELSE ${pack(fields)} END`;
}

function map(node: ParquetNode, source: string, type: MapType): string {
  const [key, value] = node.children[0]?.children ?? [];
  if (!key || !value) return `CAST(${source} AS ${duckdbType(type)})`;
  const entry = pack([
    ["k", convert(key, "x.key", type.key)],
    ["v", convert(value, "x.value", type.value)],
  ]);
  return `map_from_entries(list_transform(map_entries(${source}), lambda x: ${entry}))`;
}

/** The file's column as the asked type: fields by id at every depth, widened where the file is narrower. */
function convert(node: ParquetNode, source: string, type: IcebergType): string {
  if (typeof type === "string") return primitive(node, source, type);
  if (type.type === "struct") return struct(node, source, type);
  if (type.type === "map") return map(node, source, type);
  const element = elementOf(node);
  if (!element) return `CAST(${source} AS ${duckdbType(type)})`;
  return `list_transform(${source}, lambda x: ${convert(element, "x", type.element)})`;
}

/** The file's own column at the end of a way from the top. */
function sourceOf([top, ...below]: readonly ParquetNode[]): string {
  return below.reduce((outer, step) => child(outer, step.name), `p.${ident(top?.name ?? "")}`);
}

/** A field that the file lacks: its default where its parent is there, else what the parent's own default says. */
function missing(columns: readonly ParquetNode[], field: Field, parents: readonly Field[]): string {
  const parent = parents.at(-1);
  if (!parent) return defaultValue(field);
  const way = findNode(columns, parent.id);
  if (way) return `CASE WHEN ${sourceOf(way)} IS NULL THEN NULL ELSE ${defaultValue(field)} END`;
  const isThere = typeof parent["initial-default"] === "object" && parent["initial-default"] !== null;
  return isThere ? missing(columns, field, parents.slice(0, -1)) : constant(null, field.type);
}

/**
 * SQL for one field of the table over a data file's columns, read as relation `p`. A file without the field gives the partition's constant
 * where the field is an identity partition column, else the field's initial default, else NULL. `parents` are the structs around it,
 * outermost first. Throws RangeError when the file stores the field as a type that the field's type does not hold.
 * Source: Iceberg spec, "Column Projection", "Default values".
 */
export function columnExpression(
  columns: readonly ParquetNode[],
  { field, parents }: { field: Field; parents: readonly Field[] },
  partitionConstants: ReadonlyMap<number, PartitionConstant>,
): string {
  const way = findNode(columns, field.id);
  const node = way?.at(-1);
  if (way && node) return convert(node, sourceOf(way), field.type);
  const ofPartition = partitionConstants.get(field.id);
  if (ofPartition) return partitionConstant(ofPartition, field.type);
  return missing(columns, field, parents);
}
