import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import type { TableEvidence } from "#lib/causes/table-evidence.ts";

export const upsertOff = defineCause({
  name: "upsert_off",
  label: "Upsert off",
  look: { hue: "navy", pattern: "dotted" },
  condition: feature("never_deletes"),
  needs: ["manifests of older snapshots"],
  because: "the table's writer only ever adds rows",
  plain: "The table was meant to hold one row a key, but its writer only ever adds rows.",
  technical:
    "No retained snapshot has a delete file, and none removed data files but by compaction: the sink appends. Upsert mode is off, the option has no effect in this sink, or no equality columns are set.",
  firstStep:
    'Switch the sink to upsert mode with the key as its equality columns, and load the table again. See "Write in upsert mode" in the checklist.',
  docs: [
    "It holds when no retained snapshot has a delete file, and none removed data files except by a replace, which changes no row. It is told from the manifests, never from the snapshots' summaries.",
    "It comes about when write.upsert.enabled is off, when options of another connector are ignored, when the table is in append mode, or when the sink has no equality columns.",
    "It is no fault of a commit: no delete was ever written. If several rows a key are meant, the table's kind is append, history or events.",
    "Look at the sink's mode and equality columns, and at whether the table's mode can be changed at all: some products fix it when the table is switched on.",
  ],
});

/** Whether nothing was ever deleted; null: an older snapshot cannot be read. Pure. */
export function neverDeletes(table: TableEvidence): boolean | null {
  return table.neverDeletes;
}
