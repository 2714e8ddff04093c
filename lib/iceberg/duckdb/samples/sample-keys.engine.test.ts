import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const KAFKA = [aField(2, "topic", "string"), aField(3, "part", "int"), aField(4, "off"), aField(5, "key", "binary")];
const KAFKA_IDS = "id: 1, topic: 2, part: 3, off: 4, key: 5";
const ROLES = { kafkaTopic: "topic", kafkaPartition: "part", kafkaOffset: "off", kafkaKey: "key" };

async function tableOf(query: string, ids: string, fields: ReturnType<typeof aField>[], names = ["a.parquet"]): Promise<ModelledTable> {
  const table = engine.newTable({ fields });
  const files = [];
  for (const name of names) files.push(await engine.dataFile(table, query, ids, name));
  table.table.commit({ operation: "append", add: files });
  return table;
}
const keysOf = (facts: Facts) => facts.samples.map(({ key, rowCount }) => [...key, rowCount]);

describe("the sample", () => {
  test("holds the keys with most rows first, ties by the key itself", async () => {
    const table = await tableOf("SELECT unnest([10, 9, 2, 2, 10, 9, 5, 10])::BIGINT AS id", "id: 1", [aField(1, "id")]);
    expect(keysOf(await engine.facts(table))).toEqual([
      ["10", 3],
      ["2", 2],
      ["9", 2],
    ]);
  });

  test("holds at most as many keys and rows a key as asked, and counts all", async () => {
    const table = await tableOf("SELECT (i % 5)::BIGINT AS id FROM range(50) t(i)", "id: 1", [aField(1, "id")]);
    const facts = await engine.facts(table, { sample: { keysMax: 2, rowsPerKeyMax: 3 } });
    expect(keysOf(facts)).toEqual([
      ["0", 10],
      ["1", 10],
    ]);
    expect(facts.samples.map(({ rows }) => rows.length)).toEqual([3, 3]);
    expect((await engine.facts(table, { sample: { keysMax: 0, rowsPerKeyMax: 3 } })).samples).toEqual([]);
    expect((await engine.facts(table, { sample: { keysMax: 1, rowsPerKeyMax: 0 } })).samples[0]?.rows).toEqual([]);
  });

  test("takes a key's first rows by file path and position, whatever the order of the files in the manifest", async () => {
    const table = await tableOf(
      "SELECT 1::BIGINT AS id FROM range(3)",
      "id: 1",
      [aField(1, "id")],
      ["c.parquet", "a.parquet", "b.parquet"],
    );
    const { samples } = await engine.facts(table, { sample: { keysMax: 1, rowsPerKeyMax: 4 } });
    expect(samples[0]?.rows.map(({ file, position }) => `${file?.slice(-9)} ${position}`)).toEqual([
      "a.parquet 0",
      "a.parquet 1",
      "a.parquet 2",
      "b.parquet 0",
    ]);
  });

  test("lacks the values of a column with text that is not UTF-8, and the numbers stand", async () => {
    const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "note", "string"), aField(3, "v")] });
    const query = "SELECT unnest([1, 2, 1])::BIGINT AS id, unnest(['a', 'b', 'QZQZ']) AS note, 7::BIGINT AS v";
    const file = await engine.dataFile(table, query, "id: 1, note: 2, v: 3");
    const bytes = readFileSync(file.path, "latin1");
    writeFileSync(file.path, bytes.replaceAll("QZQZ", "QZ\u00f0\u00a0"), "latin1");
    table.table.commit({ operation: "append", add: [file] });
    const { keyProfile, samples, trust } = await engine.facts(table);
    expect([keyProfile.rows, keyProfile.duplicatedKeys, trust.level]).toEqual([3, 1, "exact"]);
    expect(samples[0]?.rows.map(({ values }) => values)).toEqual([
      { id: "1", note: null, v: "7" },
      { id: "1", note: null, v: "7" },
    ]);
  });

  test("is the same each time, by either way of counting", async () => {
    const query = (share: number) => `SELECT (i % ${share})::BIGINT AS id, i AS v FROM range(120000) t(i)`;
    const fields = [aField(1, "id"), aField(2, "v")];
    for (const share of [119_990, 60_000]) {
      const table = await tableOf(query(share), "id: 1, v: 2", fields);
      const [one, two] = [await engine.facts(table), await engine.facts(table)];
      expect(one.samples).toEqual(two.samples);
      expect(one.samples.length).toBe(Math.min(100, 120_000 - share));
      const [first = 0, second = 0] = one.samples[0]?.rows.map(({ values }) => Number(values["v"])) ?? [];
      expect(second - first).toBe(share);
    }
  });

  test("of a key that stands for most of the table is small", async () => {
    const table = await tableOf("SELECT '' AS id FROM range(300000)", "id: 1", [aField(1, "id", "string")]);
    const { samples } = await engine.facts(table);
    expect([samples[0]?.key, samples[0]?.rowCount, samples[0]?.rows.length]).toEqual([[""], 300_000, 100]);
  });

  test("holds no key that is NULL in part, and no row that the filter leaves out", async () => {
    const query = "SELECT * FROM (VALUES (1, 'a'), (1, NULL), (1, 'a'), (1, NULL), (2, 'b'), (2, 'c'), (2, 'c')) t(id, s)";
    const table = await tableOf(query, "id: 1, s: 2", [aField(1, "id", "int"), aField(2, "s", "string")]);
    expect(keysOf(await engine.facts(table, { key: ["id", "s"] }))).toEqual([
      ["1", "a", 2],
      ["2", "c", 2],
    ]);
    expect(keysOf(await engine.facts(table, { where: "s <> 'b'" }))).toEqual([
      ["1", 2],
      ["2", 2],
    ]);
  });
});

