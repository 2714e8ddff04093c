import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAskingWorld, type AskingWorld } from "#lib/testing/asking.ts";
import { IcebergTable, type NewTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import { parquetDataFile } from "#lib/testing/iceberg-writer/parquet-data-file.ts";

const root = mkdtempSync(join(tmpdir(), "bergwatch-odd-tables-"));
let connection: DuckDBConnection;
let world: AskingWorld;
beforeAll(async () => {
  connection = await (await DuckDBInstance.create(":memory:")).connect();
  world = await createAskingWorld();
});
afterAll(async () => {
  await world.close();
  connection.closeSync();
  rmSync(root, { recursive: true });
});

type Fields = NewTable["fields"];
const signal = new AbortController().signal;
const sample = async (location: string) => await world.asking.sampleKeys(location, { signal });
const column = (id: number, name: string, type: Fields[number]["type"] = "long"): Fields[number] => ({ id, name, required: false, type });

let made = 0;
/** `ids`: as DuckDB's FIELD_IDS. */
async function make(fields: Fields, select: string, ids: string): Promise<string> {
  const directory = join(root, `t${made++}`);
  const table = new IcebergTable({ directory, formatVersion: 2, fields });
  const file = join(directory, "data", "a.parquet");
  await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, FIELD_IDS {${ids}})`);
  table.commit({ operation: "append", add: [await parquetDataFile(connection, file)] });
  return directory;
}

test("columns of whatever name are sampled, and told as people write them", async () => {
  const names = ['a"b', "a.b", "$x", " ", "sp ace", "наш", "", "select", "😀id", "a'b", "%s", "x\ny", "c0", "filename", "file_row_number"];
  const values = names.map((_, at) => `i + ${at} AS w${at}`).join(", ");
  const ids = names.map((_, at) => `w${at}: ${at + 1}`).join(", ");
  const location = await make(
    names.map((name, at) => column(at + 1, name)),
    `SELECT ${values} FROM range(50) t(i)`,
    ids,
  );
  const { columns } = await sample(location);
  const written = ['"a""b"', '"a.b"', "$x", '" "', "sp ace", "наш", '""', ...names.slice(7)];
  expect(columns.map((one) => one.column).toSorted()).toEqual(written.toSorted());
  expect(columns.every(({ rows, nulls, distinct }) => rows === 50 && nulls === 0 && distinct === 50)).toBe(true);
});

test("fifty levels of structs are looked through, and ten thousand columns are described and sampled in part", async () => {
  let type: Fields[number]["type"] = "long";
  let [value, ids] = ["i", "51"];
  for (let level = 50; level >= 1; level--) {
    type = { type: "struct", fields: [column(level + 1, "n", type)] };
    [value, ids] = [`{n: ${value}}`, `{__duckdb_field_id: ${level}, n: ${ids}}`];
  }
  const deep = await make([column(1, "top", type)], `SELECT ${value} AS top FROM range(9) t(i)`, `top: ${ids}`);
  expect((await sample(deep)).columns).toEqual([{ column: `top${".n".repeat(50)}`, rows: 9, nulls: 0, distinct: 9 }]);

  const all = Array.from({ length: 10_000 }, (_, at) => `c_${at}`);
  const wide = await make(
    all.map((name, at) => column(at + 1, name)),
    `SELECT ${all.map((name) => `i AS ${name}`).join(", ")} FROM range(9) t(i)`,
    all.map((name, at) => `${name}: ${at + 1}`).join(", "),
  );
  expect((await world.asking.describe(wide, { signal })).columns).toHaveLength(10_000);
  expect((await sample(wide)).columns).toHaveLength(200);
}, 120_000);

test("a table of nothing but lists has no column to count, which is no fault of its files", async () => {
  const list = { type: "list", "element-id": 2, element: "long", "element-required": false, fields: [] };
  const location = await make(
    [column(1, "l", list as unknown as Fields[number]["type"])],
    "SELECT [i] AS l FROM range(50) t(i)",
    "l: {__duckdb_field_id: 1, element: 2}",
  );
  await expect(sample(location)).rejects.toMatchObject({
    code: "table_unsupported",
    message: expect.stringMatching(/has no column with single values/),
  });
});
