import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { addMeasures, MEASURES, sumMeasure } from "#lib/iceberg/duckdb/causes/measure.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { placeOf } from "#lib/iceberg/duckdb/causes/signatures.ts";
import { rankWinners } from "#lib/iceberg/duckdb/causes/winners.ts";
import { keepDuplicatedRows, openCauseReading } from "#lib/testing/cause-reading.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

type Values = [id: string, at: string, price: string | null];

async function tableOf(type: string, ...files: Values[][]): Promise<ModelledTable> {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "at"), aField(3, "price", type)] });
  for (const rows of files) {
    const file = await table.dataFile(
      rows.map(([id, at, price]) => aRow({ 1: id, 2: at, 3: price })),
      ANYWHERE,
    );
    table.table.commit({ operation: "append", add: [file] });
  }
  return table;
}

/** The sum of each key, and what they add up to with all keys under one cause. */
async function measure(table: ModelledTable) {
  const reading = await openCauseReading(engine, table, { columns: { eventTime: "at" }, explain: { measure: "price" } });
  await keepDuplicatedRows(reading, "own_rows");
  await rankWinners(reading, "own_rows");
  const column = reading.planned.columns.measure;
  if (column === null) throw new Error("the table has no price");
  const reason = await sumMeasure(reading, "own_rows", column);
  if (reason !== null) return { reason, sums: {}, measured: null };
  await engine.database.run(`CREATE OR REPLACE TABLE ${CAUSED} AS SELECT DISTINCT id, ${placeOf("upsert_off")} AS place FROM own_rows`);
  const added = await addMeasures(reading, column);
  const rows = await engine.database.rows(
    `SELECT DISTINCT key, total::VARCHAR AS total, rows_without::INTEGER AS without FROM ${MEASURES} JOIN own_rows USING (id)`,
    z.object({ key: z.string(), total: z.string(), without: z.number() }),
  );
  return {
    reason: added.value === null ? added.reason : null,
    measured: added.value,
    sums: Object.fromEntries(rows.map(({ key, total, without }) => [key, [total, without]])),
  };
}

test("a measure is summed over all rows of a key but the right one, exactly", async () => {
  const table = await tableOf("decimal(20, 2)", [
    ["1", "1", "10.10"],
    ["1", "2", "99.00"],
    ["1", "0", "12345678901234567.05"],
    ["2", "1", "-1.50"],
    ["2", "2", "7.00"],
    ["3", "1", "5.00"],
  ]);
  expect(await measure(table)).toEqual({
    reason: null,
    measured: { totals: new Map([[placeOf("upsert_off"), "12345678901234575.65"]]), rowsWithout: 0, tiedKeys: 0, notes: [] },
    sums: { '["1"]': ["12345678901234577.15", 0], '["2"]': ["-1.50", 0] },
  });
});

test("whole numbers beyond 64 bits add up", async () => {
  const table = await tableOf("long", [
    ["1", "1", "9223372036854775807"],
    ["1", "2", "9223372036854775807"],
    ["1", "3", "1"],
  ]);
  expect((await measure(table)).sums).toEqual({ '["1"]': ["18446744073709551614", 0] });
});

test("rows without a value are counted, and add nothing", async () => {
  const table = await tableOf("int", [
    ["1", "1", null],
    ["1", "2", null],
    ["1", "0", "4"],
    ["2", "1", null],
    ["2", "2", "8"],
  ]);
  expect((await measure(table)).sums).toEqual({ '["1"]': ["4", 1], '["2"]': ["0", 1] });
});

