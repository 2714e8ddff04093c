import { decimalParts, leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { Field, FormatVersion, PrimitiveType } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { SchemaChange } from "#lib/testing/random-history/history.ts";

const ADDED_TYPES: PrimitiveType[] = [
  "string",
  "int",
  "long",
  "decimal(10, 3)",
  "date",
  "timestamptz",
  "boolean",
  "uuid",
  "binary",
  "double",
  "time",
  "float",
];
const DEFAULTS: Record<string, string | number | boolean> = {
  string: "before",
  int: 7,
  long: 9,
  boolean: true,
  date: "2020-02-29",
  time: "10:11:12",
  double: 0.5,
};

export interface ChangedSchema {
  fields: Field[];
  /** Of the added column, as text. */
  initialDefault?: { fieldId: number; value: string };
}

function widened(type: PrimitiveType): PrimitiveType | null {
  const decimal = decimalParts(type);
  if (decimal !== null) return decimal.precision > 30 ? null : `decimal(${decimal.precision + 3}, ${decimal.scale})`;
  return type === "int" ? "long" : type === "float" ? "double" : null;
}

/** Changes one field by id, at any depth; null removes it. */
function withField(fields: readonly Field[], id: number, change: (field: Field) => Field | null): Field[] {
  return fields.flatMap((field) => {
    if (field.id === id) {
      const changed = change(field);
      return changed === null ? [] : [changed];
    }
    return typeof field.type === "string"
      ? [field]
      : [{ ...field, type: { ...field.type, fields: withField(field.type.fields, id, change) } }];
  });
}

export interface ChangeContext {
  nextId: number;
  formatVersion: FormatVersion;
  /** Keys and partition sources are never dropped. */
  fixed: ReadonlySet<number>;
}

type Change = (fields: readonly Field[], column: number, context: ChangeContext) => ChangedSchema | null;

const picked = <T>(list: readonly T[], column: number): T | undefined => list[column % Math.max(1, list.length)];

function addWithDefault(fields: readonly Field[], column: number, { nextId, formatVersion }: ChangeContext): ChangedSchema | null {
  if (formatVersion < 3) return null;
  const type = picked(Object.keys(DEFAULTS), column) ?? "string";
  const value = DEFAULTS[type] ?? "";
  const added = { id: nextId, name: `added_${nextId}`, required: false, type, "initial-default": value, "write-default": value };
  return { fields: [...fields, added], initialDefault: { fieldId: nextId, value: String(value) } };
}

function addNested(fields: readonly Field[], nextId: number): ChangedSchema {
  const inner: Field = { id: nextId + 1, name: "status", required: false, type: "string" };
  return { fields: [{ id: nextId, name: `added_${nextId}`, required: false, type: { type: "struct", fields: [inner] } }, ...fields] };
}

function widen(fields: readonly Field[], column: number): ChangedSchema | null {
  const candidates = leavesOf(fields).filter(({ type }) => widened(type) !== null);
  const leaf = picked(candidates, column);
  return leaf === undefined
    ? null
    : { fields: withField(fields, leaf.id, (field) => ({ ...field, type: widened(leaf.type) ?? leaf.type })) };
}

/** Top-level columns only; `again` puts a new column of the same name and type in its place. */
function drop(fields: readonly Field[], column: number, { nextId, fixed }: ChangeContext, again: boolean): ChangedSchema | null {
  const candidates = leavesOf(fields).filter(({ id, path }) => path.length === 1 && !fixed.has(id));
  const leaf = picked(candidates, column);
  if (leaf === undefined) return null;
  const replacement: Field = { id: nextId, name: leaf.field.name, required: false, type: leaf.type };
  return { fields: withField(fields, leaf.id, () => (again ? replacement : null)) };
}

/** Two columns whose names differ in case only, as some sinks make them. */
function addInAnotherCase(fields: readonly Field[], column: number, nextId: number): ChangedSchema | null {
  const candidates = fields.filter(({ name }) => !fields.some((other) => other.name === name.toUpperCase()));
  const name = picked(candidates, column)?.name.toUpperCase();
  return name === undefined ? null : { fields: [...fields, { id: nextId, name, required: false, type: "string" }] };
}

function addInsideStruct(fields: readonly Field[], column: number, nextId: number): ChangedSchema | null {
  const struct = picked(
    fields.filter(({ type }) => typeof type !== "string"),
    column,
  );
  if (struct === undefined || typeof struct.type === "string") return null;
  const inner: Field[] = [{ id: nextId, name: `added_${nextId}`, required: false, type: "int" }, ...struct.type.fields];
  return { fields: withField(fields, struct.id, (field) => ({ ...field, type: { type: "struct", fields: inner } })) };
}

function reorderInsideStruct(fields: readonly Field[], column: number): ChangedSchema | null {
  const struct = picked(
    fields.filter(({ type }) => typeof type !== "string"),
    column,
  );
  if (struct === undefined || typeof struct.type === "string") return null;
  const inner = struct.type.fields.toReversed();
  return { fields: withField(fields, struct.id, (field) => ({ ...field, type: { type: "struct", fields: inner } })) };
}

const CHANGES: Record<SchemaChange, Change> = {
  "add in another case": (fields, column, { nextId }) => addInAnotherCase(fields, column, nextId),
  "add inside a struct": (fields, column, { nextId }) => addInsideStruct(fields, column, nextId),
  "reorder inside a struct": reorderInsideStruct,
  add: (fields, column, { nextId }) => {
    const type = picked(ADDED_TYPES, column) ?? "string";
    return { fields: [...fields, { id: nextId, name: `added_${nextId}`, required: false, type }] };
  },
  "add with default": addWithDefault,
  "add nested": (fields, _column, { nextId }) => addNested(fields, nextId),
  rename: (fields, column) => {
    const id = picked(leavesOf(fields), column)?.id ?? 0;
    return { fields: withField(fields, id, (field) => ({ ...field, name: `${field.name}_r` })) };
  },
  widen,
  drop: (fields, column, context) => drop(fields, column, context, false),
  "drop and add again": (fields, column, context) => drop(fields, column, context, true),
  reorder: (fields) => ({ fields: [...fields.slice(-1), ...fields.slice(0, -1)] }),
};

/** The next schema, or null when the change does not apply. `column` picks modulo what there is. */
export function changedSchema(
  fields: readonly Field[],
  change: SchemaChange,
  column: number,
  context: ChangeContext,
): ChangedSchema | null {
  return CHANGES[change](fields, column, context);
}
