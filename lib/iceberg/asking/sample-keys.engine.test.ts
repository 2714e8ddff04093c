import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAskingWorld, type AskingWorld } from "#lib/testing/asking.ts";
import type { KeySample } from "#lib/contracts/browse-documents.ts";
import { TEST_TABLES_ROOT } from "#lib/testing/test-tables.ts";

let world: AskingWorld;
beforeAll(async () => {
  world = await createAskingWorld();
});
afterAll(async () => await world.close());

async function sample(location: string): Promise<KeySample> {
  return await world.asking.sampleKeys(location, { signal: new AbortController().signal });
}

const at = (table: string): string => join(TEST_TABLES_ROOT, "e2e/testdata/tables", table);
const of = ({ columns }: KeySample, column: string) => columns.find((one) => one.column === column);

test("a catalog's table is sampled with its credentials, deletes applied", async () => {
  const found = await sample("catalog:lake/shop.orders");
  expect(found).toMatchObject({ snapshotId: "3821267374434050284", rows: 11 });
  expect(of(found, "order_id")).toEqual({ column: "order_id", rows: 11, nulls: 0, distinct: 8 });
  expect(found.keys[0]).toMatchObject({
    columns: ["order_id"],
    because: "name",
    sentence: expect.stringContaining("11 sampled rows have 8 different"),
  });
});

test("an offset is unique and yet no key", async () => {
  const found = await sample(at("append_v2"));
  expect(found.rows).toBe(25);
  expect(of(found, "order_id")).toMatchObject({ rows: 25, nulls: 0, distinct: 20 });
  expect(found.keys.flatMap(({ columns }) => columns)).not.toContain("kafka_offset");
});

test.each([
  ["upserts", 9, 9],
  ["vectors", 22, 15],
])("rows that deletes took from %s are not counted", async (table, rows, distinct) => {
  expect(of(await sample(at(table)), "order_id")).toEqual({ column: "order_id", rows, nulls: 0, distinct });
});

test("columns whose names differ by case alone are counted each by itself", async () => {
  const found = await sample(at("names_differ_by_case"));
  expect(found.columns).toEqual([
    { column: "Id", rows: 8, nulls: 0, distinct: 7 },
    { column: "id", rows: 8, nulls: 0, distinct: 3 },
  ]);
});

test("NULL is counted apart, and a column inside a struct by its path", async () => {
  const found = await sample(at("null_keys"));
  expect(found.columns.some(({ nulls }) => nulls > 0)).toBe(true);
  expect(of(await sample(at("key_nested")), 'a."c.d"')).toBeDefined();
});

test.each([
  "data_avro",
  "key_scalars",
  "key_uuid",
  "key_binary",
  "key_decimal",
  "odd_names",
  "names_differ_by_case",
  "nanoseconds",
  "key_list_and_map",
  "column_defaults",
  "renamed_key",
])("%s is sampled whatever its columns are", async (table) => {
  const found = await sample(at(table));
  expect(found.rows).toBeGreaterThan(0);
  for (const { rows, nulls, distinct } of found.columns) expect(distinct).toBeLessThanOrEqual(rows - nulls);
});

test("a table that was never written, and one that was emptied, have no rows and no counts that were made up", async () => {
  for (const table of ["empty", "emptied"]) {
    const found = await sample(at(table));
    expect(found).toMatchObject({ rows: 0 });
    expect(found.columns.every(({ distinct }) => distinct === 0)).toBe(true);
  }
});

test("a data file that is gone is named", async () => {
  await expect(sample(at("missing_data_file"))).rejects.toMatchObject({ code: "table_unreadable" });
});
