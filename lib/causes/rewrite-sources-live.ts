import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { pairsOf, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";
import { storePath } from "#lib/store-place.ts";

export const rewriteSourcesLive = defineCause({
  name: "rewrite_sources_live",
  label: "Rewritten files still live",
  look: { hue: "teal", pattern: "hatched" },
  condition: feature("rewrote_live_sources"),
  needs: [],
  because: "files that a compaction replaced are in the table again, next to its result",
  plain: "A compaction wrote these rows into new files, and the old files are in the table again, so each row is read twice.",
  technical:
    "One row is in a file that a replace snapshot removed, and the other in a file that the same snapshot added. A later commit was built on the manifests from before the rewrite, or the rewrite did not drop them. Look at the commit that came after the rewrite.",
  advice: {
    steps: () => [
      {
        changes: "sink",
        says: "Find the commit that brought the old files back, and update the program that made it: it did not rebase on the rewrite.",
      },
      {
        changes: "table",
        keeps: "one copy",
        says: "Then delete the old files from the table in one commit, by their paths, so that one row per record stays. Do not use DELETE by values: it removes both copies.",
      },
    ],
    view: () => "one copy of each row",
    checklist: "Let one coordinator commit",
  },
  docs: [
    "Applies when one row of the key is in a file that a retained rewrite (replace) removed, and another is in a file that the same rewrite added, and both files are live.",
    "Happens when a writer commits on manifests from before a compaction and so lists its source files again, or when a rewrite lists a file as added and removed in one snapshot.",
    'Not a record that was written twice: the sink wrote it once, and the rewrite copied it. One file that is listed twice is "File registered twice".',
    "Look at the reasons of the trust, which name the rewrite, and at the commits after it.",
    "Until it is repaired, engines may disagree about these rows: a snapshot that lists one path as added and removed has no single right reading.",
  ],
});

/** Whether a rewrite's source and its result each hold a row. Pure. */
export function rewroteLiveSources({ rows }: KeyEvidence, { rewrites }: TableEvidence): boolean {
  if (rewrites.size === 0) return false;
  const isResultOf = (source: EvidentRow, { evidence: { addedBy } }: EvidentRow): boolean =>
    source.file !== null && addedBy !== null && (rewrites.get(storePath(source.file))?.has(addedBy) ?? false);
  return pairsOf(rows).some(([one, other]) => isResultOf(one, other) || isResultOf(other, one));
}
