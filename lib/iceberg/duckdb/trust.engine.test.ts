import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Trust } from "#lib/iceberg/contract.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [aField(1, "id")];
const MAPPING = JSON.stringify([{ "field-id": 1, names: ["id"] }]);

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

test.each([false, true])("a table that holds what it says is exact (with deletes: %s)", async (withDeletes) => {
  expect(await trustOf({}, withDeletes)).toEqual({ level: "exact", direction: null, reasons: [] });
});

describe("a record count that is not the file's is a doubt", () => {
  test.each([3, 1, 0, -2])("without deletes by the sum of the rows (%i)", async (recordCount) => {
    const trust = await trustOf({ recordCount }, false);
    expect(trust).toMatchObject({ level: "untrusted", direction: null });
    expect(trust.reasons).toEqual([expect.stringContaining(`gave 2 rows where the manifests say ${recordCount}`)]);
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

  test("is read by the table's name mapping, and exact", async () => {
    expect((await trustOf({}, false, null, { "schema.name-mapping.default": MAPPING })).level).toBe("exact");
  });
});