test("of a long value the sample holds the beginning, and two that differ behind it differ still", async () => {
  const query = "SELECT 1::BIGINT AS id, repeat('v', 300000) || (i // 2) AS v FROM range(4) t(i)";
  const table = await tableOf(query, "id: 1, v: 2", [aField(1, "id"), aField(2, "v", "string")]);
  const { samples } = await engine.facts(table, { sample: { keysMax: 1, rowsPerKeyMax: 4 } });
  const shown = samples[0]?.rows.map(({ values }) => values["v"] ?? "") ?? [];
  expect(shown[0]).toMatch(/^v{10000}… \(300001 characters, MD5 [\da-f]{32}\)$/);
  expect(shown.map((text) => shown.indexOf(text))).toEqual([0, 0, 2, 2]);
});

describe("a sampled key", () => {
  const query = `SELECT * FROM (VALUES (1, 'a', 0, 10, 'x'::BLOB), (1, 'a', 0, 11, '\\xFF'::BLOB), (1, 'b', 0, 9007199254740993, 'x'::BLOB),
    (1, NULL, 3, 1, NULL), (1, 'a', NULL, NULL, ''::BLOB)) t(id, topic, part, off, key)`;
  const fields = [aField(1, "id", "int"), ...KAFKA];

  test("tells its partitions as topic and number, and its key bytes in hex, each once and sorted", async () => {
    const { samples } = await engine.facts(await tableOf(query, KAFKA_IDS, fields), { columns: ROLES });
    expect(samples[0]).toMatchObject({ partitions: ["/3", "a/0", "b/0"], keyBytesHex: ["", "78", "ff"] });
    expect(samples[0]?.rows.map((row) => [row.topic, row.partition, row.offset, row.keyBytesHex])).toEqual([
      ["a", "0", "10", "78"],
      ["a", "0", "11", "ff"],
      ["b", "0", "9007199254740993", "78"],
      [null, "3", "1", null],
      ["a", null, null, ""],
    ]);
  });

  test("tells its partitions as numbers without a topic, and nothing without Kafka columns", async () => {
    const table = await tableOf(query, KAFKA_IDS, fields);
    expect((await engine.facts(table, { columns: { kafkaPartition: "part" } })).samples[0]).toMatchObject({
      partitions: ["0", "3"],
      keyBytesHex: [],
    });
    expect((await engine.facts(table)).samples[0]?.rows[0]).toMatchObject({
      topic: null,
      partition: null,
      offset: null,
      keyBytesHex: null,
    });
  });

  test("tells its partitions and key bytes over all its rows, not only the sampled ones, of key bytes the first hundred", async () => {
    const many =
      "SELECT 1 AS id, 't' AS topic, (i % 3)::INTEGER AS part, i AS off, encode(lpad(i::VARCHAR, 4, '0')) AS key FROM range(500) t(i)";
    const { samples } = await engine.facts(await tableOf(many, KAFKA_IDS, fields), {
      columns: ROLES,
      sample: { keysMax: 1, rowsPerKeyMax: 1 },
    });
    expect(samples[0]?.partitions).toEqual(["t/0", "t/1", "t/2"]);
    expect([samples[0]?.keyBytesHex.length, samples[0]?.keyBytesHex[0], samples[0]?.keyBytesHex.at(-1)]).toEqual([
      100,
      "30303030",
      "30303939",
    ]);
  });

  test("takes key bytes of text as the text's bytes", async () => {
    const table = await tableOf("SELECT 1::BIGINT AS id, 'é' AS key FROM range(2)", "id: 1, key: 5", [
      aField(1, "id"),
      aField(5, "key", "string"),
    ]);
    const { samples } = await engine.facts(table, { columns: { kafkaKey: "key" } });
    expect([samples[0]?.keyBytesHex, samples[0]?.rows[0]?.keyBytesHex]).toEqual([["c3a9"], "c3a9"]);
  });
});

