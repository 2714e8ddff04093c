import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { pairsOf, type KeyEvidence } from "#lib/causes/table-evidence.ts";
import { storePath } from "#lib/store-place.ts";

export const fileRegisteredTwice = defineCause({
  name: "file_registered_twice",
  label: "File registered twice",
  look: { hue: "teal", pattern: "striped" },
  condition: feature("shares_place"),
  needs: [],
  because: "a data file is listed more than once in the table",
  plain: "One data file is listed more than once in the table, so each of its rows is read more than once.",
  technical:
    "Two live manifest entries point to the same data file. A sink's coordinator committed the file again after a restart or rebalance, or two coordinators ran at once. Look at the two commits, and at what else uses the control topic's group.",
  advice: {
    steps: () => [
      { changes: "sink", says: "Stop the second committer: run one coordinator per table." },
      {
        changes: "table",
        keeps: "one copy",
        says: "Then overwrite the affected partitions in one commit with one row per (_file, _pos). Do not use DELETE: it removes both copies.",
      },
    ],
    view: () => "one copy of each row",
    checklist: "Let one coordinator commit",
  },
  docs: [
    "Applies when two live rows have the same data file and the same position in it: they are one stored row, read through two manifest entries. A path that is written in two ways (s3 and s3a, with and without file:) is one file.",
    "Happens when a sink reads its control topic again after a rebalance, when a paused connector still runs beside its successor, or when a commit with an unknown outcome is retried.",
    'Not a second copy of the data: nothing was written twice, only listed twice. A record that was written into two files is "Record written twice".',
    "Look at the metric files_registered_twice, and at the two commits that added the file.",
    "Never edit metadata by hand: an overwrite in one commit leaves a table that every reader understands.",
  ],
});

/** Whether two rows are one stored row: the same position of the same file. Pure. */
export function sharesPlace({ rows }: KeyEvidence): boolean {
  return pairsOf(rows).some(
    ([one, other]) =>
      one.file !== null &&
      other.file !== null &&
      storePath(one.file) === storePath(other.file) &&
      one.position !== null &&
      one.position === other.position,
  );
}
