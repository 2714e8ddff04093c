import { cpSync, renameSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts, FactsRequest } from "#lib/iceberg/contract.ts";
import type { PartitionSpec } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

/** After an internal error a database answers nothing more, so each test has one of its own. */
let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const PART = aField(2, "part", "string");
const FIELDS = [ID, PART];
const BY_PART: PartitionSpec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "part", transform: "identity" }] };

const scanned = async (table: ModelledTable | string, asked: Partial<FactsRequest> = {}): Promise<Facts> =>
  await engine.facts(table, { ...asked, columns: { lsn: [] }, readBy: "scan" });
const numbers = ({ keyProfile: { rows, nullKeyRows, distinctKeys, duplicatedKeys, rawRows, rawDuplicatedKeys } }: Facts) => [
  rows,
  nullKeyRows,
  distinctKeys,
  duplicatedKeys,
  rawRows.value,
  rawDuplicatedKeys.value,
];

async function withDeletes(): Promise<ModelledTable> {
  const table = engine.newTable({ fields: FIELDS });
  const row = (id: string) => aRow({ 1: id, 2: "a" });
  const data = [await table.dataFile(["1", "2", "2", "3", "3"].map(row), ANYWHERE), await table.dataFile(["3", "4"].map(row), ANYWHERE)];
  table.table.commit({ operation: "append", add: data });
  const [first] = data;
  const positions = [{ file: first?.path ?? "", position: 1 }];
  table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(positions, ANYWHERE, false)] });
  const byKey = await table.equalityDeleteFile([aRow({ 1: "4" })], ANYWHERE, { equalityIds: [1], fields: [ID] });
  table.table.commit({ operation: "overwrite", add: [byKey] });
  return table;
}

describe("a reading by iceberg_scan", () => {
  test("gives the own plan's numbers and sampled rows where no fault is known, and says who read", async () => {
    const table = await withDeletes();
    const [own, scan] = [await engine.facts(table), await scanned(table)];
    expect(numbers(scan)).toEqual([5, 0, 3, 1, 7, 2]);
    expect({ ...scan, engine: null, cost: null }).toEqual({ ...own, engine: null, cost: null });
    expect(scan.samples[0]?.rows.map(({ file, position }) => `${basename(file ?? "")} ${position}`)).toEqual([
      "00001-data.parquet 3",
      "00001-data.parquet 4",
      "00002-data.parquet 0",
    ]);
    expect([own.engine.readBy, scan.engine.readBy]).toEqual(["own plan", "iceberg_scan"]);
    expect(scan.engine.extension).toMatch(/avro \w+, iceberg \w+/);
  });

  test("is of the pinned snapshot and its schema, and counts only rows that the filter keeps", async () => {
    const table = await withDeletes();
    const [first] = table.table.state.snapshots;
    table.table.changeSchema([{ ...ID, name: "key" }, PART, aField(3, "new", "int")]);
    const at = await scanned(table, { snapshot: { by: "id", id: String(first?.id) }, key: ["key"], where: "part = 'a' AND key > 1" });
    expect(numbers(at)).toEqual([6, 0, 3, 2, 6, 2]);
    expect((await scanned(table, { key: ["key"], where: '"new" IS NULL' })).keyProfile.rows).toBe(5);
  });

  test("of a table that was never written is empty", async () => {
    expect(await scanned(engine.newTable({ fields: FIELDS }))).toMatchObject({
      snapshot: null,
      keyProfile: { rows: 0 },
      trust: { level: "exact" },
    });
  });

  test("reads a moved table where it lies now", async () => {
    const table = await withDeletes();
    const moved = engine.newDirectory("moved");
    cpSync(table.table.directory, moved, { recursive: true });
    renameSync(table.table.directory, `${table.table.directory} gone`);
    expect(numbers(await scanned(moved, { relocated: true }))).toEqual([5, 0, 3, 1, 7, 2]);
  });
});

