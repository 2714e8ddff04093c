import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const softDelete = defineCause({
  name: "soft_delete",
  label: "Soft delete",
  look: { hue: "brown", pattern: "striped" },
  condition: feature("soft_deleted"),
  needs: ["deleted"],
  because: "rows that the source marks as deleted are kept",
  plain: "The source marks rows as deleted and keeps them, so marked rows remain beside the current one.",
  technical:
    "All rows of the key but at most one carry the soft-delete flag. No tombstone is ever written for them, so readers of the current state must leave flagged rows out.",
  advice: {
    steps: () => [{ changes: "query", says: "Leave out flagged rows in queries, or set a filter for this table in Bergwatch." }],
    view: null,
    checklist: "Deduplicate when reading",
  },
  docs: [
    "Applies in a CDC table, or with a soft-delete column, when all rows of the key but at most one carry the flag. A NULL flag counts as not set.",
    "Happens when the source sets is_deleted and keeps the row, or when a flattener adds __deleted and the sink keeps what it marks.",
    "Not a fault of the pipeline, but queries count such rows. Two unmarked rows of one key have another cause.",
    "Look at the metric soft_deleted_rows, and at whether the views on this table filter by the flag.",
  ],
});

/** Whether all rows but at most one are marked as deleted; null in a CDC table without such a column, false in another one. Pure. */
export function isSoftDeleted({ rows }: KeyEvidence, { kind, given }: TableEvidence): boolean | null {
  if (!given.has("deleted")) return kind === "cdc" ? null : false;
  return rows.filter(({ evidence }) => evidence.deleted === true).length >= rows.length - 1;
}
