import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { all, feature, unlessKnown } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { isErased, newerDeletes, ofAnyStaleRow } from "#lib/causes/stale-rows.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const appendedWithoutDelete = defineCause({
  name: "appended_without_delete",
  label: "Appended without a delete",
  look: { hue: "navy", pattern: "hatched" },
  condition: all(feature("not_deleted"), unlessKnown(feature("never_deletes"))),
  needs: ["manifests of older snapshots", "sequence number before the compaction"],
  because: "new rows were added without a delete of the old ones",
  plain: "A new row was added, and no delete removed the old one.",
  technical:
    "No live equality delete for the key is newer than the stale row, though the table has deletes: a second writer or a backfill appends beside the upsert sink, or the sink lost its index of keys.",
  advice: {
    steps: () => [
      { changes: "sink", says: "Find the program that committed the newer row, and let it upsert like the main sink." },
      KEEP_THE_WINNER,
    ],
    view: null,
    checklist: "One way of writing",
  },
  docs: [
    "Applies when no live equality delete for the key has a sequence number above a stale row's. Deletes by position name a row, not a key, so they do not count.",
    "Happens when a backfill, a MERGE or a second sink appends to a table that another program upserts, or when a clean-up dropped deletes that were still needed.",
    "Not “Upsert off”: the table has deletes, but none for this row.",
    "Look at the commit that added the newer row: which program made it, and whether that program usually writes the table.",
  ],
});

/** Whether no delete for a stale row is newer than it; null where a compaction took its own number, or may have. Pure. */
export function isNotDeleted(key: KeyEvidence, table: TableEvidence): boolean | null {
  return ofAnyStaleRow(key, table, (stale) => {
    if (newerDeletes(stale).length > 0) return false;
    return isErased(stale, table) === false ? true : null;
  });
}
