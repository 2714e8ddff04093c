import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { JSON_LIMITS, readJsonKey } from "#lib/causes/key-bytes/json.ts";
import { leavesSql } from "#lib/iceberg/duckdb/causes/leaves-sql.ts";
import { anyText } from "#lib/iceberg/duckdb/sql.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const { characters, brackets } = JSON_LIMITS;
const lists = (count: number) => `${"[".repeat(count)}1${"]".repeat(count)}`;

const NUMBERS = ["-0", "-0.0", "0.0", "1.10", "1e5", "1E-7", "1e21", "1.5e300", "1e400", "-1E400", "5e-324", "18446744073709551616"];
const NO_NUMBERS = ["01", "+1", ".5", "NaN", "-nan", "Infinity", "-inf", "--inf", "infin", "nan1", "true", "True", "null"];
const QUOTED = ['"nan"', '"\\u0041"', '"\\ud83d\\ude00"', '"\\ud83d"', '"a\\/b"', '"\\x41"', '"a\tb"', "'a'", '"{\\"b\\":1}"'];
const TEXTS = [NUMBERS, NO_NUMBERS, QUOTED].flat().flatMap((value) => [`[${value}]`, `{"id": ${value}}`, `[1,${value},]`]);

test.each([
  ...TEXTS,
  '{"id":1,"id":2}',
  '{"\\ud83d":1}',
  "[1,,]",
  "[1 2]",
  '["a"] //',
  '{"payload":{"id":7},"schema":{"type":"x"}}',
  lists(brackets),
  lists(brackets + 1),
  `"${"x".repeat(characters - 2)}"`,
  `"${"x".repeat(characters - 1)}"`,
  `"${"😀".repeat(characters - 2)}"`,
])("SQL and TypeScript find the same values in %j", async (text) => {
  const { leaves } = await engine.database.row(
    `SELECT ${leavesSql("t")} AS leaves FROM (SELECT ${anyText(text)} AS t)`,
    z.object({ leaves: z.array(z.string()).nullable() }),
  );
  expect(leaves).toEqual(readJsonKey(text)?.leaves ?? null);
});
