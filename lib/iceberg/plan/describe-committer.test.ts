import { expect, test } from "vitest";
import { describeCommitter } from "./describe-committer.ts";

const LIBRARY = { "iceberg-version": "Apache Iceberg 1.8.1 (commit 9ce0fcf0af7becf25ad9fc996c3bad2afdcfd33d)" };

test.each<[what: string, summary: Record<string, string>, said: string | null]>([
  [
    "Flink with its environment",
    {
      ...LIBRARY,
      "engine-name": "flink",
      "engine-version": "1.20.1",
      "flink.job-id": "a59bb7c5dca5551ff7f1c99e40237364",
      "flink.operator-id": "a5df36bf3be49d13acf7c9a290f491bf",
      "flink.max-committed-checkpoint-id": "20417",
    },
    "Flink 1.20.1, job a59bb7c5dca5551ff7f1c99e40237364, checkpoint 20417",
  ],
  [
    "Flink of which only the sink's keys are there",
    { "flink.job-id": "94ebe46e1c7ca3559289f8bff73d9a4e", "flink.max-committed-checkpoint-id": "43" },
    "Flink, job 94ebe46e1c7ca3559289f8bff73d9a4e, checkpoint 43",
  ],
  [
    "Flink whose input ended",
    { "flink.job-id": "7ab03b339acf084740dccfbcf5f26440", "flink.max-committed-checkpoint-id": "9223372036854775807" },
    "Flink, job 7ab03b339acf084740dccfbcf5f26440, at the end of its input",
  ],
  [
    "Spark with the name of its application",
    { ...LIBRARY, "engine-name": "spark", "engine-version": "3.5.1", "app-id": "application_1719_0042", "app-name": "orders-merge" },
    "Spark 3.5.1, application orders-merge (application_1719_0042)",
  ],
  ["Spark of earlier versions", { "spark.app.id": "local-1743405294870" }, "Spark, application local-1743405294870"],
  [
    "Kafka Connect's sink, by its connector",
    {
      "engine-name": "kafka-connect",
      "engine-version": "4.1.0",
      "kafka.connect.offsets.control.iceberg.connect-orders-sink": '{"0":41}',
      "kafka.connect.commit-id": "7c1e2a2e-3f5b-4d0e-9d27-0d3a5c0b9f11",
      "kafka.connect.task-id": "orders-sink-0",
    },
    "Kafka Connect 4.1.0, connector orders-sink, commit 7c1e2a2e-3f5b-4d0e-9d27-0d3a5c0b9f11, task orders-sink-0",
  ],
  [
    "Kafka Connect's sink before it was Iceberg's",
    { "kafka.connect.offsets.c.cg-control-orders": "{}" },
    "Kafka Connect, connector orders",
  ],
  [
    "a sink whose group has a name of its own",
    { "kafka.connect.offsets.control.orders": '{"0":41}' },
    "Kafka Connect, control topic and group control.orders",
  ],
  [
    "Trino",
    { "engine-name": "trino", "engine-version": "476", trino_query_id: "20260428_011720_00016_bvnah" },
    "Trino 476, query 20260428_011720_00016_bvnah",
  ],
  [
    "Trino without its environment, as Athena is",
    { trino_query_id: "20260428_011720_00016_bvnah" },
    "Trino, query 20260428_011720_00016_bvnah",
  ],
  ["Redpanda", { "redpanda.commit-metadata": '{"offset":918}', "redpanda.tag": "redpanda-1" }, "Redpanda, offset 918"],
  ["an engine that is not known here", { "engine-name": "Lakeloader", "engine-version": "7" }, "Lakeloader 7"],
  ["an engine without a version", { "engine-name": "hive" }, "Hive"],
  ["a compaction by Spark of what Flink wrote", { "engine-name": "spark", "engine-version": "4.0.0" }, "Spark 4.0.0"],
  ["a program that names only its library", LIBRARY, "an unnamed program with Apache Iceberg 1.8.1"],
  ["an application without an engine", { "app-id": "loader-3" }, "an unnamed engine, application loader-3"],
  ["a summary without any of it", { operation: "append", "added-records": "3" }, null],
  ["blank names", { "engine-name": " ", "app-id": "" }, null],
  ["a key that every object has", { "engine-name": "constructor" }, "constructor"],
  ["line breaks, a NUL and a turned direction", { "engine-name": "a\0b\nc\u202Ed" }, "a b c d"],
])("who committed is said: %s", (_, summary, said) => {
  expect(describeCommitter(summary)).toBe(said);
});

test("a snapshot without a summary does not say who committed it", () => {
  expect(describeCommitter(undefined)).toBeNull();
});

test("a long id is cut in its middle, and all together stays short and can be stored", () => {
  const long = `begin-${"😀".repeat(5000)}-end`;
  const said = describeCommitter({
    "engine-name": long,
    "app-id": long,
    "flink.job-id": long,
    "kafka.connect.commit-id": long,
    trino_query_id: "9",
  });
  expect(said?.length).toBeLessThanOrEqual(240);
  expect(said?.isWellFormed()).toBe(true);
  expect(said?.startsWith("begin-")).toBe(true);
  expect(describeCommitter({ "engine-name": "x", "app-id": `first${"0".repeat(200)}last` })).toMatch(/^x, application first0+…0+last$/);
});
