import { canDelete, KEEP_THE_WINNER } from "#lib/causes/advice.ts";
import { all, any, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { keyBytesOf, topicOf } from "#lib/causes/kafka-record.ts";
import { pairsOf, trueUnlessMissing, type EvidentRow, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const partitionDrift = defineCause({
  name: "partition_drift",
  label: "Partition drift",
  look: { hue: "blue", pattern: "plain" },
  condition: any(feature("shares_key_across_partitions"), all(not(feature("several_key_bytes")), feature("several_partitions"))),
  needs: ["kafka-key", "kafka-partition", "kafka-topic"],
  because: "the same key is in several partitions of its topic",
  plain: "The same key is in more than one partition of its topic, and the sink keeps a row for each partition.",
  technical:
    "The rows have the same key bytes and topic, and different partitions: the number of partitions was raised, a client uses another partitioner, or a job set the partition. The sink's row identity is key and partition, so the row of the old partition is never replaced.",
  advice: {
    steps: (situation) => [
      canDelete(situation)
        ? {
            changes: "topic",
            keeps: "winner",
            says: "Send a tombstone with the key's exact bytes to each of its old partitions, never to the winner's. Try one key first.",
          }
        : { ...KEEP_THE_WINNER, says: "Delete every row of an affected key except its winner." },
      { changes: "topic", says: "Do not raise the partition count again, and use one partitioner in all clients." },
    ],
    view: null,
    checklist: "Freeze the partition count",
  },
  docs: [
    "Applies when the key bytes are the same and two rows of one topic have different partitions. Without a topic column, all rows count as one topic's.",
    "Happens when the number of partitions is raised (from 6 to 12, half of the keys move), when clients use different partitioners (Java's murmur2, librdkafka's CRC32, Sarama's FNV-1a), or when a job sets the partition itself.",
    "Which of these it was is decided for the table: Bergwatch looks for the partitioner and the partition count that explain the rows of each time span better than chance, and applies the answer to each key.",
    'Offsets tell a recreated topic from one that grew: they start again at 0. That requires offsets, Kafka timestamps, and a topic column. Rows whose offsets collide are "Offset used again", which is tested before drift.',
    "Not a key-encoding problem: the bytes are identical.",
    "Look at the drift map, at when the number of partitions changed, and at which clients write the topic.",
  ],
});

/** Whether rows of one topic lie in different partitions; null where a row has no partition, or no topic, and the others do not tell. Pure. */
export function hasSeveralPartitions({ rows }: KeyEvidence, table: TableEvidence): boolean | null {
  return trueUnlessMissing(
    pairsOf(rows).some((pair) => hasTwoPartitions(pair, table)),
    rows.some((row) => row.partition === null || topicOf(row, table) === null),
  );
}

/** Whether two rows show it alone, whatever the others lack. Pure. */
export function sharesKeyAcrossPartitions({ rows }: KeyEvidence, table: TableEvidence): boolean {
  return pairsOf(rows).some((pair) => {
    const [bytes, others] = pair.map(keyBytesOf);
    return bytes !== null && bytes === others && hasTwoPartitions(pair, table);
  });
}

/** Whether two rows of one topic lie in different partitions; false where it is not known. */
function hasTwoPartitions([one, other]: readonly [EvidentRow, EvidentRow], table: TableEvidence): boolean {
  const topic = topicOf(one, table);
  if (topic === null || topic !== topicOf(other, table)) return false;
  return one.partition !== null && other.partition !== null && one.partition !== other.partition;
}
