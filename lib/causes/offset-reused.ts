import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { lacksCoordinates, sameRecord, sharesCoordinates } from "#lib/causes/kafka-record.ts";
import { pairsOf, trueUnlessMissing, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const offsetReused = defineCause({
  name: "offset_reused",
  label: "Offset used again",
  look: { hue: "teal", pattern: "dotted" },
  condition: feature("reuses_offset"),
  needs: ["kafka-offset", "kafka-partition", "kafka-topic"],
  undecidedWith: "offset_replayed",
  because: "offsets of their topic were used again for other records, as when it is deleted and created again",
  plain:
    "Two different records have the same place in their topic: the topic was recreated and counts from 0, or two clusters feed the table from topics with the same name.",
  technical:
    "Two rows share (topic, partition, offset) and differ in key bytes or Kafka timestamp. The topic was recreated, or two clusters feed the table from topics with the same name; their offsets cannot be compared.",
  advice: {
    steps: () => [
      { changes: "topic", says: "Find out when the topic was recreated, and write new records to a topic with a new name." },
      { ...KEEP_THE_WINNER, says: `${KEEP_THE_WINNER.says} Do not delete by offset: two records share it.` },
    ],
    view: null,
    checklist: "A new key is a new topic",
  },
  docs: [
    "Applies when two rows have the same topic, partition and offset, but other key bytes or another Kafka timestamp.",
    "Happens when a topic is deleted and recreated under its name, or when two clusters write topics with the same name into one table.",
    "Not a replay: these are different records, and each was written once. The event time decides between them, because offsets cannot.",
    "Look at the Kafka timestamps of the two rows: after the topic was recreated, offsets start low again.",
  ],
});

/** Whether two rows are different records with the same coordinates; null where a row lacks a coordinate. Pure. */
export function reusesOffset({ rows }: KeyEvidence, table: TableEvidence): boolean | null {
  const found = pairsOf(rows).some(([one, other]) => sharesCoordinates(one, other, table) && !sameRecord(one, other));
  return trueUnlessMissing(found, lacksCoordinates(rows, table));
}
