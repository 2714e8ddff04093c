import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { bytesOfHex, hexOfBytes, hexOfText } from "#lib/causes/key-bytes/hex.ts";
import { avroEncodings } from "#lib/causes/key-bytes/avro.ts";
import { bigEndianHexes } from "#lib/causes/key-bytes/integers.ts";
import { familyOf, keyValue, type KeyColumnText } from "#lib/causes/key-bytes/key-value.ts";
import { protobufEncodings } from "#lib/causes/key-bytes/protobuf.ts";
import { readKeyAs } from "#lib/causes/key-bytes/read-key-as.ts";
import { readSchemaHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { keyReadsSql } from "#lib/iceberg/duckdb/causes/key-reads.ts";
import { afterHeaderSql } from "#lib/iceberg/duckdb/causes/schema-header-sql.ts";
import { duckdbType } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

interface Case {
  key: string[];
  hex: string;
}

const integers = fc
  .oneof(fc.integer({ min: -200, max: 300 }), fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))
  .map(String);
const words = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9]{1,6}(?:-[A-Za-z0-9]{1,4})?$/),
  fc.string({ maxLength: 5, unit: "grapheme" }).map((text) => text.normalize().replaceAll(/[\0\u0130\p{Cn}\p{M}]/gu, "")),
  integers,
  fc.uuid(),
  fc.constantFrom("", " a ", "ACME-1", "straße", "ÉÉ", "x".repeat(70), "12345678901234567890", "007", "true", "null"),
);
const twoDigits = (max: number, min = 0) => fc.integer({ min, max }).map((one) => String(one).padStart(2, "0"));
const days = fc.tuple(fc.integer({ min: 1900, max: 2100 }), twoDigits(12, 1), twoDigits(28, 1)).map((parts) => parts.join("-"));
const clocks = fc
  .tuple(twoDigits(23), twoDigits(59), twoDigits(59), fc.constantFrom("", ".5", ".123", ".000001", ".25"))
  .map(([h, m, s, rest]) => `${h}:${m}:${s}${rest}`);

/** For each Iceberg type its values, as DuckDB casts them to text. */
const VALUES: Record<string, fc.Arbitrary<string>> = {
  string: words,
  long: integers,
  int: fc.integer().map(String),
  boolean: fc.boolean().map(String),
  uuid: fc.uuid(),
  "decimal(12,2)": fc.bigInt({ min: -(10n ** 11n), max: 10n ** 11n }).map((one) => decimalText(one)),
  "decimal(18,0)": fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
  double: fc.constantFrom("0.0", "1.5", "-2.25", "100.0", "0.1", "123456.789"),
  float: fc.constantFrom("0.0", "1.5", "-2.25", "100.0", "0.1"),
  date: days,
  timestamp: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`),
  timestamptz: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}+00`),
  timestamp_ns: fc.tuple(days, clocks).map(([day, clock]) => `${day} ${clock}`),
  time: clocks,
  binary: fc.uint8Array({ maxLength: 6 }).map((bytes) => hexOfBytes(bytes).toLowerCase()),
  "fixed[4]": fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => hexOfBytes(bytes).toLowerCase()),
};

