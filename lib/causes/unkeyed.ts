import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";
import { keyBytesOf } from "#lib/causes/kafka-record.ts";
import { trueUnlessMissing, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";

export const unkeyed = defineCause({
  name: "unkeyed",
  label: "Unkeyed",
  look: { hue: "ochre", pattern: "striped" },
  condition: feature("lacks_key_bytes"),
  needs: ["kafka-key", "kafka-offset", "kafka-partition"],
  because: "their records came without a Kafka key",
  plain: "The records have no Kafka key, so nothing says that a new one replaces an old one.",
  technical:
    "Two or more rows of the key have NULL or empty key bytes. An upsert sink that goes by the Kafka key cannot replace them, and the partitioner spreads them over all partitions.",
  advice: {
    steps: () => [
      { changes: "producer", says: "Set the Kafka key to the business key in the producer." },
      { changes: "topic", says: "Copy the old records into a new topic that is keyed, and load a new table from it." },
    ],
    view: null,
    checklist: "Key on the entity",
  },
  docs: [
    "Applies when two or more rows that have a Kafka partition or offset have NULL or empty key bytes.",
    "Happens when a producer sends no key, or when a connector's transforms drop it.",
    "Not about rows that were never in Kafka, such as a backfill's: these have no partition and no offset either.",
    "Look at the producer or the connector's key converter, and at which share of all rows has no key bytes.",
  ],
});

/** Whether two rows of Kafka came without key bytes; null without a column for these, or where only one that is not given tells a row of Kafka. Pure. */
export function lacksKeyBytes({ rows }: KeyEvidence, { given }: TableEvidence): boolean | null {
  if (!given.has("kafkaKey")) return null;
  const withoutBytes = rows.filter((row) => keyBytesOf(row) === null);
  const ofKafka = withoutBytes.filter(({ partition, offset }) => partition !== null || offset !== null).length;
  const tellsAll = given.has("kafkaPartition") && given.has("kafkaOffset");
  return trueUnlessMissing(ofKafka > 1, !tellsAll && withoutBytes.length > 1);
}
