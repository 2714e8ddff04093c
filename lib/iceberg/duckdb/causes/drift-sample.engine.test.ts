import { afterAll, beforeAll, expect, test } from "vitest";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { DriftFacts } from "#lib/iceberg/contract-causes.ts";
import type { Partitioner } from "#lib/drift-names.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [
  aField(1, "id", "string"),
  aField(2, "topic", "string"),
  aField(3, "partition", "int"),
  aField(4, "kafka_offset"),
  aField(5, "kafka_key", "string"),
  aField(6, "sent_at", "timestamptz"),
];
const COLUMNS = { kafkaTopic: "topic", kafkaPartition: "partition", kafkaOffset: "kafka_offset", kafkaKey: "kafka_key" };
const EXPLAIN = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null } as const;

const partition = (key: string, count: number, partitioner: Partitioner = "murmur2"): number =>
  partitionOf(partitioner, new TextEncoder().encode(key), count);

interface Sent {
  day: number;
  count: number;
  keys: number;
  topic?: string;
  partitioner?: Partitioner;
}

/** One commit for each: so many keys, each once, an instant apart. */
async function write(table: ModelledTable, ...commits: readonly Sent[]): Promise<ModelledTable> {
  for (const { day, count, keys, topic = "orders", partitioner } of commits) {
    const rows = Array.from({ length: keys }, (_, number) => {
      const key = `order-${number}`;
      const at = new Date(Date.UTC(2026, 2, day) + number * 1000).toISOString().replace("Z", "");
      return aRow({ 1: key, 2: topic, 3: String(partition(key, count, partitioner)), 4: String(day * 1000 + number), 5: key, 6: at });
    });
    table.table.commit({ operation: "append", add: [await table.dataFile(rows, ANYWHERE)] });
  }
  return table;
}

async function facts(table: ModelledTable, columns: { kafkaTimestamp?: string } = { kafkaTimestamp: "sent_at" }): Promise<Facts> {
  return await engine.facts(table, { key: ["id"], columns: { ...COLUMNS, ...columns, lsn: [] }, explain: EXPLAIN });
}

async function drift(...asked: Parameters<typeof facts>): Promise<DriftFacts | null> {
  const { causes } = await facts(...asked);
  return causes.value?.drift ?? null;
}

const clients = (found: DriftFacts | null) =>
  found?.topics.map(({ windows }) => windows.map((window) => `${window.partitioner}/${window.partitionCount}`));

test("a count that was raised is found from the rows, with its windows, moves and first snapshots", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 60 }, { day: 4, count: 12, keys: 80 });
  const found = await drift(table);
  const [topic] = found?.topics ?? [];
  expect(clients(found)).toEqual([["murmur2/6", "murmur2/12"]]);
  expect(topic).toMatchObject({ topic: "orders", sampledRows: 140, rows: 140, labels: ["count_raised"] });
  expect(topic?.windows.map(({ firstAt, lastAt }) => [firstAt, lastAt])).toEqual([
    ["2026-03-01T00:00:00.000Z", "2026-03-01T00:00:59.000Z"],
    ["2026-03-04T00:00:00.000Z", "2026-03-04T00:01:19.000Z"],
  ]);
  expect(topic?.windows.map((window) => window.firstSnapshotId)).toEqual(table.table.state.snapshots.map(({ id }) => String(id)));
  expect(topic?.moves.every(({ from, to }) => to === from + 6)).toBe(true);
});

test("a timestamp that no date can hold tells nothing of an order, and its row is left out", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 60 }, { day: 4, count: 12, keys: 80 });
  const ids = FIELDS.map(({ id, name }) => `${name}: ${id}`).join(", ");
  const endless = `SELECT 'order-1' AS id, 'orders' AS topic, 1 AS "partition", 9::BIGINT AS kafka_offset, 'order-1' AS kafka_key, 'infinity'::TIMESTAMPTZ AS sent_at`;
  const file = await engine.dataFile(table, endless, ids);
  table.table.commit({ operation: "append", add: [file] });
  expect((await drift(table))?.topics[0]).toMatchObject({ sampledRows: 140, labels: ["count_raised"] });
});

