import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decide } from "#lib/causes/decide.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import type { EvidentRow, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { ColumnsByRole } from "#lib/column-roles.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const EXPLAIN = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null } as const;

/** Facts of a table with one commit for each query; columns are known by their names. */
async function factsOf(fields: Field[], queries: readonly string[], columns: Partial<ColumnsByRole>, key = ["id"]): Promise<Facts> {
  const table = engine.newTable({ fields });
  const idOf = ({ id, name, type }: Field): string =>
    typeof type === "string" ? `"${name}": ${id}` : `"${name}": {__duckdb_field_id: ${id}, ${type.fields.map(idOf).join(", ")}}`;
  for (const query of queries)
    table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, fields.map(idOf).join(", "))] });
  return await engine.facts(table, { key, columns, explain: EXPLAIN });
}

const causes = ({ causes: { value } }: Facts) => value?.shares.map(({ cause, keys }) => [cause, keys]);

describe("columns of types that no connector writes", () => {
  const KAFKA = { kafkaPartition: "part", kafkaOffset: "off", kafkaKey: "k", kafkaTimestamp: "sent", op: "op" };
  test.each([
    ["decimals", "decimal(10, 2)", ["0.00", "1.00", "2.50"].map((n) => `${n}::DECIMAL(10, 2)`)],
    ["floats", "double", ["0::DOUBLE", "1::DOUBLE", "'nan'::DOUBLE"]],
    ["truth values", "boolean", ["true", "false", "true"]],
    ["texts", "string", ["'p1'", "'x'", "'2.5'"]],
    ["bytes", "binary", ["'r'::BLOB", "'c'::BLOB", "'d'::BLOB"]],
    ["days", "date", ["DATE '2026-01-01'", "DATE '2026-01-02'", "'infinity'::DATE"]],
  ])("%s are explained, and as TypeScript explains them", async (_, type, values) => {
    const names = ["part", "off", "k", "sent", "op"];
    const fields = [aField(1, "id"), ...names.map((name, at) => aField(at + 2, name, type))];
    const rows = Array.from({ length: 24 }, (__, row) => [
      `${row % 5}::BIGINT`,
      ...names.map((___, at) => (row % (at + 4) === 3 ? `CASE WHEN false THEN ${values[0]} END` : values[(row * (at + 1)) % 3])),
    ]);
    const query = `SELECT * FROM (VALUES ${rows.map((row) => `(${row.join(", ")})`).join(", ")}) t(id, ${names.join(", ")})`;
    const { samples } = await factsOf(fields, [query], KAFKA);
    const given = new Set(Object.keys(KAFKA));
    const [commit = ""] = samples.flatMap(({ rows: found }) => found.flatMap(({ evidence }) => evidence?.addedBy ?? []));
    const manifests = {
      neverDeletes: true,
      nothingErased: false,
      commits: new Map([[commit, { isRewrite: false, writerReplaces: false }]]),
      rewrites: new Map(),
    };
    const table = { ...EXPLAIN, key: ["id"], given, absent: new Set(), ...manifests } as unknown as TableEvidence;
    expect(samples).toHaveLength(5);
    for (const { rows: found, verdict } of samples)
      expect(decide(signatureOf({ rows: found as EvidentRow[], deletes: [] }, table))).toEqual({
        cause: verdict?.cause,
        undecided: verdict?.undecided,
        doubt: verdict?.doubt,
      });
  });

  test.each([
    ["a number of Oracle's", "decimal(1, 0)", "0::DECIMAL(1, 0)", "1::DECIMAL(1, 0)"],
    ["a float", "double", "0::DOUBLE", "1::DOUBLE"],
    ["a bit in a byte", "binary", "'\\x00'::BLOB", "'\\x01'::BLOB"],
    ["a time", "timestamp", "NULL::TIMESTAMP", "TIMESTAMP '2026-01-01'"],
    ["a text with white space", "string", "' False '", "'true '"],
    ["a word", "string", "'null'", "'yes'"],
  ])("a flag that is %s is not set by 0 or NULL", async (_, type, unset, set) => {
    const fields = [aField(1, "id"), aField(2, "gone", type)];
    const of = (id: number, flags: string[]) => flags.map((flag) => `SELECT ${id}::BIGINT AS id, ${flag} AS gone`).join(" UNION ALL ");
    const facts = await factsOf(fields, [`${of(1, [unset, unset])} UNION ALL ${of(2, [unset, set])}`], { deleted: "gone" });
    expect(causes(facts)).toEqual([
      ["soft_delete", 1],
      ["repeated_in_commit", 1],
    ]);
  });
});

