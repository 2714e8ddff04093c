import { describe, expect, test } from "vitest";
import { TABLE_LAYOUTS } from "#lib/names.ts";
import { LAYOUTS } from "#lib/layouts/layouts.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";
import { recogniseColumns } from "#lib/layouts/recognise-columns.ts";

/** `redpanda.offset long` makes a column inside a struct. */
function columnsOf(...written: string[]): LeafColumn[] {
  return written.map((one, at) => {
    const [name = "", type = "string"] = one.split(" ");
    return { path: name.split("."), written: name, type, fieldId: at + 1 };
  });
}

function recognise(written: string[], hasIdentifier = false) {
  const columns = columnsOf(...written);
  return recogniseColumns({ columns, topLevel: [...new Set(columns.map(({ path }) => path[0] ?? ""))], hasIdentifier });
}

describe("a layout is recognised by its columns and their types", () => {
  test.each<[string, string[], object]>([
    [
      "Tableflow",
      [
        "id long",
        "$$topic",
        "$$partition int",
        "$$headers",
        "$$leader-epoch int",
        "$$offset long",
        "$$timestamp timestamptz",
        "$$raw-key binary",
        "$$raw-value binary",
      ],
      {
        layout: "tableflow",
        kind: "append",
        kafka: { topic: "$$topic", partition: "$$partition", offset: "$$offset", key: "$$raw-key", timestamp: "$$timestamp" },
        cdc: {},
      },
    ],
    [
      "Tableflow with portable names",
      ["cflt_metadata_topic", "cflt_metadata_partition int", "cflt_metadata_offset long"],
      {
        layout: "tableflow",
        kafka: { topic: "cflt_metadata_topic", partition: "cflt_metadata_partition", offset: "cflt_metadata_offset" },
      },
    ],
    [
      "Redpanda",
      [
        "redpanda.partition int",
        "redpanda.offset long",
        "redpanda.timestamp timestamptz",
        "redpanda.key binary",
        "redpanda.timestamp_type int",
        "value binary",
      ],
      {
        layout: "redpanda",
        kind: "append",
        kafka: { partition: "redpanda.partition", offset: "redpanda.offset", key: "redpanda.key", timestamp: "redpanda.timestamp" },
      },
    ],
    [
      "the Kafka Connect sink's Kafka metadata",
      [
        "id long",
        "_kafka_metadata_topic",
        "_kafka_metadata_partition int",
        "_kafka_metadata_offset long",
        "_kafka_metadata_timestamp long",
      ],
      {
        layout: "kafka_connect",
        kafka: {
          topic: "_kafka_metadata_topic",
          partition: "_kafka_metadata_partition",
          offset: "_kafka_metadata_offset",
          timestamp: "_kafka_metadata_timestamp",
        },
      },
    ],
    [
      "the same, nested",
      ["_kafka_metadata.topic", "_kafka_metadata.partition int", "_kafka_metadata.offset long"],
      { layout: "kafka_connect", kafka: { partition: "_kafka_metadata.partition" } },
    ],
    [
      "the Kafka Connect sink's change data, whose offset stands without a partition",
      ["id long", "_cdc.op", "_cdc.ts timestamptz", "_cdc.offset long", "_cdc.source", "_cdc.target", "_cdc.key.id long"],
      { layout: "kafka_connect", kind: "cdc", kafka: {}, cdc: { op: "_cdc.op", source_time: "_cdc.ts" } },
    ],
    [
      "both transforms of the Kafka Connect sink",
      [
        "_cdc.op",
        "_cdc.ts timestamptz",
        "_cdc.offset long",
        "_kafka_metadata_topic",
        "_kafka_metadata_partition int",
        "_kafka_metadata_offset long",
      ],
      {
        layout: "kafka_connect",
        kind: "cdc",
        kafka: { topic: "_kafka_metadata_topic", partition: "_kafka_metadata_partition", offset: "_cdc.offset" },
      },
    ],
    [
      "Debezium Server",
      ["id long", "__op", "__table", "__source_ts_ms timestamptz", "__source_ts_ns long", "__db", "__deleted"],
      { layout: "debezium_server", kind: "cdc", kafka: {}, cdc: { op: "__op", source_time: "__source_ts_ns", deleted: "__deleted" } },
    ],
    [
      "Debezium of MySQL, whose position is a file and an offset in it",
      ["__op", "__source_file", "__source_pos long", "__source_ts_ms long"],
      { cdc: { op: "__op", lsn: ["__source_file", "__source_pos"], source_time: "__source_ts_ms" } },
    ],
    ["Debezium without the operation", ["id long", "__deleted boolean"], { layout: "debezium_server", cdc: { deleted: "__deleted" } }],
    [
      "Debezium's whole events",
      ["before.id long", "after.id long", "source.lsn long", "source.ts_ms long", "op", "ts_ms long"],
      { layout: null, kind: "append", cdc: { op: "op", source_time: "source.ts_ms", lsn: ["source.lsn"] } },
    ],
    [
      "Flink CDC",
      ["id long", "__data_event_type__", "op_ts long"],
      { layout: "flink_cdc", kind: "cdc", cdc: { op: "__data_event_type__", source_time: "op_ts" } },
    ],
    [
      "Flink CDC, renamed",
      ["id long", "op_type", "op_ts timestamptz"],
      { layout: "flink_cdc", cdc: { op: "op_type", source_time: "op_ts" } },
    ],
    [
      "Upsolver's staging tables",
      [
        "$commit_time timestamptz",
        "$event_date date",
        "$event_timestamp timestamptz",
        "$partition long",
        "$topic",
        "$kafka_timestamp long",
        "$row_number long",
      ],
      {
        layout: "upsolver",
        kind: "append",
        kafka: { topic: "$topic", partition: "$partition", timestamp: "$kafka_timestamp" },
        event_time: "$event_timestamp",
      },
    ],
    [
      "Upsolver's replication",
      ["id long", "UPSOLVER_EVENT_TIME timestamptz", "UPSOLVER_IS_DELETED boolean", "UPSOLVER_OPERATION_TYPE"],
      {
        layout: "upsolver",
        kind: "cdc",
        cdc: { op: "UPSOLVER_OPERATION_TYPE", deleted: "UPSOLVER_IS_DELETED" },
        event_time: "UPSOLVER_EVENT_TIME",
      },
    ],
  ])("%s", (_, columns, expected) => {
    expect(recognise(columns)).toMatchObject(expected);
  });
});

