import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { keyReadsSql } from "#lib/iceberg/duckdb/causes/key-reads.ts";
import { plainReadsSql } from "#lib/iceberg/duckdb/causes/plain-reads-sql.ts";
import { usualReadsSql } from "#lib/iceberg/duckdb/causes/usual-reads-sql.ts";
import { anyText } from "#lib/iceberg/duckdb/sql.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const KEYS = [
  "a",
  "A-1",
  "ord-6001",
  "x.y",
  "12",
  "2026-01-05",
  "0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f",
  "fade-12",
  'q"u',
  "x".repeat(64),
  "",
  "é",
  "e5",
];
const hexOf = (text: string) => Buffer.from(text).toString("hex");
const inAvro = (text: string) => `${(2 * Buffer.from(text).length).toString(16).padStart(2, "0")}${hexOf(text)}`;
const bigEndian = (text: string, width: number) =>
  /^[0-9]+$/.test(text)
    ? BigInt(text)
        .toString(16)
        .padStart(2 * width, "0")
    : "00";

/** Key bytes as hex. */
const bytesOf = (key: string): string[] => [
  ...textsOf(key).map(hexOf),
  `0000000029${inAvro(key)}`,
  `0000000000${inAvro(key)}`,
  inAvro(key),
  bigEndian(key, 8),
  bigEndian(key, 4),
  `0000000029${bigEndian(key, 8)}`,
];

const textsOf = (key: string) => [
  key,
  key.toUpperCase(),
  `"${key}"`,
  ` ${key} `,
  `Struct{id=${key}}`,
  `{"id":"${key}"}`,
  `{"id": "${key}"}`,
  `{"id":${key}}`,
  `{"id":"${key}","v":1}`,
  `{"id":"${key}" }`,
  `{"a b":"${key}"}`,
  `["${key}"]`,
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
  const own = keys.flatMap((key) => bytesOf(key).map((bytes) => [key, bytes] as const));
  const some = [...own, ...fc.sample(fc.constantFrom(...pairs), { numRuns: 600, seed: 1 })];
  const values = some.map(([key, bytes]) => `(${anyText(key)}, unhex('${bytes}'))`).join(", ");
  const column = [{ sql: "__k0", type }];
  const rows = await engine.database.rows(
    `SELECT __k0::VARCHAR AS key, hex(kb) AS bytes, ${plainReadsSql(column, "kb")} AS plain, ${keyReadsSql(column, "kb")} AS dear, ${usualReadsSql(column, "kb")} AS usual
     FROM (SELECT k::${type === "string" ? "VARCHAR" : "BIGINT"} AS __k0, kb FROM (VALUES ${values}) v(k, kb))`,
    z.object({
      key: z.string(),
      bytes: z.string(),
      plain: z.boolean().nullable(),
      dear: z.boolean().nullable(),
      usual: z.boolean().nullable(),
    }),
  );
  expect(rows.filter(({ dear }) => dear === true).length).toBeGreaterThan(20);
  expect(rows.filter(({ plain, dear }) => plain !== dear)).toEqual([]);
  expect(rows.filter(({ usual, dear }) => usual !== null && usual !== dear)).toEqual([]);
  expect(rows.filter(({ usual }) => usual === true).length).toBeGreaterThan(20);
});
