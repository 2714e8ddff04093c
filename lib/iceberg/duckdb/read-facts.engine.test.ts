import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id"), aField(2, "name", "string")];
const rows = (...values: number[]) => values.map((value) => aRow({ 1: String(value), 2: `n${value}` }));

async function tableOf(...values: number[]): Promise<ModelledTable> {
  const table = engine.newTable({ fields: FIELDS });
  table.table.commit({ operation: "append", add: [await table.dataFile(rows(...values), ANYWHERE)] });
  return table;
}

async function withDelete(table: ModelledTable, value: number): Promise<ModelledTable> {
  const [id] = FIELDS;
  const file = await table.equalityDeleteFile([aRow({ 1: String(value) })], ANYWHERE, { equalityIds: [1], fields: id ? [id] : [] });
  table.table.commit({ operation: "delete", add: [file] });
  return table;
}

test("a table that was never written has no rows and no snapshot", async () => {
  const facts = await engine.facts(engine.newTable({ fields: FIELDS }));
  expect(facts).toMatchObject({ snapshot: null, keyProfile: { rows: 0, distinctKeys: 0 }, plan: { data: { files: 0 } }, samples: [] });
  expect([facts.trust.level, facts.rowFacts.commitLagSeconds.value]).toEqual(["exact", null]);
});

test("a snapshot's facts are its own: id, commit time, operation", async () => {
  const table = await tableOf(1);
  const [first] = table.table.state.snapshots;
  await withDelete(table, 1);
  const facts = await engine.facts(table, { snapshot: { by: "id", id: String(first?.id) } });
  expect(facts.snapshot).toEqual({
    id: String(first?.id),
    sequenceNumber: "1",
    committedAt: "2026-01-01T00:01:00.000Z",
    operation: "append",
  });
  expect([facts.keyProfile.rows, (await engine.facts(table)).keyProfile.rows]).toEqual([1, 0]);
});

test("a branch is read at its head", async () => {
  const table = await tableOf(1);
  table.table.commit({ operation: "append", branch: "audit", add: [await table.dataFile(rows(1, 1), ANYWHERE)] });
  expect((await engine.facts(table, { snapshot: { by: "branch", name: "audit" } })).keyProfile.rows).toBe(3);
  expect((await engine.facts(table)).keyProfile.rows).toBe(1);
});

describe("tables that are read one after another in one database", () => {
  test("do not see each other's deletes, keys or samples", async () => {
    const first = await withDelete(await tableOf(1, 1, 2, 2), 1);
    const second = await tableOf(1, 1);
    const third = await withDelete(await tableOf(2, 2), 5);
    const read = async (table: ModelledTable) => {
      const { keyProfile, samples } = await engine.facts(table);
      return [keyProfile.rows, keyProfile.duplicatedKeys, samples.map(({ key }) => key[0])];
    };
    expect([await read(first), await read(second), await read(third), await read(first)]).toEqual([
      [2, 1, ["2"]],
      [2, 1, ["1"]],
      [2, 1, ["2"]],
      [2, 1, ["2"]],
    ]);
  });

  test("are read rightly after a reading that was interrupted, which gives no answer", async () => {
    const table = engine.newTable({ fields: [aField(1, "id")] });
    table.table.commit({
      operation: "append",
      add: [await engine.dataFile(table, "SELECT (i % 1000000)::BIGINT AS id FROM range(4000000) t(i)", "id: 1")],
    });
    const timer = setInterval(() => engine.database.interrupt(), 50);
    await expect(engine.facts(table)).rejects.toThrow(/INTERRUPT Error/);
    clearInterval(timer);
    expect((await engine.facts(table)).keyProfile).toMatchObject({ rows: 4_000_000, distinctKeys: 1_000_000 });
  });
});

describe("paths", () => {
  test.each([
    "p=*/a.parquet",
    "p=[ab]/a.parquet",
    "p=?/a.parquet",
    "it's/a.parquet",
    "p=a%20b/a.parquet",
    "p=ünï/#1.parquet",
    "p=a b/a.parquet",
  ])("that hold %s are only themselves", async (name) => {
    const table = engine.newTable({ fields: [aField(1, "id")] });
    const odd = await engine.dataFile(table, "SELECT 1::BIGINT AS id", "id: 1", name);
    const plain = await engine.dataFile(table, "SELECT 2::BIGINT AS id", "id: 1", "p=a/a.parquet");
    table.table.commit({ operation: "append", add: [odd, plain] });
    const deletes = await table.positionDeleteFile([{ file: plain.path, position: 0 }], ANYWHERE, false);
    table.table.commit({ operation: "overwrite", add: [deletes] });
    const facts = await engine.facts(table);
    expect([facts.keyProfile.rows, facts.keyProfile.rawRows.value, facts.trust.level]).toEqual([1, 2, "exact"]);
  });

  test.each(["file:", "file://"])("that begin with %s are read", async (scheme) => {
    const directory = engine.newDirectory();
    const table = engine.newTable({ fields: FIELDS, directory, location: scheme + directory });
    table.table.commit({ operation: "append", add: [await table.dataFile(rows(1, 1), ANYWHERE)] });
    await withDelete(table, 2);
    expect((await engine.facts(table)).keyProfile).toMatchObject({ rows: 2, duplicatedKeys: 1 });
  });
});

describe("a file that cannot be read makes the table unreadable, and is named", () => {
  test("when it is gone", async () => {
    const table = await tableOf(1);
    rmSync(`${table.table.directory}/data/00001-data.parquet`);
    await expect(engine.facts(table)).rejects.toThrow(
      expect.objectContaining({ code: "table_unreadable", message: expect.stringContaining("00001-data.parquet") }),
    );
  });

  test("when it is damaged in its middle, though no key is duplicated and a filter is given", async () => {
    const table = engine.newTable({ fields: [aField(1, "id", "string")] });
    const data = await engine.dataFile(table, "SELECT uuid()::VARCHAR AS id FROM range(300000)", "id: 1", "damaged.parquet");
    table.table.commit({ operation: "append", add: [data] });
    await withDelete(table, 1);
    const bytes = readFileSync(data.path);
    bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 100_000);
    writeFileSync(data.path, bytes);
    await expect(engine.facts(table, { where: "id <> ''" })).rejects.toThrow(
      expect.objectContaining({ code: "table_unreadable", message: expect.stringContaining("damaged.parquet") }),
    );
  });
});

test("a name that meant another column at an old snapshot is read there, and said", async () => {
  const table = await tableOf(1, 2);
  const id = String(table.table.state.snapshots[0]?.id);
  table.table.changeSchema([aField(1, "id"), aField(3, "name", "string")]);
  const facts = await engine.facts(table, { key: ["name"], snapshot: { by: "id", id } });
  expect([facts.keyProfile.distinctKeys, facts.trust]).toEqual([
    2,
    { level: "exact", direction: null, reasons: [expect.stringContaining("At this snapshot name was another column")] },
  ]);
});

test("the planned bytes are the asked columns' alone", async () => {
  const table = engine.newTable({ fields: FIELDS });
  const file = await engine.dataFile(table, "SELECT i AS id, repeat('x' || i, 50) AS name FROM range(1000) t(i)", "id: 1, name: 2");
  table.table.commit({ operation: "append", add: [file] });
  const [one, both] = [await engine.facts(table), await engine.facts(table, { key: ["id", "name"] })];
  expect(one.plan.bytesPlanned).toBe(file.columnSizes?.get(1));
  expect(both.plan.bytesPlanned).toBe((file.columnSizes?.get(1) ?? 0) + (file.columnSizes?.get(2) ?? 0));
});