test.each<[string, string, string]>([
  ["decimal(38, 10)", "1234567890123456789012345678.0123456789::DECIMAL(38,10)", "1234567890123456789012345678.0123456789"],
  ["long", "-9223372036854775808", "-9223372036854775808"],
  ["timestamp_ns", "'2026-01-01 00:00:00.123456789'::TIMESTAMP_NS", "2026-01-01 00:00:00.123456789"],
  ["timestamptz", "'1960-01-01 00:00:00.000001+00'::TIMESTAMPTZ", "1960-01-01 00:00:00.000001+00"],
  ["date", "DATE '0001-01-01'", "0001-01-01"],
  ["time", "TIME '23:59:59.999999'", "23:59:59.999999"],
  ["uuid", "'ffffffff-ffff-4fff-bfff-ffffffffffff'::UUID", "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  ["binary", "'\\x00\\xFF'::BLOB", "00ff"],
  ["fixed[2]", "'\\x00\\xFF'::BLOB", "00ff"],
  ["boolean", "false", "false"],
  ["double", "0.1::DOUBLE", "0.1"],
  ["string", "'it''s \"é\"' || chr(0) || chr(10)", 'it\'s "é"\0\n'],
])("a %s is shown exactly, as a key and as a value", async (type, sql, text) => {
  const table = engine.newTable({ fields: [aField(1, "id", type), aField(2, "v", type)], formatVersion: 3 });
  table.table.commit({
    operation: "append",
    add: [await engine.dataFile(table, `SELECT ${sql} AS id, ${sql} AS v FROM range(2)`, "id: 1, v: 2")],
  });
  const { samples } = await engine.facts(table);
  expect([samples[0]?.key, samples[0]?.rows[0]?.values]).toEqual([[text], { id: text, v: text }]);
});

test("keys that only look alike are told apart", async () => {
  const texts = ["'a'", "'A'", "'a '", "'a' || chr(0)", "'é'", "'e' || chr(769)", "''", "'NULL'"];
  const table = await tableOf(`SELECT unnest([${[...texts, texts[3]].join(", ")}]) AS id`, "id: 1", [aField(1, "id", "string")]);
  const facts = await engine.facts(table);
  expect([facts.keyProfile.distinctKeys, facts.samples.map(({ key }) => key)]).toEqual([8, [["a\0"]]]);
});
