import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import type { KeyEvidence, TableEvidence } from "#lib/causes/table-evidence.ts";

export const repeatedInCommit = defineCause({
  name: "repeated_in_commit",
  label: "Repeated in one commit",
  look: { hue: "plum", pattern: "striped" },
  condition: feature("repeated_in_commit"),
  needs: ["manifests of older snapshots"],
  because: "one commit wrote the same key more than once",
  plain: "One load wrote the same key more than once, so its own rows repeat each other.",
  technical:
    "All rows of the key were added by one snapshot that is not a rewrite. The batch or the source of the MERGE was not deduplicated by key: MERGE matches its source against the table, never against itself.",
  advice: {
    steps: () => [
      { changes: "sink", says: "Deduplicate the batch, or the source of the MERGE, by the business key before it is written." },
      KEEP_THE_WINNER,
    ],
    view: null,
    checklist: "Deduplicate before you write",
  },
  docs: [
    "Applies when one snapshot that is not a rewrite added all rows of the key, and either commits of the same engine delete or overwrite rows, or the rows have no Kafka coordinates. Rows of a sink that only appends are “Upsert off” instead.",
    "Happens when a MERGE or INSERT OVERWRITE reads a source with repeats, when a batch is loaded from files that overlap, or when a job writes one partition twice.",
    "Not two writers: there is only one commit. Two MERGE statements that each insert the key at the same time leave rows of two commits. Bergwatch cannot tell these from an append, so the cause is then “Upsert off”.",
    "Look at the commit, the statement or job that made it, and the repeats in its source.",
  ],
});

/** Whether one commit brought all rows, and not as an append of a sink; null: that commit is no longer retained. Pure. */
export function isRepeatedInCommit({ rows }: KeyEvidence, { commits }: TableEvidence): boolean | null {
  const added = new Set(rows.map(({ evidence }) => evidence.addedBy));
  const [only = null] = added.size === 1 ? added : [];
  const known = [...added].filter((id) => id !== null);
  const ofThese = known.map((id) => commits.get(id));
  if (known.length > 1 || rows.some(({ evidence }) => evidence.compacted === true) || ofThese.some((one) => one?.isRewrite)) return false;
  const isOffKafka = rows.every(({ partition, offset }) => partition === null && offset === null);
  const commit = only === null ? undefined : commits.get(only);
  if (commit !== undefined) return isOffKafka || commit.writerReplaces;
  return isOffKafka || [...commits.values()].some(({ writerReplaces }) => writerReplaces) ? null : false;
}
