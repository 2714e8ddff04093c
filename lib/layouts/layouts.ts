import type { TableLayout } from "#lib/names.ts";

/** What Kafka or a change stream knew of a row. */
export type ColumnRole = "topic" | "partition" | "offset" | "key" | "timestamp" | "op" | "lsn" | "source_time" | "deleted" | "event_time";

/** How the rows of such a table come to be; `by identifier`: upserted where the table has identifier fields, else appended. */
type LayoutKind = "by identifier" | "cdc" | "append";

export interface Layout {
  layout: TableLayout | null;
  /** As people call it. */
  title: string;
  /** Columns that all have to be there, in their types; names from the outermost struct down, whatever the case. */
  marks: readonly (readonly [role: ColumnRole | null, ...path: string[]])[];
  /** Columns that it may have beside them. */
  others: readonly (readonly [role: ColumnRole, ...path: string[]])[];
  kind: LayoutKind;
  /** What its columns cannot tell, and a person has to look up: a sentence. */
  caution?: string;
}

/** debezium-server-iceberg: `upsert` is off by default; identifier fields are set either way. */
const APPENDS_BY_DEFAULT =
  "Debezium Server appends each change unless its upsert mode is on. Where it appends, choose the kind history, or every update counts as a duplicate.";

/**
 * One entry a layout, and one for each of its ways to name things, the most telling first.
 *
 * Sources: the documentation of Confluent Tableflow (its metadata columns, and `PORTABLE` of its `metadata_column_naming_scheme`); Redpanda,
 * "Query Iceberg topics" and its `datalake/table_definition.cc`; Iceberg, "Kafka Connect", with `KafkaMetadataTransform` and `CdcConstants`
 * of its transforms; debezium-server-iceberg, "Iceberg consumer", with Debezium's "New record state extraction"; Flink CDC, "Transform";
 * Upsolver, "System columns" and "Job configuration guide for CDC"; Debezium, "Change events" of its connectors.
 */