test("a drifted key takes on how its partitions came about", async () => {
  const table = await write(
    engine.newTable({ fields: FIELDS }),
    { day: 1, count: 6, keys: 60 },
    { day: 4, count: 6, keys: 60, partitioner: "crc32" },
  );
  const { samples } = await facts(table);
  const drifted = samples.filter(({ verdict }) => verdict?.cause === "partition_drift");
  expect(drifted.length).toBeGreaterThan(10);
  expect(new Set(drifted.map(({ verdict }) => verdict?.drift))).toEqual(new Set(["another_client"]));
});

test("each topic has windows of its own, the ones with more drifted keys first", async () => {
  const table = await write(
    engine.newTable({ fields: FIELDS }),
    { day: 1, count: 4, keys: 40, topic: "few" },
    { day: 1, count: 6, keys: 60 },
    { day: 4, count: 12, keys: 60 },
  );
  const found = await drift(table);
  expect(found?.topics.map(({ topic }) => topic)).toEqual(["orders", "few"]);
  expect(clients(found)).toEqual([["murmur2/6", "murmur2/12"], ["murmur2/4"]]);
});

test("rows that were deleted tell of their clients all the same", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 60 }, { day: 4, count: 12, keys: 60 });
  const gone = Array.from({ length: 30 }, (_, number) => aRow({ 1: `order-${number}`, 3: String(partition(`order-${number}`, 6)) }));
  const fields = FIELDS.filter(({ id }) => id === 1 || id === 3);
  table.table.commit({ operation: "delete", add: [await table.equalityDeleteFile(gone, ANYWHERE, { equalityIds: [1, 3], fields })] });
  const [topic] = (await drift(table))?.topics ?? [];
  expect(topic?.windows.map(({ rows }) => rows)).toEqual([60, 60]);
});

test("without a Kafka timestamp windows follow the commits", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 60 }, { day: 4, count: 12, keys: 60 });
  const [topic] = (await drift(table, {}))?.topics ?? [];
  expect(topic?.windows.map(({ partitionCount, firstAt, rows }) => [partitionCount, firstAt, rows])).toEqual([
    [6, null, 60],
    [12, null, 60],
  ]);
});

test("where no key lies in two partitions of a topic nothing is read and nothing told", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 30 }, { day: 4, count: 6, keys: 30 });
  expect(await drift(table)).toBeNull();
});

test("negative and missing partitions and empty keys take no part", async () => {
  const table = await write(engine.newTable({ fields: FIELDS }), { day: 1, count: 6, keys: 60 }, { day: 4, count: 12, keys: 60 });
  const bad = [
    aRow({ 1: "order-1", 2: "orders", 3: "-1", 4: "1", 5: "order-1", 6: "2026-03-05 00:00:00" }),
    aRow({ 1: "order-2", 2: "orders", 3: null, 4: "2", 5: "order-2", 6: "2026-03-05 00:00:00" }),
    aRow({ 1: "order-3", 2: "orders", 3: "9", 4: "3", 5: "", 6: "2026-03-05 00:00:00" }),
    aRow({ 1: "order-4", 2: "orders", 3: "9", 4: "4", 5: null, 6: "2026-03-05 00:00:00" }),
  ];
  table.table.commit({ operation: "append", add: [await table.dataFile(bad, ANYWHERE)] });
  const found = await drift(table);
  expect(clients(found)).toEqual([["murmur2/6", "murmur2/12"]]);
  expect(found?.topics[0]?.sampledRows).toBe(120);
});

