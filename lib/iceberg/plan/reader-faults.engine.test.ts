import { cpSync, renameSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "#lib/env.ts";
import type { PartitionSpec, PartitionValue } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

/** What is said of iceberg_scan is held to iceberg_scan itself: when a new version mends a fault, its test fails and the sentence may go. */

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const ID = aField(1, "id");
const PART = aField(2, "part", "string");
const BY_PART: PartitionSpec = { "spec-id": 0, fields: [{ "source-id": 2, "field-id": 1000, name: "part", transform: "identity" }] };
const under = (...partition: PartitionValue[]) => ({ specId: 0, partition });

/** Rows as iceberg_scan counts them, or its error. An internal error ends a database, so each has its own. */
async function scanned(directory: string, moved = false): Promise<number | string> {
  const instance = await DuckDBInstance.create(":memory:", { extension_directory: env().extensionDir });
  try {
    const connection = await instance.connect();
    await connection.run("LOAD avro");
    await connection.run("LOAD iceberg");
    const sql = `SELECT count(id) + count(*) FILTER (id IS NULL) FROM iceberg_scan('${directory}'${moved ? ", allow_moved_paths = true" : ""})`;
    return Number((await connection.runAndReadAll(sql)).getRows()[0]?.[0]);
  } catch (error) {
    return (error as Error).message.split("\n")[0] ?? "";
  } finally {
    instance.closeSync();
  }
}

async function append(
  table: ModelledTable,
  rows: Record<number, string | null>[],
  placement: { specId: number; partition: PartitionValue[] },
) {
  table.table.commit({ operation: "append", add: [await table.dataFile(rows.map(aRow), placement)] });
}

async function remove(table: ModelledTable, id: string, placement: { specId: number; partition: PartitionValue[] }) {
  const file = await table.equalityDeleteFile([aRow({ 1: id })], placement, { equalityIds: [1], fields: [ID] });
  table.table.commit({ operation: "delete", add: [file] });
}

async function compared(table: ModelledTable, directory = table.table.directory, moved = false) {
  const { keyProfile, trust } = await engine.facts(directory, { relocated: moved });
  return { ours: keyProfile.rows, theirs: await scanned(directory, moved), said: trust.reasons, level: trust.level };
}

test("a plain table is read alike, and nothing is said", async () => {
  const table = engine.newTable({ fields: [ID, PART] });
  await append(table, [{ 1: "1" }, { 1: "2" }], ANYWHERE);
  await remove(table, "1", ANYWHERE);
  expect(await compared(table)).toEqual({ ours: 1, theirs: 1, said: [], level: "exact" });
});

test("an equality delete in one partition: it shows fewer rows", async () => {
  const table = engine.newTable({ fields: [ID, PART], spec: BY_PART });
  await append(table, [{ 1: "1", 2: "a" }], under("a"));
  await append(table, [{ 1: "1", 2: "b" }], under("b"));
  await remove(table, "1", under("a"));
  expect(await compared(table)).toEqual({ ours: 1, theirs: 0, said: [expect.stringContaining('"at least"')], level: "exact" });
});

test("an equality delete in the NULL partition: it fails", async () => {
  const table = engine.newTable({ fields: [ID, PART], spec: BY_PART });
  await append(table, [{ 1: "1", 2: null }], under(null));
  await append(table, [{ 1: "1", 2: "b" }], under("b"));
  await remove(table, "1", under(null));
  expect(await compared(table)).toMatchObject({
    ours: 1,
    theirs: expect.stringContaining("INTERNAL Error"),
    said: [expect.stringContaining("may fail")],
  });
});

test("equality deletes under two partitioned specs: it fails", async () => {
  const table = engine.newTable({ fields: [ID, PART], spec: BY_PART });
  await append(table, [{ 1: "1", 2: "a" }], under("a"));
  await remove(table, "1", under("a"));
  const { "spec-id": specId } = table.table.changeSpec([{ "source-id": 1, "field-id": 1001, name: "b", transform: "bucket[4]" }]);
  const bucketed = { specId, partition: [0] };
  await append(table, [{ 1: "1", 2: "a" }], bucketed);
  await remove(table, "7", bucketed);
  expect(await compared(table)).toMatchObject({
    ours: 1,
    theirs: expect.stringContaining("INTERNAL Error"),
    said: [expect.stringContaining("may fail")],
  });
});

test("equality deletes under one partitioned spec beside files of none are read alike where values stay in one partition", async () => {
  const table = engine.newTable({ fields: [ID, PART] });
  await append(table, [{ 1: "1", 2: "a" }], ANYWHERE);
  const { "spec-id": specId } = table.table.changeSpec(BY_PART.fields);
  await append(table, [{ 1: "1", 2: "a" }], { specId, partition: ["a"] });
  await remove(table, "1", { specId, partition: ["a"] });
  expect(await compared(table)).toMatchObject({ ours: 1, theirs: 1, level: "exact" });
});

test("a delete path in another spelling: it shows more rows", async () => {
  const directory = engine.newDirectory();
  const table = engine.newTable({ fields: [ID], directory, location: `file://${directory}` });
  const data = await table.dataFile([aRow({ 1: "1" }), aRow({ 1: "2" })], ANYWHERE);
  table.table.commit({ operation: "append", add: [data] });
  const positions = [{ file: data.path.replace("file://", ""), position: 0 }];
  table.table.commit({ operation: "overwrite", add: [await table.positionDeleteFile(positions, ANYWHERE, false)] });
  expect(await compared(table)).toEqual({ ours: 1, theirs: 2, said: [expect.stringContaining('"at most"')], level: "exact" });
});

test("deletion vectors of a moved table: it fails", async () => {
  const table = engine.newTable({ fields: [ID], formatVersion: 3 });
  const data = await table.dataFile([aRow({ 1: "1" }), aRow({ 1: "2" })], ANYWHERE);
  table.table.commit({ operation: "append", add: [data] });
  table.table.commit({ operation: "overwrite", add: table.vectorFiles([{ dataFile: data, positions: [0] }]) });
  const moved = engine.newDirectory("moved");
  cpSync(table.table.directory, moved, { recursive: true });
  // The old place must not answer for the new one.
  renameSync(table.table.directory, `${table.table.directory} gone`);
  expect(await compared(table, moved, true)).toMatchObject({
    ours: 1,
    theirs: expect.stringMatching(/Error/),
    said: [expect.stringContaining("fails")],
  });
});

test("a column of zoned nanoseconds: it fails", async () => {
  const table = engine.newTable({ fields: [ID, aField(2, "at", "timestamptz_ns")], formatVersion: 3 });
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, "SELECT 1::BIGINT AS id", "id: 1")] });
  expect(await compared(table)).toMatchObject({
    ours: 1,
    theirs: expect.stringMatching(/Error/),
    said: [expect.stringContaining("fails")],
  });
});

test("rows with a NULL key beside an equality delete: it shows fewer rows", async () => {
  const table = engine.newTable({ fields: [ID] });
  await append(table, [{ 1: "1" }, { 1: "2" }, { 1: null }], ANYWHERE);
  await remove(table, "1", ANYWHERE);
  expect(await compared(table)).toEqual({ ours: 2, theirs: 1, said: [expect.stringContaining('"at least"')], level: "exact" });
});