describe("one struct that is the record itself", () => {
  const struct = (...names: [string, string][]): Field => ({
    id: 1,
    name: "rec",
    required: false,
    type: { type: "struct", fields: names.map(([name, type], at) => aField(at + 2, name, type)) },
  });

  test("is no overlap where the snapshot's row and the inserted one differ in it", async () => {
    const of = (op: string, amount: number) => `SELECT {'id': 1::BIGINT, 'op': '${op}', 'amount': ${amount}::BIGINT} AS rec`;
    const fields = [struct(["id", "long"], ["op", "string"], ["amount", "long"])];
    const facts = async (amount: number) => await factsOf(fields, [of("r", 5), of("c", amount)], { op: "rec.op" }, ["rec.id"]);
    expect(causes(await facts(6))).toEqual([["upsert_off", 1]]);
    expect(causes(await facts(5))).toEqual([["snapshot_overlap", 1]]);
  });

  test("is no retry where rows differ in it beside their time", async () => {
    const fields = [struct(["id", "long"], ["amount", "long"], ["at", "timestamp"]), aField(9, "k", "string")];
    const of = (key: string, amount: number) =>
      `SELECT {'id': 1::BIGINT, 'amount': ${amount}::BIGINT, 'at': TIMESTAMP '2026-01-01' + to_days(${amount})} AS rec, '${key}' AS k`;
    const retries = async (amount: number) => {
      const facts = await factsOf(fields, [of("event-a", 5), of("event-b", amount)], { kafkaKey: "k", eventTime: "rec.at" }, ["rec.id"]);
      return [facts.causes.value?.retryKeys, facts.samples[0]?.verdict?.retry];
    };
    expect(await retries(6)).toEqual([{ value: 0 }, false]);
    expect(await retries(5)).toEqual([{ value: 1 }, true]);
  });
});

test.each([
  ["itself", "'", "'"],
  ["in another case", "upper('", "')"],
  ["in JSON, beside another value", `'{"try": 1, "event_id": "`, `"}'`],
])("a column that holds what the Kafka key holds, %s, is left out of a retry", async (_, before, after) => {
  const fields = [aField(1, "id"), aField(2, "event_id", "string"), aField(3, "amount"), aField(4, "k", "binary")];
  const of = (event: string) =>
    `SELECT 7::BIGINT AS id, '${event}' AS event_id, 5::BIGINT AS amount, encode(${before}${event}${after}) AS k`;
  const { causes: found, samples } = await factsOf(fields, [of("ev-a"), of("ev-b")], { kafkaKey: "k" });
  expect([found.value?.retryKeys, samples[0]?.verdict?.retry]).toEqual([{ value: 1 }, true]);
});

test("of a key with many rows the bytes of all are read, however often they come", async () => {
  const fields = [aField(1, "id"), aField(2, "k", "string")];
  const of = (id: number, bytes: string) => `SELECT ${id}::BIGINT AS id, (${bytes}) AS k FROM range(40) t(i)`;
  const facts = await factsOf(
    fields,
    [of(1, `CASE WHEN i % 2 = 0 THEN '1' ELSE '"1"' END`), of(2, `CASE WHEN i = 39 THEN 'event' ELSE '2' END`)],
    { kafkaKey: "k" },
  );
  expect(causes(facts)).toEqual([
    ["key_encoding", 1],
    ["key_is_not_business_key", 1],
  ]);
});

test.each([
  ["100,000 lists in one another", "repeat('[', 100000) || '1' || repeat(']', 100000)"],
  ["a list of 100,000 values", "'[' || repeat('1,', 100000) || '1]'"],
  ["5,000 objects in one another", `repeat('{"a":', 5000) || '1' || repeat('}', 5000)`],
])("a Kafka key that is JSON with %s is another value, and takes no memory to speak of", async (_, bytes) => {
  const fields = [aField(1, "id"), aField(2, "k", "string")];
  const of = (k: string) => `SELECT i::BIGINT AS id, ${k} AS k FROM range(20) t(i)`;
  expect(causes(await factsOf(fields, [of(bytes), of("i::VARCHAR")], { kafkaKey: "k" }))).toEqual([["key_is_not_business_key", 20]]);
});