test("of a large table a sample says the same, and its moves count the drifted keys of all its rows", async () => {
  const table = engine.newTable({ fields: FIELDS });
  const keys = Array.from({ length: 3000 }, (_, number) => `order-${number}`);
  const ids = FIELDS.map(({ name, id }) => `${name}: ${id}`).join(", ");
  for (const [day, count] of [
    [1, 6],
    [2, 6],
    [3, 12],
    [4, 12],
  ] as const) {
    const values = keys.map((key) => `('${key}', ${partition(key, count)})`).join(", ");
    const query = `SELECT CASE WHEN r.range = 0 THEN k ELSE concat(k, ' ', ${day}, ' ', r.range) END AS id, 'orders' AS topic, p::INTEGER AS partition, r.range * 10 + ${day} AS kafka_offset, k AS kafka_key,
        TIMESTAMPTZ '2026-03-0${day} 00:00:00+00' + to_milliseconds(r.range * 40000) AS sent_at FROM (VALUES ${values}) v(k, p), range(20) r ORDER BY sent_at`;
    table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, ids)] });
  }
  const [topic] = (await drift(table))?.topics ?? [];
  expect(topic?.windows.map(({ partitioner, partitionCount }) => `${partitioner}/${partitionCount}`)).toEqual(["murmur2/6", "murmur2/12"]);
  expect(topic?.rows).toBeNull();
  expect(topic?.sampledRows).toBeLessThanOrEqual(20_000);
  const moved = keys.filter((key) => partition(key, 6) !== partition(key, 12)).length;
  expect(topic?.moves.reduce((sum, move) => sum + move.keys, 0)).toBe(moved);
  expect(topic?.moves.every(({ from, to }) => to === from + 6)).toBe(true);
});

test("timestamps in another unit than the column's name says tell no time, and commits tell the order", async () => {
  const fields = FIELDS.map((field) => (field.name === "sent_at" ? aField(6, "sent_at", "long") : field));
  const table = engine.newTable({ fields });
  for (const [at, count] of [6, 12].entries()) {
    const seconds = Date.UTC(2026, 2, 1 + at) / 1000;
    const rows = Array.from({ length: 80 }, (_, number) => {
      const key = `order-${number}`;
      const sent = String(number === 0 ? -1 : seconds + number);
      return aRow({ 1: key, 2: "orders", 3: String(partition(key, count)), 4: String(100 * at + number), 5: key, 6: sent });
    });
    table.table.commit({ operation: "append", add: [await table.dataFile(rows, ANYWHERE)] });
  }
  const found = await drift(table);
  expect(clients(found)).toEqual([["murmur2/6", "murmur2/12"]]);
  expect(found?.topics[0]?.windows.map(({ firstAt, firstSnapshotId }) => [firstAt, firstSnapshotId])).toEqual(
    table.table.state.snapshots.map(({ id }) => [null, String(id)]),
  );
});

test("of keys that a sink decoded nothing is said to have been given, for the bytes that were hashed are not there", async () => {
  const sent = (key: number, count: number) => {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigInt64(0, BigInt(key));
    return partitionOf("murmur2", bytes, count);
  };
  const rows = (count: number) => Array.from({ length: 300 }, (_, key) => `(${key}, ${sent(key, count)}, ${key})`).join(", ");
  const labels = async (type: "long" | "binary", written: string) => {
    const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "partition", "int"), aField(3, "k", type)] });
    for (const count of [6, 12]) {
      const query = `SELECT id::BIGINT AS id, p::INT AS "partition", ${written} AS k FROM (VALUES ${rows(count)}) v(id, p, k)`;
      table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "id: 1, partition: 2, k: 3")] });
    }
    const { causes } = await engine.facts(table, {
      key: ["id"],
      columns: { kafkaPartition: "partition", kafkaKey: "k" },
      explain: EXPLAIN,
    });
    return causes.value?.drift?.topics[0]?.labels;
  };
  expect(await labels("long", "k::BIGINT")).toEqual(["unexplained"]);
  expect(await labels("binary", "from_hex(lpad(to_hex(k), 16, '0'))")).toEqual(["count_raised"]);
  expect(await labels("binary", "encode(k::VARCHAR)")).toEqual(["explicit"]);
});
