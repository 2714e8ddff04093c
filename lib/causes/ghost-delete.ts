import { KEEP_THE_WINNER, keptRow } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { trueUnlessMissing, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";
import { DELETE_OPS } from "#lib/delete-ops.ts";

export const ghostDelete = defineCause({
  name: "ghost_delete",
  label: "Ghost delete",
  look: { hue: "brown", pattern: "plain" },
  condition: feature("has_delete_op"),
  needs: ["op"],
  because: "deletes of the source were stored as rows",
  plain: 'A record that says "deleted" was stored as a row instead of removing one.',
  technical:
    "A row with a delete op is still in the table beside another row of its key. The sink removes rows only for a true tombstone (a key and a null value); a delete event with a value is not one.",
  advice: {
    steps: () => [
      {
        changes: "source",
        needsDeletes: true,
        says: "Set tombstones.on.delete to true in the Debezium connector, so that each delete is followed by a tombstone.",
      },
      KEEP_THE_WINNER,
      { changes: "query", says: "If the winner is itself a delete, leave it out in the view that people query." },
    ],
    view: (situation) => `${keptRow(situation)} and leaves out deletes`,
    checklist: "Write tombstones",
  },
  docs: [
    "Applies in a CDC table, or with an op column, when a row of the key has a delete op (d, D, delete).",
    "Happens when a delete event carries a value: Debezium writes op d with the row's last state, and only the tombstone after it makes a sink remove the row. If the source inserts the key again, the ghost stays beside the new row.",
    "Not a soft delete: there the source itself keeps the row and marks it.",
    "Look at the connector's tombstones.on.delete and at the unwrapping's handling of deletes, and at the metric ghost_rows.",
  ],
});

const CODES: ReadonlySet<string | null> = new Set(DELETE_OPS);

/** Whether a row says that its row was deleted at the source. Pure. */
export function isDelete({ evidence }: Pick<EvidentRow, "evidence">): boolean {
  return CODES.has(evidence.op);
}

/** Whether a delete is still a row; null where an op is missing, false in a table that is no CDC table and has none. Pure. */
export function hasDeleteOp({ rows }: KeyEvidence, { kind, given }: TableEvidence): boolean | null {
  if (!given.has("op")) return kind === "cdc" ? null : false;
  return trueUnlessMissing(
    rows.some(isDelete),
    rows.some(({ evidence }) => evidence.op === null),
  );
}
