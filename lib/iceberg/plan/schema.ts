import { z } from "zod";

/** Iceberg's types as table metadata writes them. Source: Iceberg spec, appendix C "JSON serialization". */
export type IcebergType = string | StructType | ListType | MapType;

export interface StructType {
  type: "struct";
  fields: Field[];
}

interface ListType {
  type: "list";
  "element-id": number;
  element: IcebergType;
}

export interface MapType {
  type: "map";
  "key-id": number;
  key: IcebergType;
  "value-id": number;
  value: IcebergType;
}

export interface Field {
  id: number;
  name: string;
  type: IcebergType;
  required?: boolean | undefined;
  /** v3: the value of rows written before the column was added. */
  "initial-default"?: unknown;
}

const type: z.ZodType<IcebergType> = z.lazy(() => z.union([z.string(), struct, list, map]));
const field: z.ZodType<Field> = z.lazy(() =>
  z.object({ id: z.int(), name: z.string(), type, required: z.boolean().optional(), "initial-default": z.unknown().optional() }),
);
const struct: z.ZodType<StructType> = z.object({ type: z.literal("struct"), fields: z.array(field) });
const list: z.ZodType<ListType> = z.object({ type: z.literal("list"), "element-id": z.int(), element: type });
const map: z.ZodType<MapType> = z.object({
  type: z.literal("map"),
  "key-id": z.int(),
  key: type,
  "value-id": z.int(),
  value: type,
});

export interface Schema {
  "schema-id": number;
  /** Fields, at any depth below structs, that the table says identify a row. */
  "identifier-field-ids"?: number[] | undefined;
  fields: Field[];
}

export const schemaShape: z.ZodType<Schema> = z.object({
  "schema-id": z.int().default(0),
  "identifier-field-ids": z.array(z.int()).optional(),
  fields: z.array(field),
});

/** The field with this id, at any depth below structs; null when the schema lacks it. */
export function findFieldById(fields: readonly Field[], id: number): { field: Field; path: Field[] } | null {
  for (const candidate of fields) {
    if (candidate.id === id) return { field: candidate, path: [candidate] };
    if (typeof candidate.type === "object" && candidate.type.type === "struct") {
      const below = findFieldById(candidate.type.fields, id);
      if (below) return { field: below.field, path: [candidate, ...below.path] };
    }
  }
  return null;
}

/** True when a field at any depth, also inside lists and maps, has this primitive type. */
export function hasType(fields: readonly Field[], primitive: string): boolean {
  const holds = (type: IcebergType): boolean => {
    if (typeof type === "string") return type === primitive;
    if (type.type === "struct") return hasType(type.fields, primitive);
    return type.type === "list" ? holds(type.element) : holds(type.key) || holds(type.value);
  };
  return fields.some((field) => holds(field.type));
}
