import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseName, EvidenceName, TableKind } from "#lib/names.ts";

/** Keys of one cause, from their first hour on. */
interface Growth {
  cause: CauseName;
  /** Where in the bad time it begins, from 0 to 1. */
  begins: number;
  /** In its first hour, and in each hour. */
  atOnce: number;
  perHour: number;
}

/** What befalls a seeded table whose keys are duplicated. */
export interface Story {
  kind: TableKind;
  columns: Partial<TableDefinition["columns"]>;
  topic: string;
  measure: string | null;
  masked: readonly string[];
  /** In the order of CAUSE_NAMES. */
  causes: readonly Growth[];
  /** Why they are not told; null: they are. */
  notExplained: string | null;
  /** Of which part of the keys a cause could not be decided, and what would decide it. */
  undecided: readonly { cause: CauseName; missing: readonly EvidenceName[]; part: number }[];
  /** The topic's partitions before it grew, which is when the keys began to be duplicated; null: it did not. */
  grewFrom: number | null;
}

const KAFKA = { kafkaKey: "kafka_key", kafkaTopic: "kafka_topic", kafkaTimestamp: "kafka_timestamp" } as const;
const CDC = { op: "op", lsn: ["source_lsn"], sourceTime: "source_ts", deleted: "is_deleted" };

function growth(cause: CauseName, begins: number, atOnce: number, perHour: number): Growth {
  return { cause, begins, atOnce, perHour };
}

/** One after the other, over the tables that have duplicates. */
export const STORIES: readonly Story[] = [
  {
    kind: "upsert",
    columns: KAFKA,
    topic: "shop.orders",
    measure: "amount",
    masked: [],
    causes: [growth("key_encoding", 0.5, 0, 5), growth("partition_drift", 0, 60, 3), growth("unknown", 0.2, 2, 0.1)],
    notExplained: null,
    undecided: [{ cause: "key_encoding", missing: ["schema registry"], part: 0.02 }],
    grewFrom: 6,
  },
  {
    kind: "cdc",
    columns: { ...KAFKA, ...CDC },
    topic: "cdc.crm.public.customers",
    measure: null,
    masked: ["id"],
    causes: [growth("ghost_delete", 0, 1, 2), growth("soft_delete", 0.25, 0, 1), growth("snapshot_overlap", 0.6, 900, 0)],
    notExplained: null,
    undecided: [],
    grewFrom: null,
  },
  {
    kind: "upsert",
    columns: { kafkaTimestamp: "kafka_timestamp" },
    topic: "billing.invoices",
    measure: "amount",
    masked: [],
    causes: [growth("offset_replayed", 0.7, 1500, 0), growth("appended_without_delete", 0, 1, 2), growth("unknown", 0.1, 0, 0.5)],
    notExplained: null,
    undecided: [
      { cause: "key_encoding", missing: ["kafka-key"], part: 0.9 },
      { cause: "partition_drift", missing: ["kafka-topic"], part: 0.9 },
      { cause: "appended_without_delete", missing: ["sequence number before the compaction"], part: 0.1 },
    ],
    grewFrom: null,
  },
  {
    kind: "upsert",
    columns: {},
    topic: "web.sessions",
    measure: null,
    masked: [],
    causes: [growth("unknown", 0, 1, 3)],
    notExplained:
      "The rows were read by iceberg_scan, which does not say from which commits they are. Causes are found by Bergwatch's own plan.",
    undecided: [],
    grewFrom: null,
  },
  {
    kind: "cdc",
    columns: { ...KAFKA, ...CDC },
    topic: "prod.eu-central-1.order-platform.checkout.public.order_line_items.v3.repartitioned-by-order-id",
    measure: "amount",
    masked: [],
    causes: [
      growth("file_registered_twice", 0.8, 40, 0),
      growth("offset_replayed", 0.6, 260, 0),
      growth("offset_reused", 0.9, 8, 0),
      growth("ghost_delete", 0.1, 0, 0.3),
      growth("soft_delete", 0.2, 0, 0.2),
      growth("snapshot_overlap", 0.4, 120, 0),
      growth("unkeyed", 0.3, 0, 0.4),
      growth("key_encoding", 0.5, 0, 0.9),
      growth("key_is_not_business_key", 0, 12, 0.7),
      growth("several_topics", 0.7, 30, 0.2),
      growth("partition_drift", 0, 25, 1),
      growth("delete_in_same_commit", 0.85, 6, 0),
      growth("delete_in_other_partition", 0.3, 0, 0.1),
      growth("appended_without_delete", 0.2, 0, 0.5),
      growth("unknown", 0.1, 1, 0.05),
    ],
    notExplained: null,
    undecided: [{ cause: "delete_in_same_commit", missing: ["sequence number before the compaction"], part: 0.01 }],
    grewFrom: 12,
  },
];

/** One table in twenty has duplicates. */
export const BAD_EVERY = 20;
/** The part of the whole time for which they have been there, by turns: four months of a year, a month, six days, two days. */
const BAD_PARTS = [1 / 3, 1 / 12, 1 / 60, 1 / 180] as const;

/** What befalls the table with this number, from 1; null: nothing, its keys have one row each. */
export function storyOf(number: number): Story | null {
  return number % BAD_EVERY === 0 ? (STORIES[(number / BAD_EVERY - 1) % STORIES.length] ?? null) : null;
}

/** The hour, from 0, in which the duplicates of that table begin. */
export function beginOf(number: number, hours: number): number {
  const part = BAD_PARTS[(number / BAD_EVERY - 1) % BAD_PARTS.length] ?? 1;
  return hours - Math.max(1, Math.floor(hours * part));
}
