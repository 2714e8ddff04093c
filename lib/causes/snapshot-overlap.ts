import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { compareLogPositions } from "#lib/causes/log-position.ts";
import { isBefore } from "#lib/causes/winner.ts";
import { trueUnlessMissing, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const snapshotOverlap = defineCause({
  name: "snapshot_overlap",
  label: "Snapshot overlap",
  look: { hue: "brown", pattern: "dotted" },
  condition: feature("snapshot_overlaps"),
  needs: ["lsn", "op", "payload"],
  because: "a snapshot of the source brought rows that the table has already",
  plain: "The connector read existing rows in a snapshot, and the table got them from the stream or from another snapshot too.",
  technical:
    "Two rows are snapshot reads (op r), or a snapshot read is beside an insert or update (op c or u) that it covers. Covered means the same payload, or a later record whose log position is not after the snapshot's. A snapshot ran again, or while the stream was already running, into a table that does not merge the two.",
  advice: {
    steps: () => [
      { changes: "source", says: "Let the connector finish its snapshot before the sink starts, and do not repeat it into a live table." },
      { ...KEEP_THE_WINNER, says: `${KEEP_THE_WINNER.says} A streamed row wins over a snapshot read.` },
    ],
    view: null,
    checklist: "Take the snapshot first",
  },
  docs: [
    "Applies in a CDC table, or with an op column, when two rows of the key are snapshot reads, or when one is and it covers an insert or update. It covers one that has the same payload, and one whose log position is not after the snapshot's and that is not before it in their Kafka partition. The payload is the envelope's after, or else all columns but Kafka's, the op, the log position, the source time and the flag.",
    "Happens when a connector's snapshot runs again or overlaps with the stream: the same row arrives as r and as c or u.",
    "Not a later change of the row: a change with another payload and a log position after the snapshot's is not this cause.",
    "Look at the metric snapshot_stream_overlap_keys, and at when the connector was recreated or asked for a snapshot.",
  ],
});

/** Whether a snapshot read is beside a change that it covers, or beside another snapshot read; null where what would tell is missing. Pure. */
export function snapshotOverlaps(key: KeyEvidence, { kind, given }: TableEvidence): boolean | null {
  if (!given.has("op")) return kind === "cdc" ? null : false;
  if (key.rows.filter(hasOp("r")).length > 1) return true;
  const truths = new Set(readsBesideChanges(key).map(covers));
  return trueUnlessMissing(truths.has(true), truths.has(null) || key.rows.some(({ evidence }) => evidence.op === null));
}

/** Whether a payload would have to be compared and cannot be. Pure. */
export function lacksPayload(key: KeyEvidence): boolean {
  return readsBesideChanges(key).some((pair) => hasSamePayload(pair) === null);
}

/** Whether a log position would have to be compared and cannot be. Pure. */
export function lacksLogPosition(key: KeyEvidence): boolean {
  return readsBesideChanges(key).some((pair) => cameAgain(pair) === null);
}

type ReadBesideChange = [read: EvidentRow, change: EvidentRow];

/** Whether the snapshot read the row when the change was already in it. */
function covers(pair: ReadBesideChange): boolean | null {
  const truths = new Set([hasSamePayload(pair), cameAgain(pair)]);
  return trueUnlessMissing(truths.has(true), truths.has(null));
}

/** Whether both rows hold the same; null: it cannot be compared. Pure. */
export function hasSamePayload([read, change]: ReadBesideChange): boolean | null {
  const [one, other] = [read.evidence.payload, change.evidence.payload];
  return one === null || other === null ? null : one === other;
}

/**
 * Whether the change came again: its log position is not after the read's, and it does not lie before it in their partition. null: a part is missing, or
 * the parts are of different kinds. Pure.
 */
export function cameAgain([read, change]: ReadBesideChange): boolean | null {
  if (isBefore(change, read)) return false;
  const { lsn } = change.evidence;
  for (const [part, position] of lsn.entries()) {
    const ofRead = read.evidence.lsn[part] ?? null;
    const order = position === null || ofRead === null ? null : compareLogPositions(position, ofRead);
    if (order === null) return null;
    if (order !== 0) return order < 0;
  }
  return lsn.length === 0 ? null : true;
}

function hasOp(...ops: string[]): (row: EvidentRow) => boolean {
  return ({ evidence }) => evidence.op !== null && ops.includes(evidence.op);
}

function readsBesideChanges({ rows }: KeyEvidence): ReadBesideChange[] {
  const changes = rows.filter(hasOp("c", "u"));
  return rows.filter(hasOp("r")).flatMap((read) => changes.map((change): ReadBesideChange => [read, change]));
}
