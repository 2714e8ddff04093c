import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import { rowColumns, type RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { sumDuplicatedKeys, type DuplicatedKeys } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";
import { KeyGroups } from "#lib/iceberg/duckdb/profile/key-groups.ts";
import { groupAllKeys } from "#lib/iceberg/duckdb/profile/one-grouping.ts";
import { countRows, groupSink, hashSink, scanKeys, type RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { groupSuspects } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { resolveRequest } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Field } from "#lib/iceberg/plan/schema.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

/** Columns of a request with one key of the given type and all Kafka columns. */
function columnsOf(type: string): RowColumns {
  const fields: Field[] = [
    { id: 1, name: "k", type },
    { id: 2, name: "topic", type: "string" },
    { id: 3, name: "part", type: "int" },
    { id: 4, name: "bytes", type: "binary" },
  ];
  const schema = { "schema-id": 0, fields };
  const columns = columnsByRole({ kafkaTopic: "topic", kafkaPartition: "part", kafkaKey: "bytes" });
  return rowColumns(resolveRequest({ key: ["k"], columns }, schema, schema), null);
}

/** Rows as a reading gives them, from SQL values `(key, topic, partition, bytes)`. */
const reading = (values: string) =>
  `SELECT *, row_number() OVER () AS __position, 0 AS __file FROM (SELECT * FROM ${values}) t(__k0, __topic, __partition, __key_bytes)`;

interface Counted {
  counts: RowCounts;
  /** By two phases, by one grouping in the database, and by one grouping in this process. */
  ways: DuplicatedKeys[];
}

async function everyWay(values: string, type: string): Promise<Counted> {
  const columns = columnsOf(type);
  const parts = [{ sql: reading(values), rows: 10 }];
  const buckets = new HashBuckets(10);
  const counts = await scanKeys(engine.database, parts, columns, hashSink(buckets), () => true);
  await groupSuspects(engine.database, reading(values), columns, buckets.repeated());
  const ways = [await sumDuplicatedKeys(engine.database, columns)];
  // Of so many rows in one go, and of so many in several.
  for (const expected of [10, 10_000_000]) {
    await groupAllKeys(engine.database, reading(values), columns, expected);
    ways.push(await sumDuplicatedKeys(engine.database, columns));
  }
  const groups = new KeyGroups(10, { pair: true, keyBytes: true });
  const again = await scanKeys(engine.database, parts, columns, groupSink(groups, columns), () => true);
  ways.push(groups.summarize(1).duplicated);
  expect(again).toEqual(counts);
  expect(await countRows(engine.database, reading(values), columns)).toEqual(counts);
  if (!counts) throw new Error("the pass ended early");
  return { counts, ways };
}

test("all ways of counting agree on any rows, and with a count by hand", async () => {
  const anyRow = fc.record({
    key: fc.option(fc.nat(6), { freq: 8 }),
    topic: fc.option(fc.constantFrom("a", "b")),
    part: fc.option(fc.nat(6)),
    bytes: fc.option(fc.constantFrom("", "x", "y")),
  });
  const property = fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async (rows) => {
    const cell = (value: string | number | null) => (value === null ? "NULL" : typeof value === "string" ? `'${value}'` : String(value));
    const values = rows.map(
      (row) => `(${cell(row.key)}::BIGINT, ${cell(row.topic)}, ${cell(row.part)}::INTEGER, ${cell(row.bytes)}::BLOB)`,
    );
    const { counts, ways } = await everyWay(`(VALUES ${values.join(", ")})`, "long");
    const [two] = ways;
    expect(ways).toEqual([two, two, two, two]);
    const groups = [
      ...Map.groupBy(
        rows.filter((row) => row.key !== null),
        (row) => row.key,
      ).values(),
    ].filter((group) => group.length > 1);
    const pairs = groups.map((group) => new Set(group.filter((row) => row.part !== null).map((row) => `${row.topic} ${row.part}`)).size);
    expect([counts.rows, counts.nullKeyRows]).toEqual([rows.length, rows.filter((row) => row.key === null).length]);
    expect(two).toMatchObject({
      duplicated_keys: groups.length,
      surplus_rows: groups.reduce((sum, group) => sum + group.length - 1, 0),
      p0: pairs.filter((pair) => pair === 0).length,
      p2: pairs.filter((pair) => pair === 2).length,
      p5: pairs.filter((pair) => pair > 4).length,
      multi_key_bytes_keys: groups.filter((group) => new Set(group.flatMap((row) => row.bytes ?? [])).size > 1).length,
    });
  });
  await fc.assert(property, { numRuns: 40 });
});

