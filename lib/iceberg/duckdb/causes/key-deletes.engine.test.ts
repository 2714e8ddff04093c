import { afterAll, beforeAll, expect, test } from "vitest";
import type { KeyDelete } from "#lib/iceberg/contract-causes.ts";
import { readKeyDeletes, type SampledPlace } from "#lib/iceberg/duckdb/causes/key-deletes.ts";
import { openCauseReading } from "#lib/testing/cause-reading.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Field, PartitionSpec } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const SHOP = aField(2, "shop", "string");
const BY_SHOP: PartitionSpec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "shop_part", transform: "identity" }] };
const inShop = (shop: string | null) => ({ specId: 0, partition: [shop] });

async function data(
  table: ModelledTable,
  where: { specId: number; partition: (string | null)[] },
  ...rows: [string, string][]
): Promise<ContentFile> {
  const file = await table.dataFile(
    rows.map(([id, shop]) => aRow({ 1: id, 2: shop })),
    where,
  );
  table.table.commit({ operation: "append", add: [file] });
  return file;
}

async function remove(
  table: ModelledTable,
  where: { specId: number; partition: (string | null)[] },
  fields: readonly Field[],
  ...rows: Record<number, string | null>[]
): Promise<string> {
  const file = await table.equalityDeleteFile(rows.map(aRow), where, { equalityIds: fields.map(({ id }) => id), fields });
  table.table.commit({ operation: "delete", add: [file] });
  return file.path;
}

/** Deletes for keys whose sampled rows are given by data file and position. */
async function deletes(table: ModelledTable, ...keys: [file: ContentFile, position: number][][]): Promise<KeyDelete[][]> {
  const reading = await openCauseReading(engine, table, { key: ["ID"] });
  const numbers = new Map(reading.live.files.map(({ path }, number) => [path, number]));
  const places = keys.flatMap((rows, key) =>
    rows.map(([file, position], place): SampledPlace => ({ key, place, file: numbers.get(file.path) ?? -1, position })),
  );
  const found = await readKeyDeletes(reading, places);
  return keys.map((_, key) => found.get(key) ?? []);
}

test("deletes for a key come newest first, with their scope, their columns and the rows that they name", async () => {
  const table = engine.newTable({ fields: [ID, SHOP], spec: BY_SHOP });
  const old = await data(table, inShop("a"), ["1", "a"], ["2", "a"], ["3", "a"]);
  const older = await remove(table, inShop("b"), [ID, SHOP], { 1: "1", 2: "a" }, { 1: "1", 2: "x" });
  const newer = await remove(table, inShop(null), [ID], { 1: "1" }, { 1: "3" });
  const row = await data(table, inShop("b"), ["1", "b"], ["2", "b"]);
  const [one, two] = await deletes(
    table,
    [
      [old, 0],
      [row, 0],
    ],
    [
      [old, 1],
      [row, 1],
    ],
  );
  expect(one).toEqual([
    { file: newer, sequenceNumber: "3", scope: "spec 0, shop_part=NULL", columns: ["ID"], names: [0, 1] },
    { file: older, sequenceNumber: "2", scope: "spec 0, shop_part=b", columns: ["ID", "shop"], names: [0] },
  ]);
  expect(two).toEqual([]);
});

test("a delete that has none of the key's columns is listed where it names a row", async () => {
  const table = engine.newTable({ fields: [ID, SHOP] });
  const rows = await data(table, ANYWHERE, ["1", "a"], ["1", "b"], ["2", "c"]);
  table.table.changeSpec(BY_SHOP.fields);
  await remove(table, { specId: 1, partition: ["q"] }, [SHOP], { 2: "b" });
  const found = await deletes(
    table,
    [
      [rows, 0],
      [rows, 1],
    ],
    [[rows, 2]],
  );
  expect(found.map((ofKey) => ofKey.map(({ names, columns, scope }) => ({ names, columns, scope })))).toEqual([
    [{ names: [1], columns: ["shop"], scope: "spec 1, shop_part=q" }],
    [],
  ]);
});

test("a delete of the whole table has no scope", async () => {
  const table = engine.newTable({ fields: [ID, SHOP] });
  await remove(table, ANYWHERE, [ID], { 1: "1" });
  const rows = await data(table, ANYWHERE, ["1", "a"], ["1", "b"]);
  expect((await deletes(table, [[rows, 0]]))[0]?.map(({ scope }) => scope)).toEqual([null]);
});

test("of more than twenty those that decide a cause are kept beside the newest", async () => {
  const table = engine.newTable({ fields: [ID, SHOP], spec: BY_SHOP });
  const own = await table.equalityDeleteFile([aRow({ 1: "1" })], inShop("a"), { equalityIds: [1], fields: [ID] });
  const rows = await table.dataFile([aRow({ 1: "1", 2: "a" }), aRow({ 1: "1", 2: "a" })], inShop("a"));
  table.table.commit({ operation: "overwrite", add: [rows, own] });
  const near = await remove(table, inShop("a"), [ID, SHOP], { 1: "1", 2: "z" });
  const far: string[] = [];
  for (let at = 0; at < 25; at++) far.unshift(await remove(table, inShop("b"), [ID], { 1: "1" }));
  const [found] = await deletes(table, [
    [rows, 0],
    [rows, 1],
  ]);
  expect(found?.map(({ file }) => file)).toEqual([...far.slice(0, 18), near, own.path]);
});

test("a table without equality deletes has none", async () => {
  const table = engine.newTable({ fields: [ID, SHOP] });
  const rows = await data(table, ANYWHERE, ["1", "a"], ["1", "b"]);
  expect(await deletes(table, [[rows, 0]])).toEqual([[]]);
});
