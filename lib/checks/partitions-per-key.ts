import { defineCheck, readFact, snapshotMetric } from "#lib/checks/define-check.ts";

// No absolute limits: with a promised key each such key has surplus rows, which are judged; without one, keys that moved when a topic
// grew stay in two partitions for ever, and only the change is news.
const UNJUDGED = { worse: "higher", warnAt: null, alertAt: null, followsDirection: true } as const;

export const partitionsPerKey = defineCheck({
  id: "partitions_per_key",
  title: "Kafka partitions per key",
  question: "Does each business key stay in one Kafka partition, under one Kafka key?",
  metrics: {
    multi_partition_keys: snapshotMetric({
      ...UNJUDGED,
      label: "Keys in several partitions",
      unit: "keys",
      change: { least: 10, per: "distinct_keys" },
      help: "Business keys whose rows come from more than one Kafka partition, a partition being the pair of topic and number.",
      computed:
        "Each row's pair of topic and partition is taken from the columns set as Kafka topic and partition (without a topic column the table is taken for one topic's), and distinct pairs are counted for each key.",
      read: ({ keyProfile }) => readFact(keyProfile.multiPartitionKeys),
      chart: { id: "partitions", part: null },
      tile: { order: 4, label: "Keys in 2+ partitions", change: "difference" },
      overview: true,
      sparkline: true,
      summary: true,
      keepsPeak: true,
    }),
    partitions_per_key_max: snapshotMetric({
      ...UNJUDGED,
      label: "Most partitions of one key",
      unit: "partitions per key",
      help: "Kafka partitions of the business key that has the most; 0 when no row has one.",
      computed: "The greatest number of distinct pairs of topic and partition that one key has.",
      read: ({ keyProfile }) => readFact(keyProfile.partitionsPerKeyMax),
    }),
    multi_key_bytes_keys: snapshotMetric({
      ...UNJUDGED,
      label: "Keys with several Kafka keys",
      unit: "keys",
      change: { least: 10, per: "distinct_keys" },
      help: "Business keys whose rows carry more than one sequence of Kafka key bytes.",
      computed: "Distinct values of the column set as Kafka key are counted for each business key, byte by byte.",
      read: ({ keyProfile }) => readFact(keyProfile.multiKeyBytesKeys),
    }),
  },
});
