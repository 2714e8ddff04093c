/** How clients choose a partition by the key's bytes: Kafka's own, librdkafka's default, Sarama's. */
export const PARTITIONERS = ["murmur2", "crc32", "fnv1a"] as const;
export type Partitioner = (typeof PARTITIONERS)[number];

/** Why keys lie in more than one partition of a topic, as far as the rows of the table tell. */
export const DRIFT_LABELS = ["topic_recreated", "count_raised", "another_client", "explicit", "unexplained"] as const;
export type DriftLabel = (typeof DRIFT_LABELS)[number];
