import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { encodeAvroFile } from "#lib/testing/iceberg-writer/avro-file.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id"), aField(2, "s", "string")];

function avroFile(table: ModelledTable, rows: readonly [number | null, string][]): ContentFile {
  const path = join(table.table.directory, "data", "a.avro");
  const type = (name: string, id: number) => ({ name, type: ["null", name === "id" ? "long" : "string"], "field-id": id });
  const schema = { type: "record", name: "t", fields: [type("id", 1), type("s", 2)] };
  const records = rows.map(([id, s]) => ({ id: id === null ? null : BigInt(id), s }));
  writeFileSync(path, encodeAvroFile({ schema, records, metadata: {} }));
  return { content: "data", format: "AVRO", path, ...ANYWHERE, recordCount: rows.length, fileSizeBytes: 100 } as unknown as ContentFile;
}

/** Rows and duplicated keys as all readers should see them, and as one without delete support does. */
async function counts(table: ModelledTable, asked: Partial<FactsRequest> = {}) {
  const { keyProfile, trust } = await engine.facts(table, { ...asked, columns: { lsn: [] } });
  expect(trust.level).toBe("exact");
  return { live: [keyProfile.rows, keyProfile.duplicatedKeys], raw: [keyProfile.rawRows.value, keyProfile.rawDuplicatedKeys.value] };
}

test("the raw reading ignores deletes of every kind, over Parquet, Avro and files of older schemas, and keeps to the filter", async () => {
  const table = engine.newTable({ fields: FIELDS, formatVersion: 3 });
  const rows = (...of: [string | null, string][]) => of.map(([id, s]) => aRow({ 1: id, 2: s }));
  const a = await table.dataFile(rows(["1", "x"], ["1", "x"], ["2", "y"], [null, "x"]), ANYWHERE);
  const b = await table.dataFile(rows(["2", "x"], ["3", "x"], ["4", "y"], ["4", "y"]), ANYWHERE);
  const old = await engine.dataFile(table, "SELECT 3::INTEGER AS id", "id: 1");
  const avro = avroFile(table, [
    [4, "x"],
    [5, "x"],
    [5, "y"],
  ]);
  table.table.commit({ operation: "append", add: [a, b, old, avro] });
  const positions = [
    { file: a.path, position: 0 },
    { file: avro.path, position: 2 },
  ];
  const byKey = await table.equalityDeleteFile([aRow({ 1: "4" })], ANYWHERE, { equalityIds: [1], fields: FIELDS.slice(0, 1) });
  table.table.commit({
    operation: "overwrite",
    add: [await table.positionDeleteFile(positions, ANYWHERE, false), byKey, ...table.vectorFiles([{ dataFile: b, positions: [0] }])],
  });
  // Raw: 1 1 2 NULL | 2 3 4 4 | 3 | 4 5 5. Live: 1 2 NULL | 3 | 3 | 5.
  expect(await counts(table)).toEqual({ live: [6, 1], raw: [12, 5] });
  expect(await counts(table, { where: "s = 'x'" })).toEqual({ live: [4, 0], raw: [7, 1] });
  expect(await counts(table, { where: "s IS NULL OR id = 5" })).toEqual({ live: [2, 0], raw: [3, 1] });
  expect(await counts(table, { where: "id IS NULL" })).toEqual({ live: [1, 0], raw: [1, 0] });
});

test("the raw reading is the live one where no delete reaches a row", async () => {
  const table = engine.newTable({ fields: FIELDS });
  const data = await table.dataFile([aRow({ 1: "1", 2: "x" }), aRow({ 1: "1", 2: "y" })], ANYWHERE);
  const early = await table.equalityDeleteFile([aRow({ 1: "1" })], ANYWHERE, { equalityIds: [1], fields: FIELDS.slice(0, 1) });
  table.table.commit({ operation: "overwrite", add: [data, early] });
  table.table.commit({
    operation: "overwrite",
    add: [await table.positionDeleteFile([{ file: data.path, position: 9 }], ANYWHERE, false)],
  });
  expect(await counts(table)).toEqual({ live: [2, 1], raw: [2, 1] });
});

test.each([
  ["two passes over the suspects", 150_000],
  ["one grouping", 75_000],
])("the raw reading of a table that is counted by %s is its own", async (_, keys) => {
  const table = engine.newTable({ fields: FIELDS.slice(0, 1) });
  const data = await engine.dataFile(table, `SELECT (i % ${keys})::BIGINT AS id FROM range(150001) t(i)`, "id: 1");
  table.table.commit({ operation: "append", add: [data] });
  const byKey = await table.equalityDeleteFile([aRow({ 1: "0" })], ANYWHERE, { equalityIds: [1], fields: FIELDS.slice(0, 1) });
  table.table.commit({ operation: "delete", add: [byKey] });
  const duplicated = 150_001 - keys > keys ? keys : 150_001 - keys;
  const perKeyZero = Math.ceil(150_001 / keys);
  expect(await counts(table)).toEqual({ live: [150_001 - perKeyZero, duplicated - 1], raw: [150_001, duplicated] });
});