test("each layout that there is a name for is declared", () => {
  expect(new Set(LAYOUTS.flatMap(({ layout }) => layout ?? []))).toEqual(new Set(TABLE_LAYOUTS));
});

test("what the columns of Debezium Server cannot tell is asked of the person", () => {
  expect(recognise(["__op", "__source_ts_ms long"]).sentence).toMatch(/Where it appends, choose the kind history/);
});

test("the sentence names the columns by which a layout was recognised, and those that only their names speak for", () => {
  const { sentence } = recognise(["$$topic", "$$partition int", "$$offset long", "event_time timestamptz"]);
  expect(sentence).toBe(
    "Recognized as Confluent Tableflow by the columns $$topic, $$partition, $$offset. Recognized by name and type: event_time (event time). Check that the columns hold this.",
  );
});

test("names that people choose are found, without a layout, and a table without any says so", () => {
  const found = recognise([
    "id long",
    "_kafka_partition int",
    "_kafka_offset long",
    "kafka_topic",
    "message_key binary",
    "event_ts timestamp",
  ]);
  expect(found).toMatchObject({
    layout: null,
    kind: "upsert",
    kafka: { topic: "kafka_topic", partition: "_kafka_partition", offset: "_kafka_offset", key: "message_key" },
    event_time: "event_ts",
  });
  expect(found.sentence).toBe(
    "Recognized by name and type: kafka_topic (Kafka topic), _kafka_partition (Kafka partition), _kafka_offset (Kafka offset), message_key (raw Kafka key), event_ts (event time). Check that the columns hold this.",
  );
  expect(recognise(["id long", "city"])).toMatchObject({ layout: null, kafka: {}, cdc: {}, kind: "upsert" });
});

test("a column of a right name and a wrong type is not taken", () => {
  expect(recognise(["$$topic", "$$partition string", "$$offset long"])).toMatchObject({ layout: null, kafka: {} });
  expect(recognise(["_kafka_partition int", "_kafka_offset long", "kafka_timestamp string"]).kafka).not.toHaveProperty("timestamp");
  expect(recognise(["event_time long"])).not.toHaveProperty("event_time");
});

test("an offset without a partition names no record, and is left out", () => {
  expect(recognise(["kafka_offset long"]).kafka).toEqual({});
});

test("a table of the business that has an op or a deleted flag alone is no change stream", () => {
  expect(recognise(["id long", "op", "deleted boolean"])).toMatchObject({ layout: null, kind: "upsert" });
});

test("identifier fields make a table of appends one of upserts", () => {
  expect(recognise(["$$topic", "$$partition int", "$$offset long"], true).kind).toBe("upsert");
});
