import { formatColumnPath } from "#lib/iceberg/plan/column-path.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { findFieldById } from "#lib/iceberg/plan/schema.ts";

/**
 * What new files of the table are partitioned by, such as `bucket(16, order_id)`; a column by its own value stands alone. A field of a spec
 * that was taken out (`void`) is left out. Pure. Source: Iceberg spec, "Partition Transforms".
 */
export function partitionTexts({ currentSpec, currentSchema }: TableMetadata): string[] {
  return currentSpec.fields
    .filter(({ transform }) => transform !== "void")
    .map(({ transform, name, ...source }) => {
      const ids = source["source-ids"] ?? (source["source-id"] === undefined ? [] : [source["source-id"]]);
      const columns = ids.map((id) => {
        const found = findFieldById(currentSchema.fields, id);
        return found === null ? `field ${id}` : formatColumnPath(found.path.map((field) => field.name));
      });
      const shown = columns.length === 0 ? name : columns.join(", ");
      if (transform === "identity") return shown;
      const [, kind, width] = /^(\w+)\[(\d+)\]$/.exec(transform) ?? [];
      return kind === undefined ? `${transform}(${shown})` : `${kind}(${width}, ${shown})`;
    });
}