// Phase one looks at hashes, the grouping at values: a pair that is equal to one and not to the other would be counted two ways.
test.each<[string, string, string[]]>([
  ["zero and minus zero", "double", ["0.0::DOUBLE", "-0.0::DOUBLE"]],
  ["zero and minus zero in single precision", "float", ["0.0::FLOAT", "-0.0::FLOAT"]],
  ["not a number, of either sign", "double", ["'nan'::DOUBLE", "-('nan'::DOUBLE)"]],
  ["infinity twice", "double", ["'infinity'::DOUBLE", "'inf'::DOUBLE"]],
  ["a decimal twice", "decimal(38, 10)", ["1.5::DECIMAL(38,10)", "CAST(1.50::DECIMAL(4,2) AS DECIMAL(38,10))"]],
  ["a text twice, beyond what is stored in place", "string", ["repeat('é', 50)", "repeat('é', 50)"]],
  ["a uuid in two cases", "uuid", ["'01890A5D-AC96-774B-BCCE-B302099A8057'::UUID", "'01890a5d-ac96-774b-bcce-b302099a8057'::UUID"]],
  ["a time in two zones", "timestamptz", ["'2026-01-01 00:00:00+00'::TIMESTAMPTZ", "'2026-01-01 05:30:00+05:30'::TIMESTAMPTZ"]],
])("%s is one key every way", async (_, type, [left = "", right = ""]) => {
  const { ways } = await everyWay(`(VALUES (${left}, NULL, NULL::INTEGER, NULL::BLOB), (${right}, NULL, NULL, NULL))`, type);
  expect(ways.map((way) => way.duplicated_keys)).toEqual([1, 1, 1, 1]);
});

test.each<[string, string, string[]]>([
  ["texts that differ in their Unicode form", "string", ["'é'", "'e' || chr(769)"]],
  ["texts that differ after a NUL character", "string", ["'a' || chr(0) || 'b'", "'a' || chr(0) || 'c'"]],
  ["a text and the same with a space at its end", "string", ["'a'", "'a '"]],
  ["numbers next to 2^53", "long", ["9007199254740992", "9007199254740993"]],
  ["nanoseconds", "timestamp_ns", ["'2026-01-01 00:00:00.000000001'::TIMESTAMP_NS", "'2026-01-01 00:00:00.000000002'::TIMESTAMP_NS"]],
  ["bytes that differ in length", "binary", ["'\\x00'::BLOB", "'\\x00\\x00'::BLOB"]],
])("%s are two keys every way", async (_, type, [left = "", right = ""]) => {
  const { ways } = await everyWay(`(VALUES (${left}, NULL, NULL::INTEGER, NULL::BLOB), (${right}, NULL, NULL, NULL))`, type);
  expect(ways.map((way) => way.duplicated_keys)).toEqual([0, 0, 0, 0]);
});

test("composite keys are tuples: their parts never run into each other", async () => {
  const table = engine.newTable({ fields: [aField(1, "a", "string"), aField(2, "b", "string")] });
  const query = "SELECT * FROM (VALUES ('x', 'yz'), ('xy', 'z'), ('', 'xyz'), ('xyz', ''), (NULL, 'x'), ('x', NULL), ('x', 'yz')) t(a, b)";
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "a: 1, b: 2")] });
  const { keyProfile } = await engine.facts(table, { key: ["a", "b"] });
  expect(keyProfile).toMatchObject({ rows: 7, nullKeyRows: 2, distinctKeys: 4, duplicatedKeys: 1, rowsPerKeyMax: 2 });
});

test("the histogram counts keys of one row as well, and sums up to the distinct keys", async () => {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "part", "int"), aField(3, "topic", "string")] });
  // Key 1: no partition. 2: one row in one. 3: two rows in one. 4: two topics' partition 0. 5: six partitions. NULL: no key.
  const rows =
    "(1, NULL, 'a'), (2, 7, 'a'), (3, 7, 'a'), (3, 7, 'a'), (4, 0, 'a'), (4, 0, 'b'), (NULL, 3, 'a'), (6, NULL, 'a'), (6, NULL, NULL)";
  const query = `SELECT * FROM (VALUES ${rows}) t(id, part, topic) UNION ALL SELECT 5, i, 'a' FROM range(6) t(i)`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "id: 1, part: 2, topic: 3")] });
  const { keyProfile } = await engine.facts(table, { columns: { kafkaPartition: "part", kafkaTopic: "topic" } });
  expect(keyProfile.partitionsPerKey).toEqual({ value: { "0": 2, "1": 2, "2": 1, "3": 0, "4": 0, "5+": 1 } });
  expect([keyProfile.partitionsPerKeyMax.value, keyProfile.multiPartitionKeys.value, keyProfile.distinctKeys]).toEqual([6, 2, 6]);
  const withoutTopic = (await engine.facts(table, { columns: { kafkaPartition: "part" } })).keyProfile;
  expect(withoutTopic.partitionsPerKey.value).toMatchObject({ "1": 3, "2": 0 });
});

test("repeated keys of a large table are found where they lie, though parts of it without any are read only once", async () => {
  const [files, each] = [16, 100_000];
  const table = engine.newTable({ fields: [aField(1, "id")] });
  const paths: string[] = [];
  for (let file = 0; file < files; file++) {
    const again = file === 9 ? ` UNION ALL SELECT ${9 * each + 5}` : "";
    const added = await engine.dataFile(table, `SELECT ${file * each} + n AS id FROM range(${each}) t(n)${again}`, "id: 1");
    table.table.commit({ operation: "append", add: [added] });
    paths.push(added.path);
  }
  const { keyProfile, samples } = await engine.facts(table);
  expect([keyProfile.rows, keyProfile.duplicatedKeys]).toEqual([files * each + 1, 1]);
  expect(samples.map(({ key }) => key)).toEqual([[String(9 * each + 5)]]);
  expect(samples[0]?.rows.map(({ file, position }) => [file, position])).toEqual([
    [paths[9], "5"],
    [paths[9], String(each)],
  ]);
});