function decimalText(unscaled: bigint): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(3, "0");
  return `${unscaled < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const HEADERS = ["", "", "0000000029", "000000000000000007", `01${"AB".repeat(16)}`, `0300${"CD".repeat(16)}`, `0305${"CD".repeat(16)}`];
const pick = <T>(list: readonly T[], seed: number): T | undefined => list[seed % list.length];

/** The bytes of a key as some client writes them: the value's own, another's, shortened, or one more. */
function encode(key: readonly KeyColumnText[], how: readonly number[]): string {
  const [format = 0, header = 0, damage = 0, ...choices] = how;
  const families = key.map(({ type }) => familyOf(type));
  const order = choices.at(-1) ?? 0;
  const columns = order % 2 === 0 ? key : key.toReversed();
  const values = columns.map((column) => keyValue(column, families));
  const texts = columns.map(
    ({ text }, index) => pick([text, text.toUpperCase(), ` ${text}`, JSON.stringify(text)], choices[index] ?? 0) ?? "",
  );
  const avro = values.map((value, index) => pick(avroEncodings(value), choices[index] ?? 0)?.hex ?? "").join("");
  const protobuf = values.map((value, index) => {
    const one = pick(protobufEncodings(value), choices[index] ?? 0);
    return one === undefined ? "" : hexOfBytes([((index + 1) << 3) | (one.wire ?? 0)]) + one.hex;
  });
  const fields = columns.map(({ text }, index) => `"f${index}":${pick([text, JSON.stringify(text)], choices[index] ?? 0)}`);
  const whole = values.flatMap((value) => [
    value.bytesHex ?? "",
    ...value.integers.flatMap(bigEndianHexes),
    ...value.floats.map(({ hex }) => hex),
  ]);
  const hex = pick(
    [
      hexOfText(texts.join(pick([":", "--", " ", ""], order))),
      hexOfText(`[${texts.join(", ")}]`),
      hexOfText(`{${fields.join(" , ")}}`),
      hexOfText(`{"schema":null,"payload":{${fields.join(",")}}}`),
      hexOfText(`Struct{${texts.map((text, index) => `f${index}=${text}`).join(",")}}`),
      hexOfText(JSON.stringify(`{${fields.join(",")}}`)),
      avro,
      (pick(["", "00", "0200", "04020A", "0100"], order) ?? "") + protobuf.join(""),
      pick(whole, order) ?? "",
      hexOfText(pick(values[0]?.others ?? [], order) ?? ""),
    ],
    format,
  );
  const all = (pick(HEADERS, header) ?? "") + (hex ?? "");
  return pick([all, all, all, all.slice(0, -2), `${all}00`], damage) ?? all;
}

const numbers = fc.array(fc.nat(1000), { minLength: 9, maxLength: 9 });

/** Rows of some key columns: their bytes encode the key, another row's key, or are anything. */
function rowsOf(types: readonly string[]): fc.Arbitrary<Case[]> {
  const key = fc.tuple(...types.map((type) => VALUES[type] ?? words));
  const row = fc.tuple(key, fc.option(key, { freq: 5 }), numbers, fc.option(fc.uint8Array({ maxLength: 24 }), { freq: 6 }));
  return fc.array(
    row.map(([texts, other, how, garbage]) => ({
      key: texts,
      hex:
        garbage === null
          ? encode(
              (other ?? texts).map((text, index) => ({ text, type: types[index] ?? "" })),
              how,
            )
          : hexOfBytes(garbage),
    })),
    { minLength: 90, maxLength: 110 },
  );
}

const answers = z.object({ place: z.coerce.number(), reads: z.boolean().nullable(), rest: z.string().nullable() });

async function readInSql(types: readonly string[], cases: readonly Case[]) {
  const values = cases.map(
    ({ key, hex }, at) => `(${[at, ...key.map((text, index) => constantSql(text, types[index] ?? "")), `from_hex('${hex}')`].join(", ")})`,
  );
  const names = types.map((_, index) => `__k${index}`);
  const columns = types.map((type, index) => ({ sql: `__k${index}`, type }));
  return await engine.database.rows(
    `SELECT place, ${keyReadsSql(columns, "__kb")} AS reads, hex(${afterHeaderSql("__kb")}) AS rest FROM (VALUES ${values.join(", ")}) v(place, ${names.join(", ")}, __kb) ORDER BY place`,
    answers,
  );
}

function constantSql(text: string, type: string): string {
  if (type === "binary" || type.startsWith("fixed")) return `from_hex('${text}')`;
  return `CAST(decode(from_hex('${hexOfText(text)}')) AS ${duckdbType(type)})`;
}

function readInTypeScript(types: readonly string[], { key, hex }: Case) {
  const bytes = bytesOfHex(hex) ?? new Uint8Array();
  const header = readSchemaHeader(bytes);
  const { reads } = readKeyAs(
    hex,
    key.map((text, index) => ({ text, type: types[index] ?? "" })),
  );
  return { reads, rest: header === null ? null : hexOfBytes(bytes.subarray(header.length)) };
}

const KEYS = [
  ...Object.keys(VALUES).map((type) => [type]),
  ["string", "string"],
  ["string", "long"],
  ["long", "int", "boolean"],
  ["uuid", "timestamp"],
  ["decimal(12,2)", "date"],
  ["string", "long", "string", "int"],
  ["int", "int", "int", "int", "string"],
  ["binary", "double"],
];

test.each(KEYS.map((types) => [types.join(", "), types] as const))("SQL and TypeScript read keys of %s alike", async (_, types) => {
  await fc.assert(
    fc.asyncProperty(rowsOf(types), async (cases) => {
      const found = await readInSql(types, cases);
      const differing = found.flatMap(({ place, reads, rest }) => {
        const one = cases[place];
        const expected = one && readInTypeScript(types, one);
        return expected?.reads === reads && expected.rest === rest ? [] : [{ ...one, inSql: { reads, rest }, expected }];
      });
      expect(differing).toEqual([]);
      expect(found).toHaveLength(cases.length);
    }),
    // A statement over many columns costs its planning, so that few with many rows are cheap.
    { numRuns: 2, endOnFailure: true },
  );
});