export const LAYOUTS: readonly Layout[] = [
  {
    layout: "tableflow",
    title: "Confluent Tableflow",
    marks: [
      ["topic", "$$topic"],
      ["partition", "$$partition"],
      ["offset", "$$offset"],
    ],
    others: [
      ["key", "$$raw-key"],
      ["timestamp", "$$timestamp"],
    ],
    kind: "by identifier",
  },
  {
    layout: "tableflow",
    title: "Confluent Tableflow with portable names",
    marks: [
      ["topic", "cflt_metadata_topic"],
      ["partition", "cflt_metadata_partition"],
      ["offset", "cflt_metadata_offset"],
    ],
    others: [
      ["key", "cflt_metadata_raw_key"],
      ["timestamp", "cflt_metadata_timestamp"],
    ],
    kind: "by identifier",
  },
  {
    layout: "redpanda",
    title: "Redpanda's Iceberg topics",
    marks: [
      ["partition", "redpanda", "partition"],
      ["offset", "redpanda", "offset"],
    ],
    others: [
      ["key", "redpanda", "key"],
      ["timestamp", "redpanda", "timestamp"],
    ],
    kind: "append",
  },
  {
    // Its offset stands without a partition, and so names no record.
    layout: "kafka_connect",
    title: "the Kafka Connect sink with Debezium's or DMS's transform",
    marks: [
      ["op", "_cdc", "op"],
      ["source_time", "_cdc", "ts"],
    ],
    others: [
      ["offset", "_cdc", "offset"],
      ["key", "_cdc", "key"],
    ],
    kind: "cdc",
  },
  {
    layout: "kafka_connect",
    title: "the Kafka Connect sink with its Kafka metadata transform",
    marks: [
      ["topic", "_kafka_metadata_topic"],
      ["partition", "_kafka_metadata_partition"],
      ["offset", "_kafka_metadata_offset"],
    ],
    others: [["timestamp", "_kafka_metadata_timestamp"]],
    kind: "by identifier",
  },
  {
    layout: "kafka_connect",
    title: "the Kafka Connect sink with its Kafka metadata transform, nested",
    marks: [
      ["topic", "_kafka_metadata", "topic"],
      ["partition", "_kafka_metadata", "partition"],
      ["offset", "_kafka_metadata", "offset"],
    ],
    others: [["timestamp", "_kafka_metadata", "timestamp"]],
    kind: "by identifier",
  },
  {
    layout: "debezium_server",
    title: "Debezium's flattened events, as Debezium Server writes them",
    marks: [["op", "__op"]],
    others: [
      ["source_time", "__source_ts_ns"],
      ["source_time", "__source_ts_us"],
      ["source_time", "__source_ts_ms"],
      ["source_time", "__source_ts"],
      ["source_time", "__ts_ms"],
      ["lsn", "__source_lsn"],
      ["lsn", "__lsn"],
      ["lsn", "__source_file"],
      ["lsn", "__source_pos"],
      ["deleted", "__deleted"],
    ],
    kind: "cdc",
    caution: APPENDS_BY_DEFAULT,
  },
  {
    layout: "debezium_server",
    title: "Debezium's flattened events, without the operation",
    marks: [["deleted", "__deleted"]],
    others: [
      ["source_time", "__source_ts_ns"],
      ["source_time", "__source_ts_ms"],
      ["source_time", "__source_ts"],
      ["lsn", "__source_lsn"],
    ],
    kind: "cdc",
    caution: APPENDS_BY_DEFAULT,
  },
  {
    layout: "flink_cdc",
    title: "Flink CDC with its metadata columns",
    marks: [["op", "__data_event_type__"]],
    others: [["source_time", "op_ts"]],
    kind: "cdc",
  },
  {
    layout: "flink_cdc",
    title: "Flink CDC with its metadata columns, renamed",
    marks: [
      ["op", "op_type"],
      ["source_time", "op_ts"],
    ],
    others: [],
    kind: "cdc",
  },
  {
    layout: "upsolver",
    title: "Upsolver's staging tables",
    marks: [
      [null, "$commit_time"],
      [null, "$event_date"],
    ],
    others: [
      ["topic", "$topic"],
      ["partition", "$partition"],
      ["offset", "$offset"],
      ["timestamp", "$kafka_timestamp"],
      ["event_time", "$event_timestamp"],
    ],
    kind: "append",
  },
  {
    layout: "upsolver",
    title: "Upsolver's replication",
    marks: [["event_time", "upsolver_event_time"]],
    others: [
      ["op", "upsolver_operation_type"],
      ["deleted", "upsolver_is_deleted"],
    ],
    kind: "cdc",
  },
  {
    layout: null,
    title: "Debezium's whole events (before, after, op), a row for each change",
    marks: [
      ["op", "op"],
      [null, "before"],
      [null, "after"],
    ],
    others: [
      ["source_time", "source", "ts_ns"],
      ["source_time", "source", "ts_ms"],
      ["source_time", "ts_ms"],
      ["lsn", "source", "lsn"],
      ["lsn", "source", "file"],
      ["lsn", "source", "pos"],
    ],
    kind: "append",
  },
];

/** Names that people give such columns themselves, by role, the likeliest first. Each needs no other beside it. */
export const LOOSE_NAMES: Readonly<Record<ColumnRole, readonly RegExp[]>> = {
  topic: [/^_{0,2}kafka_topic$/, /^kafka\.topic$/, /^_{1,2}topic$/],
  partition: [/^_{0,2}kafka[_-]partition(?:_id)?$/, /^kafka\.partition$/, /^_{1,2}partition$/],
  offset: [/^_{0,2}kafka[_-]offset$/, /^kafka\.offset$/, /^_{1,2}offset$/],
  key: [/^_{0,2}kafka_key$/, /^kafka\.key$/, /^_{0,2}(?:kafka_)?message_key$/],
  timestamp: [/^_{0,2}kafka_(?:timestamp|ts|time)$/, /^kafka\.timestamp$/],
  op: [/^_{0,2}(?:cdc_)?op$/, /^_{0,2}cdc_operation$/, /^_?change_type$/],
  lsn: [/^_{0,2}(?:source_|cdc_)?lsn$/],
  source_time: [/^_{0,2}source_ts(?:_[mun]s)?$/, /^_{0,2}cdc_(?:ts|timestamp)$/],
  deleted: [/^_{0,2}(?:is_)?deleted$/],
  event_time: [/^event_(?:ts|time|timestamp)$/, /^occurred_at$/],
};
