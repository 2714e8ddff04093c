import { leavesOf } from "./iceberg-schema.ts";
import type { Field } from "./iceberg-schema.ts";
import type { Row } from "./write-parquet.ts";

/** One field of `schema.name-mapping.default`, by Iceberg's specification ("Name Mapping Serialization"). */
interface MappedField {
  "field-id": number;
  names: string[];
  fields?: MappedField[];
}

export type NameMapping = readonly MappedField[];

/** The rows of a file without field ids: values by the names of their columns' paths, joined by NUL, and those that only its tuple knows by id. */
export interface NamelessRows {
  byName: readonly ReadonlyMap<string, string | null>[];
  byId: readonly Row[];
}

/**
 * The mapping after its table has had these fields too: each gets its name besides those it had, and a name that another field had moves to
 * it, as Iceberg's own UpdateMapping does.
 */
export function withNames(mapping: NameMapping, fields: readonly Field[]): NameMapping {
  return fields.reduce<NameMapping>((known, field) => {
    const others = known.filter((entry) => entry["field-id"] !== field.id);
    const own = known.find((entry) => entry["field-id"] === field.id);
    const inner = typeof field.type === "string" ? undefined : withNames(own?.fields ?? [], field.type.fields);
    const entry = { "field-id": field.id, names: [...new Set([...(own?.names ?? []), field.name])], ...(inner && { fields: [...inner] }) };
    return [...others.map((other) => ({ ...other, names: other.names.filter((name) => name !== field.name) })), entry];
  }, mapping);
}

/** The fields under other names at every depth. */
export function withAliases(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({
    ...field,
    name: `${field.name} of ${field.id}`,
    type: typeof field.type === "string" ? field.type : { ...field.type, fields: withAliases(field.type.fields) },
  }));
}

function idOf(mapping: NameMapping, [name = "", ...below]: readonly string[]): number | null {
  const entry = mapping.find(({ names }) => names.includes(name));
  if (entry === undefined) return null;
  return below.length === 0 ? entry["field-id"] : idOf(entry.fields ?? [], below);
}

const pathKey = (path: readonly string[]): string => path.join("\0");

/** A row's values by the names that its columns have in a file of these fields. */
export function byName(fields: readonly Field[], row: Row): Map<string, string | null> {
  return new Map(leavesOf(fields).map(({ id, path }) => [pathKey(path), row.get(id) ?? null]));
}

/** The rows as the mapping reads them; a column that it does not know is not there. The same row stays the same object. */
export function mappedRows({ byName: named, byId }: NamelessRows, mapping: NameMapping): Row[] {
  const known = new Map<ReadonlyMap<string, string | null>, Row>();
  return named.map((values, index) => {
    const found = known.get(values);
    if (found !== undefined) return found;
    const mapped = [...values].flatMap(([key, value]) => {
      const id = idOf(mapping, key.split("\0"));
      return id === null ? [] : [[id, value] as const];
    });
    const row: Row = new Map([...(byId[index] ?? []), ...mapped]);
    known.set(values, row);
    return row;
  });
}
