import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { lacksCoordinates, sameRecord, sharesCoordinates } from "#lib/causes/kafka-record.ts";
import { pairsOf, trueUnlessMissing, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const offsetReplayed = defineCause({
  name: "offset_replayed",
  label: "Record written twice",
  look: { hue: "teal", pattern: "plain" },
  condition: feature("shares_offset"),
  needs: ["kafka-offset", "kafka-partition", "kafka-topic"],
  because: "the same Kafka records were written more than once",
  plain: "The same Kafka record was written into the table more than once.",
  technical:
    "Two rows come from one (topic, partition, offset). After a crash, a rebalance, or a restored savepoint, the sink did not know of its last commit and wrote the record again. Look at the two commits and at the sink's delivery guarantee.",
  advice: {
    steps: () => [
      { changes: "sink", says: "Make the sink commit offsets and rows together, so that a restart replays nothing." },
      {
        changes: "table",
        keeps: "one copy",
        says: "Then keep one row per topic, partition, and offset, and delete its other copies.",
      },
    ],
    view: () => "one row per topic, partition, and offset",
    checklist: "Commit each record once",
  },
  docs: [
    "Applies when two rows have the same topic, partition and offset, and their key bytes and Kafka timestamps agree where both rows have them. Without a topic column, all rows count as one topic's.",
    "Happens when a sink delivers at least once: it writes, fails before it stores its offsets, and writes the same records again. Loading an archive into the table does the same.",
    'Not the retry of a producer: that is a new record with a new offset. Equal coordinates with other bytes or another timestamp are "Offset used again".',
    "Look at the commits that added the two rows: their times, the Flink job and checkpoint or the Connect task, and whether a restart happened between them.",
  ],
});

/** Whether two rows are one Kafka record; null where a row lacks a coordinate. Pure. */
export function sharesOffset({ rows }: KeyEvidence, table: TableEvidence): boolean | null {
  const found = pairsOf(rows).some(([one, other]) => sharesCoordinates(one, other, table) && sameRecord(one, other));
  return trueUnlessMissing(found, lacksCoordinates(rows, table));
}
