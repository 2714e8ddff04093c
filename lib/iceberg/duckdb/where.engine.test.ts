import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseWhere } from "#lib/iceberg/duckdb/where.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
let table: ModelledTable;
const STRUCT = aField(7, "r", { type: "struct", fields: [aField(8, "s", "string")] });
const FIELDS = [
  aField(1, "id"),
  aField(2, "s", "string"),
  aField(3, "Mixed", "string"),
  aField(4, 'odd "name"', "string"),
  aField(5, "big"),
  aField(6, "doc", "string"),
  STRUCT,
  aField(9, "__op", "string"),
  aField(10, "op", "string"),
  aField(11, "Mixed2", "string"),
  aField(12, "MIXED2", "string"),
];

beforeAll(async () => {
  engine = await TestEngine.open();
  table = engine.newTable({ fields: FIELDS });
  // Ten rows: id 0 to 9, every third s NULL.
  const query = `SELECT i::BIGINT AS id, CASE WHEN i % 3 > 0 THEN 'v' || i END AS s, 'm' AS "Mixed", 'o' AS "odd ""name""",
    9007199254740992 + i AS big, '{"a": ' || i || '}' AS doc, {'s': 'nested' || i} AS r, CASE WHEN i < 4 THEN 'd' ELSE 'c' END AS __op, 'c' AS op,
    'one' AS "Mixed2", 'two' AS "MIXED2_1" FROM range(10) t(i)`;
  const ids = `id: 1, s: 2, "Mixed": 3, "odd ""name""": 4, big: 5, doc: 6, r: {__duckdb_field_id: 7, s: 8}, __op: 9, op: 10, "Mixed2": 11, "MIXED2_1": 12`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, ids)] });
});
afterAll(() => engine.close());

const rows = async (where: string) => (await engine.facts(table, { where })).keyProfile.rows;

describe("a condition counts the rows for which it is true", () => {
  test.each<[string, number]>([
    ["id = 3", 1],
    ["id >= 3 AND s IS NOT NULL", 4],
    ["s <> 'v1'", 5],
    ["NOT (s = 'v1')", 5],
    ["s IS NULL", 4],
    ["NULL", 0],
    ["id", 9],
    ["CASE WHEN id < 2 THEN true END", 2],
    ["mixed = 'm'", 10],
    [`"MIXED" = 'm'`, 10],
    [`"odd ""name""" = 'o'`, 10],
    ["big = 9007199254740993", 1],
    ["big IN (9007199254740993, 9007199254740995)", 2],
    ["id + 1.10 = 4.10", 1],
    ["r.s = 'nested3'", 1],
    ["r.s = 'nested4' AND s = 'v4'", 1],
    ["(r).s = 'nested3'", 1],
    ["doc->>'a' = '3'", 1],
    ["(doc->'a')::INT > 7", 2],
    ["list_contains(list_transform([id], lambda x: x + 1), 4)", 1],
    ["list_filter([id], s -> s > 7) <> []", 2],
    ["s LIKE 'v%' -- a comment", 6],
    ["true /* another */", 10],
    ["s = E'v1'", 1],
    ["s = $$v1$$", 1],
    ["s COLLATE NOCASE = 'V1'", 1],
    ["id BETWEEN 2 AND 4", 3],
    ["__op = 'd'", 4],
    ["op = 'c' AND __op = 'd'", 4],
    ["TIMESTAMP '2026-01-01' + INTERVAL 3 DAY > TIMESTAMP '2026-01-02'", 10],
    ["id = 1) OR (id = 2", 2],
    ["\"Mixed2\" = 'one' AND \"MIXED2\" = 'two'", 10],
  ])("%s", async (where, expected) => {
    expect(await rows(where)).toBe(expected);
  });
});

test("a column named like one of a statement's own is the table's, beside the one that has the role", async () => {
  const facts = await engine.facts(table, { where: "__op = 'd'", columns: { op: "op" } });
  expect([facts.keyProfile.rows, facts.rowFacts.ghostRows]).toEqual([4, { value: 0 }]);
});

