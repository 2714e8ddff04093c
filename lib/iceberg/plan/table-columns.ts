import type { TableColumn } from "#lib/iceberg/contract.ts";
import type { IcebergType, Schema } from "#lib/iceberg/plan/schema.ts";

/** A type as the Iceberg specification writes it, without spaces between a type's numbers: `decimal(12,2)`, `map<string, list<long>>`. Pure. */
export function typeName(type: IcebergType): string {
  if (typeof type === "string") return type.replaceAll(/\s+/g, "");
  if (type.type === "list") return `list<${typeName(type.element)}>`;
  if (type.type === "map") return `map<${typeName(type.key)}, ${typeName(type.value)}>`;
  return `struct<${type.fields.map((field) => `${field.name}: ${typeName(field.type)}`).join(", ")}>`;
}

/** The top-level columns of a schema, in its order. A column that does not say whether it is required is optional. Pure. */
export function tableColumns(schema: Schema): TableColumn[] {
  return schema.fields.map(({ id, name, type, required }) => ({ name, type: typeName(type), fieldId: id, required: required ?? false }));
}
