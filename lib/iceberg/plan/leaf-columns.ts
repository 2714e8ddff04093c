import { formatColumnPath } from "#lib/iceberg/plan/column-path.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";
import { typeName } from "#lib/iceberg/plan/table-columns.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";

/** The columns with single values, those inside structs too; what lies in lists and maps has no single value in a row. In the schema's order. Pure. */
export function leafColumns(fields: readonly Field[], above: readonly string[] = []): LeafColumn[] {
  return fields.flatMap(({ id, name, type }): LeafColumn[] => {
    const path = [...above, name];
    if (typeof type === "string") return [{ path, written: formatColumnPath(path), type: typeName(type), fieldId: id }];
    return type.type === "struct" ? leafColumns(type.fields, path) : [];
  });
}
