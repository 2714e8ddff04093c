import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { isErased, newerDeletes, ofAnyStaleRow } from "#lib/causes/stale-rows.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const deleteInOtherPartition = defineCause({
  name: "delete_in_other_partition",
  label: "Delete in another partition",
  look: { hue: "navy", pattern: "striped" },
  condition: feature("deleted_elsewhere"),
  needs: ["manifests of older snapshots", "sequence number before the compaction"],
  because: "the delete of the old row is in another part of the table",
  plain: "The instruction to remove the old row was stored in another part of the table than the row, where it cannot reach it.",
  technical:
    "Equality deletes for the key are newer than the stale row, but all are in other Iceberg partitions or under another partition spec. The partition columns are not part of the key, so an update that moves the row deletes in the new partition only.",
  advice: {
    steps: () => [
      {
        changes: "source",
        says: "In Postgres, set REPLICA IDENTITY FULL, or USING INDEX with an index that has the partition columns, so that deletes carry the old partition.",
      },
      { changes: "table", says: "Or partition the table by columns of the key, or not at all." },
      KEEP_THE_WINNER,
    ],
    view: null,
    checklist: "Keep a key in one Iceberg partition",
  },
  docs: [
    "Applies when equality deletes for the key are newer than a stale row, and all of them are in other Iceberg partitions or specs than the row's file. A delete of an unpartitioned spec reaches the whole table.",
    "Happens when a table is partitioned by a column that changes, such as the day of the last event: the update's delete goes into the new day, or into the NULL partition if the delete event has only the key. A change of the partition spec does the same.",
    "This is about Iceberg's partitions, not Kafka's, and compaction does not fix it.",
    "Look at the partition spec beside the key, and at the scope of the deletes on the page of a key.",
  ],
});

/** Whether newer deletes for a stale row exist, and none of them in its partition and spec; null where a compaction took its own number, or may have. Pure. */
export function isDeletedElsewhere(key: KeyEvidence, table: TableEvidence): boolean | null {
  return ofAnyStaleRow(key, table, (stale) => {
    const newer = newerDeletes(stale);
    if (newer.length > 0) return newer.every(({ scope }) => scope !== null && scope !== stale.row.evidence.scope);
    return isErased(stale, table) === false ? false : null;
  });
}