describe("what is no condition on one row is refused", () => {
  test.each<[string, RegExp]>([
    ["", /does not parse/],
    ["id =", /does not parse/],
    ["id = 1; DROP TABLE x", /does not parse/],
    ["true) LIMIT (1", /more than one condition/],
    ["true) UNION SELECT (1", /more than one condition/],
    ["true) GROUP BY (id", /more than one condition/],
    ["true) ORDER BY (id", /more than one condition/],
    ["true) -- ", /does not parse/],
    ["true /* open", /does not parse/],
    ["id IN (SELECT 1)", /subquery/],
    ["EXISTS (SELECT 1)", /subquery/],
    ["(SELECT true FROM read_text('/etc/passwd'))", /subquery/],
    ["id = ANY([1])", /subquery/],
    ["row_number() OVER () = 1", /window function/],
    ["id = ?", /parameter/],
    ["id = $id", /parameter/],
    ["COLUMNS(*) > 1", /all columns at once/],
    ["#1 = 1", /by its number/],
    ["count(*) > 1", /aggregates/],
    ["unnest([true, false])", /UNNEST/],
    ["random() < 0.5", /calls random, whose answer does not depend on the row alone/],
    ["now() > '2026-01-01'", /calls now, .*Write the value itself/],
    ["today() > '2026-01-01'", /calls today/],
    ["current_localtimestamp() > '2026-01-01'", /calls current_localtimestamp/],
    ["age(TIMESTAMP '2026-01-01') > INTERVAL 1 DAY", /calls today/],
    ["ago(INTERVAL 1 DAY) > '2026-01-01'", /calls ago/],
    ["current_setting('threads') = '1'", /calls current_setting/],
    ["getvariable('x') = 1", /calls getvariable/],
    ["pg_sleep(1) IS NULL", /calls pg_sleep/],
    ["list_transform([1], x -> random())[1] = 1", /calls random/],
    ["current_schemas(true)[1] = s", /calls current_schemas/],
    ["uuid()::VARCHAR = s", /calls (uuid|gen_random_uuid)/],
    ["sleep_ms(1)", /calls sleep_ms/],
    ["write_log('x')", /calls write_log/],
    ["error('x')", /calls error/],
    ["getenv('HOME') = s", /does not exist/],
    ["nope(id) = 1", /does not exist/],
    ["s = 'a\0b'", /NUL character/],
    ["s", /a value that a row has does not fit it \(Conversion Error to BOOL from column s\)/],
    ["id = 'abc'", /Could not convert string 'abc' to INT64/],
    ["CAST(s AS INTEGER) = 1", /a value that a row has does not fit it \(Conversion Error to INT32 from column s\). TRY_CAST/],
  ])("%s", async (where, message) => {
    await expect(rows(where)).rejects.toThrow(expect.objectContaining({ code: "where_invalid", message: expect.stringMatching(message) }));
  });

  test.each(["CAST(s AS INTEGER) = 1", "CAST(s AS DATE) IS NULL", "json_extract(s, '$.a') = 1", "regexp_matches('x', s || '(')"])(
    "what %s does not fit is told without the value",
    async (where) => {
      const error = await rows(where).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "where_invalid" });
      expect(`${String(error)} ${String((error as Error).cause)}`).not.toMatch(/v\d/);
    },
  );

  test.each(["nope = 1", "t.id = 1", "rowid = 1", "__k0 = 1", "__file = 1", "mixed2 = 'one'"])(
    "%s names no column of the table",
    async (where) => {
      await expect(rows(where)).rejects.toThrow(expect.objectContaining({ code: "unknown_column" }));
    },
  );
});

test("a renamed column is named as it is now, at an old snapshot too", async () => {
  const renamed = engine.newTable({ fields: [aField(1, "id"), aField(2, "old", "string")] });
  renamed.table.commit({
    operation: "append",
    add: [await engine.dataFile(renamed, "SELECT 1::BIGINT AS id, 'x' AS old", "id: 1, old: 2")],
  });
  const id = String(renamed.table.state.snapshots[0]?.id);
  renamed.table.changeSchema([aField(1, "id"), aField(2, "now", "string")]);
  const facts = await engine.facts(renamed, { where: "now = 'x'", snapshot: { by: "id", id } });
  expect(facts.keyProfile.rows).toBe(1);
});

test("columns stand under names of ours, each once", async () => {
  const schema = { "schema-id": 0, fields: FIELDS };
  const filter = await parseWhere(engine.database, "ID = 1 OR id = 2 OR r.s = 'x'", schema, schema);
  expect(filter.fields.map(({ name, alias, field }) => [name, alias, field.id])).toEqual([
    ["ID", "__w0", 1],
    ["id", "__w1", 1],
    ["r", "__w2", 7],
  ]);
  expect(filter.sql).toBe("(((__w0 = 1) OR (__w1 = 2) OR (__w2.s = 'x')))");
});
