import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import { sumCauses, type CauseSums } from "#lib/iceberg/duckdb/causes/cause-facts.ts";
import { READING_BOUNDS, type ReadingBounds } from "#lib/iceberg/duckdb/causes/choose-readings.ts";
import { classifyKeys } from "#lib/iceberg/duckdb/causes/classify.ts";
import { evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { openReading } from "#lib/iceberg/duckdb/open-reading.ts";
import { groupHere } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import { someRequest } from "#lib/testing/facts.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const EXPLAIN: ExplainRequest = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null };

/** The causes of a table with these pairs of a key and the text of its key bytes, a row each. */
async function causesOf(rows: readonly (readonly [number, string])[], bounds: ReadingBounds): Promise<CauseSums & { notes: string[] }> {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "bytes", "binary")] });
  const values = rows.map(([id, bytes]) => `(${id}::BIGINT, encode('${bytes}'))`).join(", ");
  const file = await engine.dataFile(table, `SELECT * FROM (VALUES ${values}) t(id, bytes)`, "id: 1, bytes: 2");
  table.table.commit({ operation: "append", add: [file] });
  const request = someRequest({ location: table.table.directory, columns: { kafkaKey: "bytes", lsn: [] }, explain: EXPLAIN });
  const { planned, live } = await openReading(engine.database, request, () => {});
  const evidence = evidenceColumns(planned.columns, planned.rows);
  const { duplicated } = await groupHere(engine.database, live, planned.rows, { deletes: "applied", worstMax: 5, evidence });
  const { duplicated_keys: keys, surplus_rows: surplusRows } = duplicated;
  const reading = { database: engine.database, planned, live, explain: EXPLAIN };
  const { notes } = await classifyKeys(reading, { evidence, allKeys: false, keys, ranked: false }, bounds);
  return { ...(await sumCauses(reading, { keys, surplusRows }, null)), notes };
}

const ids = Array.from({ length: 200 }, (_, id) => id);
const keysOf = ({ shares }: CauseSums, name: string): number => shares.find(({ cause }) => cause === name)?.keys ?? 0;
const unread = ({ undecided }: CauseSums): (number | undefined)[] =>
  ["key_encoding", "key_is_not_business_key"].map(
    (cause) => undecided.find((one) => one.cause === cause && one.missing.includes("reading of all key bytes"))?.keys,
  );

test("key bytes as most clients write them are told without a bound, all others of a share of the keys, and of the rest it is said", async () => {
  const bounds = { pairsEach: 100, rows: 200 };
  const usual = await causesOf(
    ids.flatMap((id) => [[id, String(id)] as const, [id, `{"id":${id}}`] as const]),
    bounds,
  );
  expect([keysOf(usual, "key_encoding"), usual.notes]).toEqual([200, []]);
  const dear = ids.flatMap((id) => [[id, String(id)] as const, [id, `Struct{id=${id}}`] as const]);
  const bounded = await causesOf(dear, bounds);
  const read = keysOf(bounded, "key_encoding");
  expect(read).toBeGreaterThan(50);
  expect(read).toBeLessThan(150);
  expect(unread(bounded)).toEqual([200 - read, 200 - read]);
  expect(bounded.notes).toEqual([expect.stringContaining(`for ${read} of the 200 keys`)]);
  expect(keysOf(await causesOf(dear, READING_BOUNDS), "key_encoding")).toBe(200);
});

test("of a key with many key bytes so many are read: one that is another value tells, and if none is, it is not known", async () => {
  const spaced = (id: number) => Array.from({ length: 30 }, (_, at) => [id, `${" ".repeat(at)}${id}`] as const);
  const other = Array.from({ length: 30 }, (_, at) => [2, `event-${at}`] as const);
  const bounded = await causesOf([...spaced(1), ...other], { pairsEach: 20, rows: 1000 });
  expect([keysOf(bounded, "key_encoding"), keysOf(bounded, "key_is_not_business_key")]).toEqual([0, 1]);
  expect(bounded.notes).toEqual([expect.stringContaining("At most 20 different key bytes were read")]);
  expect(keysOf(await causesOf([...spaced(1), ...other], READING_BOUNDS), "key_encoding")).toBe(1);
});
