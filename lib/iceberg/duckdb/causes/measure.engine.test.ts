import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { MEASURES, sumMeasure } from "#lib/iceberg/duckdb/causes/measure.ts";
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

async function measure(table: ModelledTable, name = "price") {
  const reading = await openCauseReading(engine, table, { columns: { eventTime: "at" }, explain: { measure: name } });
  await keepDuplicatedRows(reading, "own_rows");
  await rankWinners(reading, "own_rows");
  const measured = await sumMeasure(reading, "own_rows");
  const rows = await engine.database.rows(
    `SELECT DISTINCT key, total::VARCHAR AS total, rows_without::INTEGER AS without FROM ${MEASURES} JOIN own_rows USING (id)`,
    z.object({ key: z.string(), total: z.string(), without: z.number() }),
  );
  return { measured, sums: Object.fromEntries(rows.map(({ key, total, without }) => [key, [total, without]])) };
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
    measured: { value: { column: "price", tiedKeys: 0, notes: [] } },
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
  expect(measured.value?.tiedKeys).toBe(2);
  expect(measured.value?.notes).toEqual([
    "Of 2 keys it is undecided which row is right, and these rows differ in price: the last written of them was taken for the right one.",
  ]);
});

test("floating-point numbers give one sum, which is said to be inexact, and what is no number counts as no value", async () => {
  const table = await tableOf("double", [
    ["1", "1", "0.1"],
    ["1", "2", "0.2"],
    ["1", "3", "NaN"],
    ["1", "4", "7"],
  ]);
  const { measured, sums } = await measure(table);
  expect(sums).toEqual({ '["1"]': ["0.300000", 1] });
  expect(measured.value?.notes[0]).toContain("rounded to 6 decimals, and so not exact");
});

test("a column that the snapshot lacks is not measured, with the reason", async () => {
  const table = await tableOf("int", [
    ["1", "1", "4"],
    ["1", "2", "4"],
  ]);
  expect(await measure(table, "revenue")).toEqual({
    measured: { value: null, reason: "The table has no column revenue (--measure) at this snapshot." },
    sums: {},
  });
});

test("a sum of more than 38 digits is not computed, with the reason", async () => {
  const most = "9".repeat(38);
  const table = await tableOf("decimal(38, 0)", [
    ["1", "1", most],
    ["1", "2", most],
    ["1", "3", most],
  ]);
  expect(await measure(table)).toEqual({ measured: { value: null, reason: "The sum of column price has more than 38 digits." }, sums: {} });
});
