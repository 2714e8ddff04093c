import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import type { KeyLookUp, KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import { readKey } from "#lib/iceberg/duckdb/read-key.ts";
import { someTableRequest } from "#lib/testing/facts.ts";
import { tableCaseRequest } from "#lib/testing/table-case-request.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";
import { listTestTableCases, testTableLocation } from "#lib/testing/test-tables.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

async function lookUp(location: string, values: string[], asked: Partial<KeyLookUpRequest> = {}): Promise<KeyLookUp> {
  const request = someTableRequest({ location });
  return await readKey(engine.database, { ...request, values, rowsMax: 50, ...asked }, () => {});
}

const rowCount = async (table: string, key: string[], values: string[]) =>
  (await lookUp(testTableLocation(table), values, { key })).found?.rowCount ?? null;

test("a look-up of each sampled key of the committed tables finds what the sample holds, and is trusted as much", async () => {
  let looked = 0;
  for (const { name, args, expect: answer } of listTestTableCases()) {
    // A timestamptz_ns is refused as a key.
    if (answer.exit !== 0 || !answer.metrics?.["duplicated_keys"] || args.includes("at_zone")) continue;
    const request = tableCaseRequest(args);
    const facts = await engine.facts(request.location, { ...request, sample: { keysMax: 1, rowsPerKeyMax: 50 } });
    for (const sample of facts.samples) {
      const { found, snapshot, columns, trust } = await lookUp(request.location, sample.key, request);
      expect([name, found, snapshot, columns, trust.level]).toEqual([name, sample, facts.snapshot, facts.columns, facts.trust.level]);
      looked++;
    }
  }
  expect(looked).toBeGreaterThan(100);
}, 300_000);

test.each<[string, string[], string[], number | null]>([
  ["key_long", ["id"], ["9007199254740992"], null],
  ["key_composite", ["tenant", "number"], ["b", "3"], 2],
  ["key_composite", ["number", "tenant"], ["1", "a"], 1],
  ["key_composite", ["tenant", "number"], ["b3", "3"], null],
  ["key_binary", ["id"], ["00FFFE7C"], 2],
  ["key_binary", ["id"], [""], null],
  ["key_fixed", ["id"], ["7c008001"], 2],
  ["key_decimal", ["id"], ["+1234567890123456789012345678901234.00010"], 2],
  ["key_decimal", ["id"], ["1234567890123456789012345678901234"], 2],
  ["key_decimal", ["id"], ["1234567890123456789012345678901235"], null],
  ["key_uuid", ["id"], ["0195A1B2-C3D4-7000-8000-000000000000"], 2],
  ["key_scalars", ["at"], ["2025-03-30 02:30:00.000001"], 2],
  ["key_scalars", ["at"], ["2025-03-30T02:30:00.000001Z"], 2],
  ["key_scalars", ["at"], ["2025-03-30 02:30:00.000001+00:00"], 2],
  ["key_scalars", ["at_zone"], ["2025-03-30T04:30:00.000001+02:00"], 2],
  ["key_scalars", ["day"], ["1969-12-31"], 2],
  ["key_scalars", ["ratio"], ["-0"], 2],
  ["nanoseconds", ["at"], ["2025-03-01 12:00:00.123456780"], 2],
  ["nanoseconds", ["at"], ["2025-03-01 12:00:00.123456"], null],
  ["null_keys", ["order_id"], [""], 3],
  ["null_keys", ["order_id"], ["NULL"], null],
  ["null_keys", ["order_id"], ["'; DROP TABLE own_keys; --\0"], null],
])("%s by %j: %j has the rows %s", async (table, key, values, rows) => {
  expect(await rowCount(table, key, values)).toBe(rows);
});

test("a key with one row is found whole", async () => {
  const { found } = await lookUp(testTableLocation("clean"), ["order-2025-000001"], {
    key: ["order_id"],
    columns: columnsByRole({ kafkaPartition: "kafka_partition", kafkaOffset: "kafka_offset" }),
  });
  expect(found).toMatchObject({ key: ["order-2025-000001"], rowCount: 1 });
  expect(found?.rows).toMatchObject([{ values: { order_id: "order-2025-000001" }, position: expect.stringMatching(/^\d+$/) }]);
  expect(found?.partitions).toEqual([found?.rows[0]?.partition]);
});

describe("a row that is deleted or out of scope is not found", () => {
  const fields = [aField(1, "id"), aField(2, "v", "string")];
  const row = (id: string, v: string) => aRow({ 1: id, 2: v });

  test("by position, by equality, and by the filter", async () => {
    const table = engine.newTable({ fields });
    const data = await table.dataFile([row("1", "a"), row("1", "b"), row("2", "a"), row("3", "a")], ANYWHERE);
    table.table.commit({ operation: "append", add: [data] });
    const { directory } = table.table;
    expect((await lookUp(directory, ["1"])).found?.rowCount).toBe(2);
    expect((await lookUp(directory, ["1"], { where: "v <> 'b'" })).found?.rowCount).toBe(1);
    expect((await lookUp(directory, ["1"], { where: "v = 'c'" })).found).toBeNull();
    table.table.commit({
      operation: "overwrite",
      add: [await table.positionDeleteFile([{ file: data.path, position: 0 }], ANYWHERE, false)],
    });
    table.table.commit({
      operation: "overwrite",
      add: [await table.equalityDeleteFile([row("2", "a")], ANYWHERE, { equalityIds: [1], fields: fields.slice(0, 1) })],
    });
    table.table.commit({ operation: "append", add: [await table.dataFile([row("3", "c")], ANYWHERE)] });
    expect((await lookUp(directory, ["1"])).found).toMatchObject({ rowCount: 1, rows: [{ values: { v: "b" }, sequenceNumber: "1" }] });
    expect((await lookUp(directory, ["2"])).found).toBeNull();
    const { rows } = (await lookUp(directory, ["3"], { rowsMax: 1 })).found ?? {};
    expect([rows?.length, (await lookUp(directory, ["3"])).found?.rows.map((found) => found.sequenceNumber)]).toEqual([1, ["1", "4"]]);
  });
});

test("a table that was never written has no key, no snapshot and no columns", async () => {
  expect(await lookUp(testTableLocation("empty"), ["x"], { key: ["order_id"] })).toMatchObject({
    snapshot: null,
    found: null,
    columns: [],
  });
});

test.each<[string, string, string, string]>([
  ["key_long", "id", "1.5", "long"],
  ["key_long", "id", "9223372036854775808", "long"],
  ["key_long", "id", "", "long"],
  ["key_decimal", "id", "1.00001", "decimal(38,4)"],
  ["key_decimal", "id", "1e3", "decimal(38,4)"],
  ["key_binary", "id", "00f", "binary"],
  ["key_fixed", "id", "7c0080", "fixed[4]"],
  ["key_uuid", "id", "0195a1b2", "uuid"],
  ["key_scalars", "day", "2025-03-30 02:30:00", "date"],
  ["key_scalars", "at", "2025-03-30 02:30:00.0000011", "timestamp"],
  ["key_scalars", "at", "2025-03-30 02:30:00.000001+02", "timestamp"],
  ["key_scalars", "at", "2025-03-30 02:30:00.000001-05:30", "timestamp"],
  ["key_scalars", "ratio", "1e400", "double"],
  ["key_scalars", "flag", "perhaps", "boolean"],
])("%s: %s = %s is refused, for it is no %s", async (table, column, value, type) => {
  await expect(rowCount(table, [column], [value])).rejects.toMatchObject({
    code: "wrong_key_type",
    // Without the value: the message is kept with the request, also where the column is masked.
    message: expect.stringContaining(`The value for column ${column} is not a valid ${type}.`),
  });
});

test("a key of two columns is not looked up by one value", async () => {
  await expect(rowCount("key_composite", ["tenant", "number"], ["b"])).rejects.toMatchObject({ code: "usage" });
});
