import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { keyReadsSql } from "#lib/iceberg/duckdb/causes/key-reads.ts";
import { plainReadsSql } from "#lib/iceberg/duckdb/causes/plain-reads-sql.ts";
import { anyText } from "#lib/iceberg/duckdb/sql.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const KEYS = ["a", "A-1", "ord-6001", "x.y", "12", "2026-01-05", "0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f", "fade-12", 'q"u', "", "é", "e5"];
const bytesOf = (key: string) => [
  key,
  key.toUpperCase(),
  `"${key}"`,
  ` ${key} `,
  `Struct{id=${key}}`,
  `{"id":"${key}"}`,
  `x-${key}`,
  `${String.fromCodePoint(2 * key.length)}${key}`,
  `\n${String.fromCodePoint(key.length)}${key}`,
  "95c07a8f-7164-3867-a108-856340328205",
  "some.other_word",
  "12345678",
];

test.each(["string", "long"] as const)("what is settled early of a key of type %s is what all readings come to", async (type) => {
  const keys = type === "string" ? KEYS : ["0", "12", "-5", "3544952156018063160"];
  const pairs = keys.flatMap((key) => keys.flatMap(bytesOf).map((bytes) => [key, bytes] as const));
  const some = fc.sample(fc.constantFrom(...pairs), { numRuns: 600, seed: 1 });
  const values = some.map(([key, bytes]) => `(${anyText(key)}, encode(${anyText(bytes)}))`).join(", ");
  const column = [{ sql: "__k0", type }];
  const rows = await engine.database.rows(
    `SELECT __k0::VARCHAR AS key, hex(kb) AS bytes, ${plainReadsSql(column, "kb")} AS plain, ${keyReadsSql(column, "kb")} AS dear
     FROM (SELECT k::${type === "string" ? "VARCHAR" : "BIGINT"} AS __k0, kb FROM (VALUES ${values}) v(k, kb))`,
    z.object({ key: z.string(), bytes: z.string(), plain: z.boolean().nullable(), dear: z.boolean().nullable() }),
  );
  expect(rows.filter(({ dear }) => dear === true).length).toBeGreaterThan(20);
  expect(rows.filter(({ plain, dear }) => plain !== dear)).toEqual([]);
});