test("where the right row is undecided, the last written stands for it, and a note counts the keys whose rows differ", async () => {
  const row = (id: string, price: string | null): Values => [id, "1", price];
  const table = await tableOf(
    "int",
    [row("1", "5"), row("2", "6"), row("3", "7"), row("4", null)],
    [row("1", "5"), row("2", "60"), row("3", null), row("4", null)],
  );
  const { measured, sums } = await measure(table);
  expect(sums).toEqual({ '["1"]': ["5", 0], '["2"]': ["6", 0], '["3"]': ["7", 0], '["4"]': ["0", 1] });
  expect(measured?.tiedKeys).toBe(2);
  expect(measured?.notes).toEqual([
    "The right row of 2 keys is undecided, and the candidates differ in price. Bergwatch used the one that was written last.",
  ]);
});

test("floating-point numbers give one sum, which is said to be inexact, and what it leaves out is told", async () => {
  const table = await tableOf("double", [
    ["1", "1", "0.1"],
    ["1", "2", "0.2"],
    ["1", "3", "NaN"],
    ["1", "4", "-Infinity"],
    ["1", "5", "1e33"],
    ["1", "6", "1e-9"],
    ["1", "9", "7"],
  ]);
  const { measured, sums } = await measure(table);
  expect(sums).toEqual({ '["1"]': ["0.300000", 0] });
  expect(measured).toMatchObject({ rowsWithout: 3 });
  expect(measured?.notes).toEqual([
    "Column price holds floating-point numbers: its sums are of each value rounded to 6 decimals, and so not exact.",
    "3 rows that are too many have NaN, an infinite number or one of more than 32 digits in price: no sum has them.",
    "1 row that is too many has a number in price that is rounded to 0.",
  ]);
});

const MOST = "9".repeat(38);
const TOO_LONG = {
  reason: "The sum of column price has more than 38 digits. Name a measure of smaller numbers.",
  sums: {},
  measured: null,
};

test("a sum of more than 38 digits is not computed, with the reason, of one key or of several", async () => {
  const key = (id: string, rows: number): Values[] => Array.from({ length: rows }, (_, at) => [id, String(at), MOST]);
  expect(await measure(await tableOf("decimal(38, 0)", key("1", 3)))).toEqual(TOO_LONG);
  const { reason, measured } = await measure(await tableOf("decimal(38, 0)", [...key("1", 2), ...key("2", 2)]));
  expect({ reason, measured }).toEqual({ reason: TOO_LONG.reason, measured: null });
});

test("a column that is missing or no number is null with the reason, whether keys are duplicated or not, and takes no other number away", async () => {
  const twice = await tableOf("int", [
    ["1", "1", "4"],
    ["1", "2", "4"],
  ]);
  const once = await tableOf("int", [["1", "1", "4"]]);
  const words = await tableOf("string", [["1", "1", "4"]]);
  const ask = async (table: ModelledTable, name: string) =>
    await engine.facts(table, { explain: { kind: "upsert", promise: "unique", keep: "last", measure: name, registry: null } });
  for (const [table, name, said] of [
    [twice, "revenue", /no column revenue/],
    [once, "revenue", /no column revenue/],
    [words, "price", /price \(--measure\) is a string/],
  ] as const) {
    const { causes, keyProfile } = await ask(table, name);
    expect(causes.value?.measure).toEqual({ value: null, reason: expect.stringMatching(said) });
    expect(causes.value?.shares.map((share) => share.measure)).toEqual(table === twice ? [null] : []);
    expect(keyProfile.rows).toBeGreaterThan(0);
  }
  expect((await ask(once, "price")).causes.value?.measure).toEqual({ value: { column: "price", rowsWithout: 0, tiedKeys: 0 } });
});

test("rows of keys that may repeat are not missed in the sum, since they are no part of it", async () => {
  const table = await tableOf("int", [
    ["1", "1", null],
    ["1", "1", null],
  ]);
  const { causes } = await engine.facts(table, {
    explain: { kind: "append", promise: "none", keep: "last", measure: "price", registry: null },
  });
  expect(causes.value?.shares.map(({ cause }) => cause)).toEqual(["by_design"]);
  expect(causes.value?.measure).toEqual({ value: { column: "price", rowsWithout: 0, tiedKeys: 0 } });
});
