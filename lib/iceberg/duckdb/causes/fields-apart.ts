import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";

/** A field and the structs around it. */
export type PlacedField = Omit<NamedField, "alias">;

/**
 * The schema's fields without those of some roles. A struct that holds one of `own` goes as a whole, since it is where Kafka's or the source's own
 * words lie (`kafka.offset`, `source.lsn`), unless it holds a column of the key: then it is the record itself, and goes without that field alone, as one
 * does that holds one of `alone`. Pure.
 */
export function fieldsApart(
  schema: Schema,
  { key }: Pick<ResolvedColumns, "key">,
  roles: { own: readonly (Column | null)[]; alone?: readonly (Column | null)[] },
): PlacedField[] {
  const top = (columns: readonly (Column | null)[]) => new Set(columns.map((column) => column?.path[0]?.id));
  const [keyed, own, split] = [top(key), top(roles.own), top([...roles.own, ...(roles.alone ?? [])])];
  const left = new Set([...roles.own, ...(roles.alone ?? [])].map((column) => column?.id));
  return schema.fields.flatMap((field): PlacedField[] => {
    if (!split.has(field.id)) return [{ field, parents: [] }];
    if (own.has(field.id) && !keyed.has(field.id)) return [];
    return leavesOf({ field, parents: [] }).filter((leaf) => !left.has(leaf.field.id));
  });
}

/** A struct's fields, whatever their depth; of another field itself. Pure. */
export function leavesOf({ field, parents }: PlacedField): PlacedField[] {
  if (typeof field.type === "string" || field.type.type !== "struct") return [{ field, parents }];
  return field.type.fields.flatMap((inner: Field) => leavesOf({ field: inner, parents: [...parents, field] }));
}
