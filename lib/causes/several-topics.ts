import { KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { all, any, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { keyBytesOf, topicOf } from "#lib/causes/kafka-record.ts";
import { pairsOf, trueUnlessMissing, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const severalTopics = defineCause({
  name: "several_topics",
  label: "Several topics",
  look: { hue: "blue", pattern: "striped" },
  condition: any(feature("shares_key_across_topics"), all(not(feature("several_key_bytes")), feature("several_topics"))),
  needs: ["kafka-key", "kafka-topic"],
  because: "the same key arrives from several topics",
  plain: "The same key arrives from more than one Kafka topic, and the sink keeps a row for each.",
  technical:
    "The rows have the same key bytes and come from different topics: a mirrored topic, a dual write during a migration, or a router. The sink's row identity is key, topic and partition, so both copies stay, and offsets of two topics cannot be compared.",
  advice: {
    steps: () => [
      { changes: "sink", says: "Feed the table from one of the topics." },
      { ...KEEP_THE_WINNER, says: `${KEEP_THE_WINNER.says} Do not delete by topic: some keys exist in one topic only.` },
    ],
    view: null,
    checklist: "One topic for one table",
  },
  docs: [
    "Applies when the key bytes are the same and the rows come from more than one topic. Without a topic column it cannot be decided.",
    "Happens when a mirrored copy (such as dc2.orders) feeds the table too, when a migration writes to the old and the new topic, or when a router sends one entity into two topics.",
    "Not a partition drift: there one topic holds the key in two partitions.",
    "Look at the names of the topics. Rows of two topics with equal event times are tied: nothing says which one is right.",
  ],
});

/** Whether the rows come from different topics; null without a topic column, or where a row has none and the others do not tell. Pure. */
export function hasSeveralTopics({ rows }: KeyEvidence, table: TableEvidence): boolean | null {
  if (!table.given.has("kafkaTopic")) return null;
  const topics = new Set(rows.map((row) => topicOf(row, table)));
  const lacks = topics.delete(null);
  return trueUnlessMissing(topics.size > 1, lacks);
}

/** Whether two rows show it alone, whatever the others lack. Pure. */
export function sharesKeyAcrossTopics({ rows }: KeyEvidence, table: TableEvidence): boolean {
  return pairsOf(rows).some(([one, other]) => {
    const [topic, another] = [topicOf(one, table), topicOf(other, table)];
    return keyBytesOf(one) !== null && keyBytesOf(one) === keyBytesOf(other) && topic !== null && another !== null && topic !== another;
  });
}
