import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts, Progress } from "#lib/iceberg/contract.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { someRequest } from "#lib/testing/facts.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { PartitionSpec } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

/** Tables whose metadata does not say what is there: each is named, in doubt or unreadable, and never counted as if it were sound. */

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id")];
const ids = (...values: number[]) => values.map((value) => aRow({ 1: String(value) }));
const untrusted = (reason: RegExp) => ({ level: "untrusted", direction: null, reasons: [expect.stringMatching(reason)] });

/** A table of the ids 1, 1, 2 and a delete of 1 by each kind that is asked for. */
async function withDelete(
  make: (table: ModelledTable, data: ContentFile) => Promise<ContentFile[]> | ContentFile[],
  formatVersion: 2 | 3 = 2,
): Promise<ModelledTable> {
  const table = engine.newTable({ fields: FIELDS, formatVersion });
  const data = await table.dataFile(ids(1, 1, 2), ANYWHERE);
  table.table.commit({ operation: "append", add: [data] });
  table.table.commit({ operation: "overwrite", add: await make(table, data) });
  return table;
}

const byPosition = async (table: ModelledTable, data: ContentFile): Promise<ContentFile> =>
  await table.positionDeleteFile([{ file: data.path, position: 0 }], ANYWHERE, false);
const byKey = async (table: ModelledTable): Promise<ContentFile> =>
  await table.equalityDeleteFile(ids(1), ANYWHERE, { equalityIds: [1], fields: FIELDS });

describe("a record count that is not the file's is a doubt that names the file", () => {
  test("of position deletes", async () => {
    const table = await withDelete(async (made, data) => [{ ...(await byPosition(made, data)), recordCount: 5 }]);
    const { trust, keyProfile } = await engine.facts(table);
    expect([keyProfile.rows, trust]).toEqual([
      2,
      untrusted(/position-delete file .*position-deletes\.parquet holds 1 rows where its manifest says 5/),
    ]);
  });

  test("of equality deletes, the sound ones unnamed", async () => {
    const table = await withDelete(async (made) => [await byKey(made), { ...(await byKey(made)), recordCount: 0 }]);
    const { trust, keyProfile } = await engine.facts(table);
    expect([keyProfile.rows, trust]).toEqual([
      1,
      untrusted(/equality-delete file .*00003-equality-deletes\.parquet holds 1 rows where its manifest says 0/),
    ]);
  });
});

test("a file that is said to be later than the manifest that lists it is a doubt", async () => {
  const table = engine.newTable({ fields: FIELDS });
  const data = await table.dataFile(ids(1, 1, 2), ANYWHERE);
  table.table.commit({ operation: "append", add: [data], dataSequenceNumber: 60 });
  table.table.commit({ operation: "delete", add: [await byKey(table)] });
  expect((await engine.facts(table)).trust).toEqual(untrusted(/has sequence number 1, and its entry .*00001-data\.parquet says 60/));
});

describe("deletes of another kind than their entry says are unreadable, by name", () => {
  test("equality deletes that are listed as position deletes", async () => {
    const table = await withDelete(async (made) => {
      const { equalityIds: _, ...file } = await byKey(made);
      return [{ ...file, content: "position deletes" }];
    });
    await expect(engine.facts(table)).rejects.toMatchObject({
      code: "table_unreadable",
      message: expect.stringContaining("position-delete file"),
    });
  });

  test("position deletes that are listed as equality deletes", async () => {
    const table = await withDelete(async (made, data) => [
      { ...(await byPosition(made, data)), content: "equality deletes", equalityIds: [1] },
    ]);
    await expect(engine.facts(table)).rejects.toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/position-deletes\.parquet lacks a column that it deletes by/),
    });
  });
});

