import type { StepTarget } from "#lib/causes/advice.ts";

/** What keeps keys from being duplicated, by where the rows come from. Advice names these titles; docs print the whole. */
interface ChecklistPoint {
  title: string;
  /** What following it changes. What changes a table says that it is about a table of one's own. */
  changes: StepTarget;
  says: string;
}

export interface ChecklistSection {
  title: string;
  points: readonly ChecklistPoint[];
}

export const CHECKLIST: readonly ChecklistSection[] = [
  {
    title: "Topics of change data capture",
    points: [
      {
        title: "Write tombstones",
        changes: "source",
        says: "For a table in upsert mode, set Debezium's `tombstones.on.delete` to true: a sink removes a row only for a record with a key and a null value. An empty value (zero bytes, an empty string, or `{}`) is not a tombstone. With `cleanup.policy=compact`, Kafka drops a tombstone after `delete.retention.ms` (one day by default), so set that longer than the sink's longest outage. For a table in append mode, set it to false, or tombstones arrive as rows of NULLs.",
      },
      {
        title: "Unwrap the envelope",
        changes: "source",
        says: "Make records look like the source's rows (`after.state.only`, an unwrapping transform, or a Flink statement) before they reach the table, so that the key and filters see plain columns.",
      },
      {
        title: "Send old values with deletes",
        changes: "source",
        says: "If the table's partition columns are not part of the key, deletes need their old values. In Postgres, set `REPLICA IDENTITY FULL`, or `USING INDEX` with a unique index over NOT NULL columns that has the key and the partition columns. The default sends only the primary key.",
      },
      {
        title: "Take the snapshot first",
        changes: "source",
        says: "Let the connector's initial snapshot finish before the sink starts, so that snapshot reads and inserts collapse in Kafka and not in the table.",
      },
      {
        title: "A new key is a new topic",
        changes: "topic",
        says: "A change to the primary key, to `message.key.columns`, or to the key converter gives old rows new key bytes, and a recreated topic counts its offsets from 0. Write to a new topic and load a new table from it, never in place.",
      },
    ],
  },
  {
    title: "Topics of applications",
    points: [
      {
        title: "Key on the entity",
        changes: "producer",
        says: "Use the stable ID of the thing (`order_id`, `device_id`) as the Kafka key, never an event ID, a version, or an attempt. If producers cannot change, re-key into a new topic with Flink and load the table from that one.",
      },
      {
        title: "One serialization of the key",
        changes: "producer",
        says: "Agree on one serializer, one order of fields, and one case: Kafka and upsert sinks compare bytes, and `1001` as text is not 1001 as a number.",
      },
      {
        title: "Create an idempotency key once",
        changes: "producer",
        says: "Create the ID of a request once, at the edge of the system, and pass it on with each retry. A producer's own retries need `enable.idempotence`. Until then, keep the first row of each key when you read: the later ones are retries.",
      },
      {
        title: "Tombstone the old key",
        changes: "topic",
        says: "When a natural key such as an email address changes, send a tombstone with the old key's bytes: nothing else removes the old row.",
      },
    ],
  },
  {
    title: "Topics and partitions",
    points: [
      {
        title: "Freeze the partition count",
        changes: "topic",
        says: "Never raise the partition count of a topic that feeds an upsert table: keys move, and the rows of their old partitions stay. If it must grow, re-key into a new topic. If it has grown, send tombstones for the affected keys to their old partitions, with the exact key bytes and an explicit partition, and never to the partition of the winner. A sink that only appends ignores tombstones.",
      },
      {
        title: "One partitioner for all clients",
        changes: "producer",
        says: "Let all clients use one partitioner (librdkafka and Sarama do not use Java's; `murmur2_random` in librdkafka is Java's), and let none set the partition itself.",
      },
      {
        title: "One topic for one table",
        changes: "sink",
        says: "Feed a table from one topic. During a migration, switch it over in one step, and keep mirrored copies out.",
      },
    ],
  },
  {
    title: "Sinks and tables",
    points: [
      {
        title: "Write in upsert mode",
        changes: "sink",
        says: "Check that the sink really upserts: its mode, its equality columns (the business key), and that the option exists in this connector. Apache Iceberg's Kafka Connect sink has no upsert mode and ignores `iceberg.tables.upsert-mode-enabled`: append with it and MERGE into a table of your own, or write with Flink (`write.upsert.enabled`) or Debezium Server (`debezium.sink.iceberg.upsert`). Tableflow sets the mode when it is enabled; MSK Data Delivery and Redpanda only append.",
      },
      {
        title: "Keep a key in one Iceberg partition",
        changes: "table",
        says: "Partition an upsert table of your own by columns of the key, or not at all, and do not change its partition spec: an equality delete reaches its own partition and spec only. If that cannot be, see “Send old values with deletes”.",
      },
      {
        title: "One commit for each checkpoint",
        changes: "sink",
        says: "Files of an aborted or late checkpoint must not join the next commit: an equality delete does not reach rows of its own commit. Keep the sink up to date, and look at commits that follow a failure.",
      },
      {
        title: "Commit each record once",
        changes: "sink",
        says: "Store offsets in the same commit as the rows, restore from the latest state, and do not read a topic again into a table that appends.",
      },
      {
        title: "Let one coordinator commit",
        changes: "sink",
        says: "Run one coordinator for each table. Remove a replaced connector, do not only pause it, and give each its own control group.",
      },
      {
        title: "Deduplicate before you write",
        changes: "sink",
        says: "Reduce each batch, and the source of each MERGE, to one row per key first. MERGE compares its source with the table, so a key that is new and comes twice is inserted twice.",
      },
      {
        title: "One way of writing",
        changes: "sink",
        says: "Let backfills and repairs go through the same upsert as the stream. Anything that appends beside it leaves the old rows.",
      },
      {
        title: "Keep the winner",
        changes: "table",
        says: "On a table of your own, delete every row of an affected key except its winner, in one commit, and never all rows of the key. Read the rows first, keep the snapshot until the next run is clean, and never edit metadata by hand.",
      },
      {
        title: "Leave a vendor's table alone",
        changes: "query",
        says: "Confluent Tableflow, Amazon MSK Data Delivery, Redpanda, Databricks Unity Catalog, and Delta Lake own the tables they manage: no deletes, no compaction, and no schema changes there. Read them through a view, and build a table of your own from that view. If Bergwatch takes your table for a vendor's, set `managed_by: you`.",
      },
      {
        title: "Keep the evidence",
        changes: "sink",
        says: "Keep each record's topic, partition, offset, key bytes, and timestamp as columns, and retain snapshots long enough to look back: they tell the causes apart.",
      },
    ],
  },
  {
    title: "Readers",
    points: [
      {
        title: "Deduplicate when reading",
        changes: "query",
        says: "A view with `ROW_NUMBER() OVER (PARTITION BY key ORDER BY …) = 1` shields readers at once. Order by the source's log position or update time; an offset is comparable within one partition only. Leave out deleted rows.",
      },
      {
        title: "Apply deletes when reading",
        changes: "query",
        says: "Confirm that the engine applies equality deletes, position deletes, and deletion vectors, and reads the current snapshot: an engine that does not shows duplicates that are none. Snowflake has no equality deletes: it refuses a table that has them, and one it registered before the first equality delete keeps serving its last readable snapshot without an error.",
      },
    ],
  },
];

/** The point with this title. Throws Error for one that does not exist. Pure. */
export function checklistPoint(title: string): ChecklistPoint {
  const found = CHECKLIST.flatMap(({ points }) => points).find((point) => point.title === title);
  if (found === undefined) throw new Error(`the checklist has no point "${title}"`);
  return found;
}
