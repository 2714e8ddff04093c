import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Facts, Trust } from "#lib/iceberg/contract.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id")];
const MAPPED_ID = { "field-id": 1, names: ["id"] };
const MAPPING = JSON.stringify([MAPPED_ID]);

/** A table of one file with two rows, as its entry says or otherwise; deletes hold apart the sum of the rows read. */
async function trustOf(entry: Partial<ContentFile>, withDeletes: boolean, ids: string | null = "id: 1", properties = {}): Promise<Trust> {
  const table: ModelledTable = engine.newTable({ fields: FIELDS, properties });
  const data = await engine.dataFile(table, "SELECT unnest([1, 2])::BIGINT AS id", ids);
  table.table.commit({ operation: "append", add: [{ ...data, ...entry }] });
  if (withDeletes) {
    const file = await table.equalityDeleteFile([aRow({ 1: "1" })], ANYWHERE, { equalityIds: [1], fields: FIELDS });
    table.table.commit({ operation: "delete", add: [file] });
  }
  return (await engine.facts(table)).trust;
}

/** One file without field ids, read by a name mapping. */
async function unnumbered(query: string, names: object[]): Promise<Facts> {
  const table = engine.newTable({
    fields: [...FIELDS, aField(2, "v")],
    properties: { "schema.name-mapping.default": JSON.stringify(names) },
  });
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, null)] });
  return await engine.facts(table);
}

describe("a file that lacks the key", () => {
  const without = async (key: Partial<Field>): Promise<Facts> => {
    const table = engine.newTable({ formatVersion: 3, fields: [aField(1, "id", "long", key), aField(2, "v")] });
    table.table.commit({ operation: "append", add: [await engine.dataFile(table, "SELECT 2::BIGINT AS v", "v: 2")] });
    return await engine.facts(table);
  };

  test("is a doubt where the column is required", async () => {
    const { trust } = await without({ required: true });
    expect(trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringMatching(/lacks the required column id, so it reads as NULL/)],
    });
  });

  test("is exact where the column is optional, or has an initial default", async () => {
    expect((await without({})).trust.level).toBe("exact");
    const { keyProfile, trust } = await without({ required: true, "initial-default": 7 });
    expect([keyProfile.nullKeyRows, trust.level]).toEqual([0, "exact"]);
  });
});

test.each([false, true])("a table that holds what it says is exact (with deletes: %s)", async (withDeletes) => {
  expect(await trustOf({}, withDeletes)).toEqual({ level: "exact", direction: null, reasons: [] });
});

describe("a record count that is not the file's is a doubt", () => {
  test.each([3, 1, 0, -2])("without deletes by the sum of the rows (%i)", async (recordCount) => {
    const trust = await trustOf({ recordCount }, false);
    expect(trust).toMatchObject({ level: "untrusted", direction: null });
    expect(trust.reasons).toEqual([expect.stringContaining(`gave 2 rows where the manifests say ${recordCount}`)]);
  });

  test("and ends, however many rows it says", async () => {
    const trust = await trustOf({ recordCount: Number.MAX_SAFE_INTEGER }, false);
    expect(trust.reasons).toEqual([expect.stringContaining(`gave 2 rows where the manifests say ${Number.MAX_SAFE_INTEGER}`)]);
  });

  test("with deletes by the file's own footer", async () => {
    const trust = await trustOf({ recordCount: 3 }, true);
    expect(trust).toMatchObject({
      level: "untrusted",
      reasons: [expect.stringMatching(/\.parquet holds 2 rows where its manifest says 3/)],
    });
  });
});

test("a file that numbers other columns and not the one named like the key is a doubt", async () => {
  const table = engine.newTable({ fields: [...FIELDS, aField(2, "v")] });
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, "SELECT 1::BIGINT AS id, 2::BIGINT AS v", "v: 2")] });
  const { keyProfile, trust } = await engine.facts(table);
  expect([keyProfile.nullKeyRows, trust]).toEqual([
    1,
    { level: "untrusted", direction: null, reasons: [expect.stringContaining("has a column id without a field id")] },
  ]);
});

describe("a file without field ids", () => {
  test("is a doubt where the table maps no names: its key reads as NULL", async () => {
    const trust = await trustOf({}, false, null);
    expect(trust).toMatchObject({ level: "untrusted", reasons: [expect.stringContaining("carries no field ids")] });
  });

  test("is a doubt where the name mapping does not parse", async () => {
    expect((await trustOf({}, false, null, { "schema.name-mapping.default": "{" })).level).toBe("untrusted");
  });

  test.each([
    ["in another case", "SELECT 1::BIGINT AS ID, 2::BIGINT AS v"],
    ["not at all", "SELECT 1::BIGINT AS key, 2::BIGINT AS v"],
  ])("is a doubt where the name mapping has the key %s and a column of the file no field", async (_, query) => {
    const names = [MAPPED_ID, { "field-id": 2, names: ["v"] }];
    const { keyProfile, trust } = await unnumbered(query, names);
    expect([keyProfile.nullKeyRows, trust]).toEqual([
      1,
      {
        level: "untrusted",
        direction: null,
        reasons: [expect.stringMatching(/leads to no column of it for id and gives its column (?:ID|key) no field/)],
      },
    ]);
  });

  test("is exact where it was written before the key was added: NULL is what it holds", async () => {
    const { keyProfile, trust } = await unnumbered("SELECT 2::BIGINT AS v", [MAPPED_ID, { "field-id": 2, names: ["v"] }]);
    expect([keyProfile.nullKeyRows, trust.level]).toEqual([1, "exact"]);
  });

  test("is a doubt where two of its columns lead to the key", async () => {
    const { trust } = await unnumbered("SELECT 1::BIGINT AS id, 2::BIGINT AS old_id", [{ "field-id": 1, names: ["id", "old_id"] }]);
    expect(trust).toMatchObject({ level: "untrusted", reasons: [expect.stringMatching(/Two columns of .* are field 1, which is id/)] });
  });

  test("is read by the table's name mapping, and exact", async () => {
    expect((await trustOf({}, false, null, { "schema.name-mapping.default": MAPPING })).level).toBe("exact");
  });
});