describe("a file that is listed twice", () => {
  test("counts its rows twice and is told, where it holds data", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const data = await table.dataFile(ids(1, 2), ANYWHERE);
    table.table.commit({ operation: "append", add: [data, data] });
    const { keyProfile, plan, trust } = await engine.facts(table);
    expect([keyProfile.rows, keyProfile.duplicatedKeys, plan.filesRegisteredTwice, trust.level]).toEqual([4, 2, 1, "exact"]);
  });

  test.each([
    ["position", byPosition, [2, 3]],
    ["equality", byKey, [1, 3]],
  ] as const)("deletes each row once, where it holds %s deletes", async (_, make, rows) => {
    const table = await withDelete(async (made, data) => {
      const file = await make(made, data);
      return [file, file];
    });
    const { keyProfile, trust } = await engine.facts(table);
    expect([[keyProfile.rows, keyProfile.rawRows.value], trust.level]).toEqual([rows, "exact"]);
  });

  test("is a doubt where it is a vector", async () => {
    const table = await withDelete((made, data) => {
      const vectors = made.vectorFiles([{ dataFile: data, positions: [0] }]);
      return [...vectors, ...vectors];
    }, 3);
    const { keyProfile, trust } = await engine.facts(table);
    expect([keyProfile.rows, trust]).toEqual([2, untrusted(/Two deletion vectors are live for .*00001-data\.parquet/)]);
  });
});

describe("a delete under another spec than its data", () => {
  const BY_ID: PartitionSpec["fields"] = [{ "source-id": 1, "field-id": 1000, name: "part", transform: "identity" }];

  test("is a doubt where it deletes by position", async () => {
    const table = engine.newTable({ fields: FIELDS });
    const data = await table.dataFile(ids(1, 1), ANYWHERE);
    table.table.commit({ operation: "append", add: [data] });
    const { "spec-id": specId } = table.table.changeSpec(BY_ID);
    const deletes = await table.positionDeleteFile([{ file: data.path, position: 0 }], { specId, partition: [1n] }, false);
    table.table.commit({ operation: "overwrite", add: [deletes] });
    expect((await engine.facts(table)).trust).toEqual(untrusted(/names .*data\.parquet, which is in another partition/));
  });

  test("reaches nothing where it deletes by key: dangling, as the specification says", async () => {
    const table = engine.newTable({ fields: FIELDS });
    table.table.commit({ operation: "append", add: [await table.dataFile(ids(1, 1), ANYWHERE)] });
    const { "spec-id": specId } = table.table.changeSpec(BY_ID);
    const deletes = await table.equalityDeleteFile(ids(1), { specId, partition: [1n] }, { equalityIds: [1], fields: FIELDS });
    table.table.commit({ operation: "delete", add: [deletes] });
    const { keyProfile, plan } = await engine.facts(table);
    expect([keyProfile.rows, plan.danglingDeleteFiles]).toEqual([2, { value: 1 }]);
  });
});

test("a vector with one changed byte is unreadable, with both files named", async () => {
  let puffin = "";
  const table = await withDelete((made, data) => {
    const vectors = made.vectorFiles([{ dataFile: data, positions: [0] }]);
    puffin = vectors[0]?.path ?? "";
    const at = (vectors[0]?.contentOffset ?? 0) + 20;
    const bytes = readFileSync(puffin);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(puffin, bytes);
    return vectors;
  }, 3);
  await expect(engine.facts(table)).rejects.toMatchObject({
    code: "table_unreadable",
    message: expect.stringMatching(/vector of .*00001-data\.parquet in .*vectors\.puffin cannot be read: its checksum does not match/),
  });
});

describe("a file that is gone before it is read makes the table unreadable, by name", () => {
  /** The reading, with a file removed when it begins a phase. */
  async function readWithout(phase: Progress["phase"], of: (table: ModelledTable) => string): Promise<Facts> {
    const table = await withDelete(async (made, data) => [await byPosition(made, data)]);
    const report = (progress: Progress): void => {
      if (progress.phase === phase) rmSync(of(table), { force: true });
    };
    return await readFacts(engine.database, someRequest({ location: table.table.directory }), report);
  }
  const dataFile = (table: ModelledTable): string => `${table.table.directory}/data/00001-data.parquet`;
  const deletes = (table: ModelledTable): string => `${table.table.directory}/data/00002-position-deletes.parquet`;

  test.each([
    ["a data file, once the manifests are read", "proving", dataFile, /00001-data\.parquet/],
    ["a delete file, once the manifests are read", "proving", deletes, /00002-position-deletes\.parquet/],
    ["a data file, once the delete files are read", "counting", dataFile, /00001-data\.parquet/],
  ] as const)("%s", async (_, phase, of, named) => {
    await expect(readWithout(phase, of)).rejects.toMatchObject({ code: "table_unreadable", message: expect.stringMatching(named) });
  });
});
