import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

async function streamed(sql: string): Promise<number> {
  let rows = 0;
  await engine.database.stream(sql, (chunk) => (rows += chunk.rowCount));
  return rows;
}

test("a stream hands over every row", async () => {
  expect(await streamed("SELECT hash(i) FROM range(1000000) t(i)")).toBe(1_000_000);
  expect(await streamed("SELECT 1 WHERE false")).toBe(0);
});

test("a stream that fails after its first chunks throws what DuckDB says", async () => {
  const text = "CASE WHEN i = 2500000 THEN 'x' ELSE i::VARCHAR END";
  await expect(streamed(`SELECT CAST(${text} AS BIGINT) FROM range(3000000) t(i)`)).rejects.toThrow(/Could not convert string 'x'/);
});

test("a stream over a file that is damaged in its middle throws and names the file", async () => {
  const file = join(engine.newDirectory(), "damaged.parquet");
  await engine.writer.run(`COPY (SELECT i::VARCHAR AS s FROM range(2000000) t(i)) TO '${file}' (FORMAT parquet)`);
  const bytes = readFileSync(file);
  bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 100_000);
  writeFileSync(file, bytes);
  await expect(streamed(`SELECT hash(s) FROM read_parquet('${file}')`)).rejects.toThrow(/damaged\.parquet/);
});

test("an interrupted stream throws, and the next one runs", async () => {
  let chunks = 0;
  const stream = engine.database.stream("SELECT hash(i) FROM range(500000000) t(i)", () => {
    if (chunks++ === 0) engine.database.interrupt();
  });
  await expect(stream).rejects.toThrow(/INTERRUPT Error/);
  expect(await streamed("SELECT 1")).toBe(1);
});

test("64-bit numbers, decimals, nanoseconds and bytes arrive as exact text", async () => {
  const row = await engine.database.row(
    "SELECT 9007199254740993::BIGINT AS n, 1.10::DECIMAL(38,2) AS d, '2026-01-01 00:00:00.123456789'::TIMESTAMP_NS AS t, hex('\\x00\\xFF'::BLOB) AS b",
    z.object({ n: z.string(), d: z.string(), t: z.string(), b: z.string() }),
  );
  expect(row).toEqual({ n: "9007199254740993", d: "1.10", t: "2026-01-01 00:00:00.123456789", b: "00FF" });
});

test("times are read in UTC wherever the machine stands", async () => {
  const { text } = await engine.database.row(
    "SELECT ('2026-01-01 12:00:00+05:30'::TIMESTAMPTZ)::VARCHAR AS text",
    z.object({ text: z.string() }),
  );
  expect(text).toBe("2026-01-01 06:30:00+00");
});

test("a statement that should give one row and gives two is an error", async () => {
  await expect(engine.database.row("SELECT unnest([1, 2]) AS n", z.object({ n: z.number() }))).rejects.toThrow(/gave 2 rows/);
});

test("a row of another shape than asked is an error", async () => {
  await expect(engine.database.rows("SELECT 'a' AS n", z.object({ n: z.number() }))).rejects.toThrow(z.ZodError);
});

test("no statement can change the configuration or load another extension", async () => {
  await expect(engine.database.run("SET memory_limit = '1TB'")).rejects.toThrow(/locked/);
  const elsewhere = join(engine.newDirectory(), "x.duckdb_extension");
  mkdirSync(elsewhere, { recursive: true });
  await expect(engine.database.run(`LOAD '${elsewhere}'`)).rejects.toThrow(/x\.duckdb_extension/);
});