describe("what iceberg_scan gets wrong is untrusted, with the direction", () => {
  test("rows that it loses to an equality delete of another partition: at least", async () => {
    const table = engine.newTable({ fields: FIELDS, spec: BY_PART });
    for (const part of ["a", "b", "b"])
      table.table.commit({
        operation: "append",
        add: [await table.dataFile([aRow({ 1: "1", 2: part })], { specId: 0, partition: [part] })],
      });
    const deletes = await table.equalityDeleteFile([aRow({ 1: "1" })], { specId: 0, partition: ["a"] }, { equalityIds: [1], fields: [ID] });
    table.table.commit({ operation: "delete", add: [deletes] });
    const { keyProfile, trust } = await scanned(table);
    expect([keyProfile.duplicatedKeys, (await engine.facts(table)).keyProfile.duplicatedKeys]).toEqual([0, 1]);
    expect(trust).toMatchObject({
      level: "untrusted",
      direction: "at least",
      reasons: [expect.stringMatching(/gives 0 rows where Bergwatch's own plan gives 2/), expect.stringContaining("every partition")],
    });
  });

  test("rows that it does not delete, since the path is written otherwise: at most", async () => {
    const directory = engine.newDirectory();
    const table = engine.newTable({ fields: FIELDS, directory, location: `file://${directory}` });
    const data = await table.dataFile([aRow({ 1: "1" }), aRow({ 1: "1" })], ANYWHERE);
    table.table.commit({ operation: "append", add: [data] });
    const positions = [{ file: data.path.replace("file://", ""), position: 0 }];
    table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(positions, ANYWHERE, false)] });
    const { keyProfile, trust } = await scanned(table);
    expect([keyProfile.duplicatedKeys, trust.level, trust.direction]).toEqual([1, "untrusted", "at most"]);
  });

  test("rows that are NULL in a deleted column which is no key: at least where it loses some, else exact", async () => {
    const read = async (part: string | null) => {
      const table = engine.newTable({ fields: FIELDS });
      table.table.commit({
        operation: "append",
        add: [
          await table.dataFile(
            ["1", "2"].map((id) => aRow({ 1: id, 2: part })),
            ANYWHERE,
          ),
        ],
      });
      const deletes = await table.equalityDeleteFile([aRow({ 2: "b" })], ANYWHERE, { equalityIds: [2], fields: [PART] });
      table.table.commit({ operation: "delete", add: [deletes] });
      return await scanned(table);
    };
    expect((await read("a")).trust).toEqual({ level: "exact", direction: null, reasons: [] });
    expect((await read(null)).trust).toMatchObject({
      level: "untrusted",
      direction: "at least",
      reasons: [expect.stringMatching(/0 rows where/), expect.stringMatching(/part may be NULL/)],
    });
  });

  test("rows of a file that was registered again after a position delete of it: at least", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const data = await table.dataFile([aRow({ 1: "1" }), aRow({ 1: "1" })], ANYWHERE);
    table.table.commit({ operation: "append", add: [data] });
    const deletes = await table.positionDeleteFile([{ file: data.path, position: 0 }], ANYWHERE, true);
    table.table.commit({ operation: "overwrite", add: [deletes] });
    table.table.commit({ operation: "overwrite", remove: ({ file }) => file.path === data.path, add: [data] });
    const { keyProfile, trust } = await scanned(table);
    expect([keyProfile.rows, (await engine.facts(table)).keyProfile.rows]).toEqual([1, 2]);
    expect(trust).toMatchObject({ level: "untrusted", direction: "at least" });
  });
});

describe("what iceberg_scan cannot read is unsupported, by name", () => {
  test("a column of zoned nanoseconds, before it is asked", async () => {
    const table = engine.newTable({ fields: [ID, aField(2, "at", "timestamptz_ns")], formatVersion: 3 });
    table.table.commit({ operation: "append", add: [await engine.dataFile(table, "SELECT 1::BIGINT AS id", "id: 1")] });
    await expect(scanned(table)).rejects.toMatchObject({
      code: "table_unsupported",
      message: expect.stringMatching(/timestamptz_ns.*--read-by own/),
    });
  });

  test("a column with a name that it reserves", async () => {
    const table = engine.newTable({ fields: [ID, aField(2, "filename", "string")] });
    table.table.commit({
      operation: "append",
      add: [await engine.dataFile(table, "SELECT 1::BIGINT AS id, 'x' AS filename", "id: 1, filename: 2")],
    });
    await expect(scanned(table)).rejects.toMatchObject({
      code: "table_unsupported",
      message: expect.stringContaining("a column is named filename"),
    });
    expect((await engine.facts(table)).keyProfile.rows).toBe(1);
  });

  // Last: the database ends with it.
  test("a NULL partition beside equality deletes, on which it fails inside", async () => {
    const table = engine.newTable({ fields: FIELDS, spec: BY_PART });
    const nowhere = { specId: 0, partition: [null] };
    table.table.commit({ operation: "append", add: [await table.dataFile([aRow({ 1: "1", 2: null })], nowhere)] });
    table.table.commit({ operation: "append", add: [await table.dataFile([aRow({ 1: "1", 2: "b" })], { specId: 0, partition: ["b"] })] });
    const deletes = await table.equalityDeleteFile([aRow({ 1: "1" })], nowhere, { equalityIds: [1], fields: [ID] });
    table.table.commit({ operation: "delete", add: [deletes] });
    await expect(scanned(table)).rejects.toMatchObject({
      code: "table_unsupported",
      message: expect.stringMatching(/NULL partition.*--read-by own/),
    });
  });
});
