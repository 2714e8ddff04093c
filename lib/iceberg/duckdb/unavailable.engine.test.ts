import { afterAll, beforeAll, expect, test } from "vitest";
import type { FactsRequest } from "#lib/iceberg/contract.ts";
import { readPlan } from "#lib/iceberg/duckdb/read-plan.ts";
import { someRequest } from "#lib/testing/facts.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
let table: ModelledTable;
const P = "__debezium_unavailable_value";

beforeAll(async () => {
  engine = await TestEngine.open();
  const fields = [
    aField(1, "id"),
    aField(2, "note", "string"),
    aField(3, "doc", "binary"),
    aField(4, "tags", { type: "struct", fields: [aField(5, "first", "string")] }),
    aField(6, "amount"),
  ];
  table = engine.newTable({ fields });
  const rows = [
    `(1, '${P}', 'x'::BLOB)`,
    `(2, '${P}', '${P}'::BLOB)`,
    `(3, 'x', '${P}'::BLOB)`,
    `(4, '${P} ', '${P.toUpperCase()}'::BLOB)`,
    "(5, NULL, NULL)",
    "(6, '', ''::BLOB)",
    `(NULL, '${P}', NULL)`,
    `(7, 'é''?', encode('é''?'))`,
  ];
  const query = `SELECT id::BIGINT AS id, note, doc, {first: '${P}'} AS tags, 1::BIGINT AS amount FROM (VALUES ${rows.join(", ")}) t(id, note, doc)`;
  const data = await engine.dataFile(table, query, "id: 1, note: 2, doc: 3, tags: {__duckdb_field_id: 4, first: 5}, amount: 6");
  table.table.commit({ operation: "append", add: [data] });
});
afterAll(() => engine.close());

const count = async (columns: string[], request: Partial<Omit<FactsRequest, "columns">> & { placeholder?: string } = {}) => {
  const { placeholder = P, ...rest } = request;
  const asked = { unavailable: { columns, placeholder }, ...rest };
  return (await engine.facts(table, asked)).rowFacts.unavailableValueRows;
};

test.each<[string, string[], number]>([
  ["a string column holds it as its whole text", ["note"], 3],
  ["a binary column holds its bytes", ["doc"], 2],
  ["either of two holds it, once each row", ["note", "doc"], 4],
])("rows are counted where %s", async (_, columns, rows) => {
  expect(await count(columns)).toEqual({ value: rows });
});

test("another placeholder is looked for as it is written, whatever its characters", async () => {
  expect(await count(["note", "doc"], { placeholder: "é'?" })).toEqual({ value: 1 });
  expect(await count(["note"], { placeholder: "\0" })).toEqual({ value: 0 });
});

test("only rows of the table are counted: a filter leaves some out, and a delete removes them", async () => {
  expect(await count(["note"], { where: "id > 1" })).toEqual({ value: 1 });
  const other = engine.newTable({ fields: [aField(1, "id"), aField(2, "note", "string")] });
  const row = (id: number) => aRow({ 1: String(id), 2: P });
  other.table.commit({ operation: "append", add: [await other.dataFile([row(1), row(2)], ANYWHERE)] });
  const file = await other.equalityDeleteFile([aRow({ 1: "1" })], ANYWHERE, { equalityIds: [1], fields: [aField(1, "id")] });
  other.table.commit({ operation: "delete", add: [file] });
  const { rowFacts } = await engine.facts(other, { unavailable: { columns: ["note"], placeholder: P } });
  expect(rowFacts.unavailableValueRows).toEqual({ value: 1 });
});

test.each<[string, string[], RegExp]>([
  ["no column is set", [], /^No columns are set to be looked through/],
  ["one is nested, though others could be counted", ["note", "tags"], /^Column tags, given as --unavailable, is a struct: only string/],
  ["one is a number", ["amount"], /^Column amount.* is a long: only string and binary columns are looked through/],
  ["one is not a column of the table", ["note", "gone"], /^The table has no column gone \(--unavailable\) at this snapshot/],
])("the number is unknown, and the reason said, when %s", async (_, columns, reason) => {
  expect(await count(columns)).toEqual({ value: null, reason: expect.stringMatching(reason) });
});

test("the columns are part of the plan, with their bytes, and what cannot be counted is a note", async () => {
  const plan = async (columns: string[]) => {
    const request = someRequest({ location: table.table.directory, unavailable: { columns, placeholder: P } });
    return await readPlan(engine.database, request, () => {});
  };
  const [note, tags] = [await plan(["note"]), await plan(["tags"])];
  expect(note.columns.at(-1)).toEqual({ role: "unavailable", column: "note", type: "string" });
  expect([note.bytesPlanned > tags.bytesPlanned, note.notes]).toEqual([true, []]);
  expect(tags.notes).toEqual([expect.stringMatching(/^Column tags/)]);
});
