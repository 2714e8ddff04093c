import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { pairsOf, trueUnlessMissing, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const snapshotOverlap = defineCause({
  name: "snapshot_overlap",
  label: "Snapshot overlap",
  look: { hue: "brown", pattern: "dotted" },
  condition: feature("snapshot_overlaps"),
  needs: ["op", "payload"],
  because: "a snapshot of the source brought rows that the table has already",
  plain: "The connector read existing rows in a snapshot, and the table got them from the stream or from another snapshot too.",
  technical:
    "Two rows are snapshot reads (op r), or a snapshot read and an insert (op c) have the same payload. A snapshot ran again, or while the stream was already running, into a table that does not merge the two.",
  advice: {
    steps: () => [
      { changes: "source", says: "Let the connector finish its snapshot before the sink starts, and do not repeat it into a live table." },
      { ...KEEP_THE_WINNER, says: `${KEEP_THE_WINNER.says} A streamed row wins over a snapshot read.` },
    ],
    view: null,
    checklist: "Take the snapshot first",
  },
  docs: [
    "Applies in a CDC table, or with an op column, when two rows of the key are snapshot reads, or when one is and an insert has the same payload: the envelope's after, or else all columns but Kafka's, the op, the log position, the source time and the flag.",
    "Happens when a connector's snapshot runs again or overlaps with the stream: the same row arrives as r and as c.",
    "Not a change of the row: the payload is the same. A snapshot read beside an update is not this cause.",
    "Look at the metric snapshot_stream_overlap_keys, and at when the connector was recreated or asked for a snapshot.",
  ],
});

/** Whether a snapshot read stands beside its own insert or another snapshot read; null where an op or a payload that would tell is missing. Pure. */
export function snapshotOverlaps(key: KeyEvidence, { kind, given }: TableEvidence): boolean | null {
  if (!given.has("op")) return kind === "cdc" ? null : false;
  const reads = key.rows.filter(hasOp("r"));
  const found =
    reads.length > 1 ||
    readsBesideInserts(key).some(([read, insert]) => read.evidence.payload !== null && read.evidence.payload === insert.evidence.payload);
  return trueUnlessMissing(found, lacksPayload(key) || key.rows.some(({ evidence }) => evidence.op === null));
}

/** Whether a payload would have to be compared and cannot be. Pure. */
export function lacksPayload(key: KeyEvidence): boolean {
  return readsBesideInserts(key).some((both) => both.some(({ evidence }) => evidence.payload === null));
}

function hasOp(op: string): (row: EvidentRow) => boolean {
  return ({ evidence }) => evidence.op === op;
}

function readsBesideInserts({ rows }: KeyEvidence): [EvidentRow, EvidentRow][] {
  const isRead = hasOp("r");
  const isInsert = hasOp("c");
  return [...pairsOf(rows)].flatMap(([one, other]): [EvidentRow, EvidentRow][] => {
    if (isRead(one) && isInsert(other)) return [[one, other]];
    return isInsert(one) && isRead(other) ? [[other, one]] : [];
  });
}
