/** What keeps keys from being duplicated, by where the rows come from. First steps name these titles; docs print the whole. */
export interface ChecklistSection {
  title: string;
  points: readonly { title: string; says: string }[];
}

export const CHECKLIST: readonly ChecklistSection[] = [
  {
    title: "Topics of change data capture",
    points: [
      {
        title: "Write tombstones",
        says: "For a table in upsert mode set Debezium's `tombstones.on.delete` to true: a sink removes a row only for a record with a key and no value at all. For a table in append mode set it to false, or tombstones arrive as rows of NULLs.",
      },
      {
        title: "Unwrap the envelope",
        says: "Let records look like the source's rows (`after.state.only`, or an unwrapping transform or Flink statement) before they reach the table, so that key and filters see plain columns.",
      },
      {
        title: "Take the snapshot first",
        says: "Let the connector's initial snapshot finish before the table is switched on, so that snapshot reads and inserts collapse in Kafka and not in the table.",
      },
      {
        title: "A new key is a new topic",
        says: "A change of the primary key, of `message.key.columns` or of the key converter gives old rows new key bytes, and a topic that is created again counts its offsets from 0: write to a new topic and load the table again, never in place.",
      },
    ],
  },
  {
    title: "Topics of applications",
    points: [
      {
        title: "Key on the entity",
        says: "Use the stable id of the thing (`order_id`, `device_id`) as the Kafka key, never an event id, a version or an attempt. Where producers cannot change, re-key into a new topic by Flink and load the table from that one.",
      },
      {
        title: "One serialization of the key",
        says: "Agree on one serializer, one order of fields, one case: Kafka and upsert sinks compare bytes, and `1001` as text is not 1001 as a number.",
      },
      {
        title: "Make an idempotency key once",
        says: "Make the id of a request once, at the edge of the system, and hand it on with each retry. A producer's own retries need `enable.idempotence`.",
      },
      {
        title: "Tombstone the old key",
        says: "When a natural key such as an email address changes, send a tombstone with the old key's bytes: nothing else removes the old row.",
      },
    ],
  },
  {
    title: "Topics and partitions",
    points: [
      {
        title: "Freeze the partition count",
        says: "Never raise the number of partitions of a topic that feeds an upsert table: keys move, and the rows of their old partitions stay. If it must grow, re-key into a new topic. If it has grown, send tombstones for the affected keys to their old partitions, with the exact key bytes and an explicit partition.",
      },
      {
        title: "One partitioner for all clients",
        says: "Let all clients use one partitioner (librdkafka and Sarama have others than Java; `murmur2_random` in librdkafka is Java's), and let none give the partition itself.",
      },
      {
        title: "One topic for one table",
        says: "Feed a table from one topic. During a migration move it over in one step, and keep mirrored copies out.",
      },
    ],
  },
  {
    title: "Sinks and tables",
    points: [
      {
        title: "Write in upsert mode",
        says: "Check that the sink really upserts: its mode, its equality columns (the business key), and that the option exists in this connector. Some products fix the mode when the table is switched on.",
      },
      {
        title: "Keep a key in one Iceberg partition",
        says: "Partition an upsert table by columns of the key, or not at all, and do not change its partition spec: an equality delete reaches its own partition and spec only.",
      },
      {
        title: "One commit for each checkpoint",
        says: "Files of an aborted or late checkpoint must not join the next commit: an equality delete does not reach rows of its own commit. Keep the sink's version current, and look at commits that follow a failure.",
      },
      {
        title: "Commit each record once",
        says: "Store offsets in the same commit as the rows, restore from the latest state, and do not read a topic again into a table that appends.",
      },
      {
        title: "Let one coordinator commit",
        says: "Run one coordinator for each table. Remove a connector that was replaced, do not only pause it, and give each its own control group.",
      },
      {
        title: "One way of writing",
        says: "Let backfills and repairs go through the same upsert as the stream. What appends beside it leaves the old rows.",
      },
      {
        title: "Keep the evidence",
        says: "Keep topic, partition, offset, key bytes and timestamp of each record as columns, and retain snapshots long enough to look back: they tell the causes apart.",
      },
    ],
  },
  {
    title: "Readers",
    points: [
      {
        title: "Deduplicate when reading",
        says: "A view with `ROW_NUMBER() OVER (PARTITION BY key ORDER BY …) = 1` shields readers at once. Order by the source's log position or update time; an offset is comparable within one partition only. Leave out deleted rows.",
      },
      {
        title: "Apply deletes when reading",
        says: "Confirm that the engine applies equality deletes, position deletes and deletion vectors, and reads the current snapshot: a reader that does not sees duplicates that are none.",
      },
    ],
  },
];

/** The titles that a first step names. Pure. */
export function checklistPlaces(text: string): string[] {
  return [...text.matchAll(/See "([^"]+)" in the checklist\./g)].flatMap(([, title]) => (title === undefined ? [] : [title]));
}
