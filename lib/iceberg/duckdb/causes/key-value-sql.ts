import { bigEndianSql, reversedSql, shortestSql, varintSql, withLengthSql, zigzagSql } from "#lib/iceberg/duckdb/causes/number-sql.ts";
import { familyOf, type KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

/** A column of the business key: SQL for its value (a column's name, since it is written often), and its Iceberg type. */
export interface KeyColumnSql {
  sql: string;
  type: IcebergType;
}

/** SQL for a value of the key in the shapes of KeyValue of lib/causes/key-bytes; lists of hex may hold NULLs. */
export interface KeyValueSql {
  text: string;
  folded: string;
  /** Texts; empty: there can be none. */
  others: string[];
  /** Whole values in bytes, as hex: big-endian numbers, a UUID, floats. */
  whole: string[];
  avro: string[];
  protobuf: { wire: 0 | 1 | 2 | 5; hex: string }[];
  /** Protobuf may leave it out. */
  leftOut: string;
  /** The forms that most clients choose, which are tried first: hex. */
  usual: { avro: string; protobuf: string }[];
  /** True: it may stand in other bytes than those of its text, in whatever case. */
  hasOtherForms: string;
}

/** The white space of foldText, as a literal. */
const OUTER = "' \t\n\v\f\r\u00a0\ufeff'";
/** A pattern, as SQL. */
export const UUID_TEXT = "'[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}'";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** As texts are compared: outer white space and case do not count. */
export function foldSql(text: string): string {
  return `lower(trim(${text}, ${OUTER}))`;
}

/** The same as foldLeaf. */
export function foldLeafSql(text: string, families: readonly KeyValue["family"][]): string {
  let folded = foldSql(text);
  if (families.includes("temporal"))
    folded = String.raw`regexp_replace(${folded}, '^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d:\d\d)(?:(\.\d*[1-9])0*|\.0+)?(?:z|[+-]00(?::?00)?)?$', '\1 \2\3')`;
  if (families.includes("decimal") || families.includes("float"))
    folded = String.raw`regexp_replace(${folded}, '^(-?\d+)(?:(\.\d*[1-9])0*|\.0+)$', '\1\2')`;
  if (families.includes("float")) folded = String.raw`regexp_replace(${folded}, '^(-?\d(?:\.\d+)?e)\+?(-?)0*(\d+)$', '\1\2\3')`;
  return folded;
}

export function familyOfColumn({ type }: KeyColumnSql): KeyValue["family"] {
  return typeof type === "string" ? familyOf(type) : "text";
}

export function keyValueSql(column: KeyColumnSql, families: readonly KeyValue["family"][]): KeyValueSql {
  const { type } = column;
  const family = familyOfColumn(column);
  // Both zeros are one key, and so one value.
  const sql = family === "float" ? `(${column.sql} + 0)` : column.sql;
  const text = isBytes(type) ? `coalesce(TRY(decode(${sql})), lower(hex(${sql})))` : family === "text" ? sql : `CAST(${sql} AS VARCHAR)`;
  const integers = integersSql(column, family);
  const bytes = bytesSql(column, family);
  const floats = family === "float" ? floatSql({ sql, type }) : [];
  const small = `translate(${text}, '${LETTERS.toUpperCase()}', '${LETTERS}')`;
  const capitals = `translate(${text}, '${LETTERS}', '${LETTERS.toUpperCase()}')`;
  const texts = [text, small, capitals].map((form) => `hex(encode(${form}))`);
  const unscaled = family === "decimal" ? [`TRY_CAST(replace(${text}, '.', '') AS BIGINT)`] : [];
  const truth = family === "boolean" ? [`CASE WHEN ${sql} THEN '01' ELSE '00' END`] : [];
  const fixed = integers.flatMap((whole) => [
    { wire: 1 as const, hex: reversedSql(bigEndianSql(whole, 8), 8) },
    { wire: 5 as const, hex: reversedSql(bigEndianSql(whole, 4), 4) },
  ]);
  const littleFloats = floats.map(({ width, hex }) => ({ wire: width === 8 ? (1 as const) : (5 as const), hex: reversedSql(hex, width) }));
  return {
    text,
    folded: foldLeafSql(text, families),
    others: [
      ...(family === "temporal" ? integers.map((whole) => `CAST(${whole} AS VARCHAR)`) : []),
      ...(isBytes(type) ? [`lower(hex(${sql}))`, `lower(to_base64(${sql}))`] : []),
      ...(family === "uuid" || family === "text" ? uuidTextsSql(text) : []),
      ...unscaled.map((whole) => `lower(to_base64(from_hex(${shortestSql(whole)})))`),
    ],
    whole: [
      ...bytes,
      ...integers.flatMap((whole) => ([8, 4, 2, 1] as const).map((width) => bigEndianSql(whole, width))),
      ...floats.map(({ hex }) => hex),
    ],
    avro: [
      ...integers.map(zigzagSql),
      ...texts.map((hex) => withLengthSql(hex, "avro")),
      ...bytes.flatMap((hex) => [hex, withLengthSql(hex, "avro")]),
      ...truth,
      ...unscaled.map((whole) => withLengthSql(shortestSql(whole), "avro")),
      ...littleFloats.map(({ hex }) => hex),
    ],
    protobuf: [
      ...integers.flatMap((whole) => [varintSql(whole), zigzagSql(whole)]).map((hex) => ({ wire: 0 as const, hex })),
      ...truth.map((hex) => ({ wire: 0 as const, hex })),
      ...fixed,
      ...littleFloats,
      ...[...texts, ...bytes].map((hex) => ({ wire: 2 as const, hex: withLengthSql(hex, "protobuf") })),
    ],
    leftOut: leftOutSql(text, family, { integers, floats, sql }),
    usual: [
      ...(family === "integer" ? [] : [text]).map((one) => ({
        avro: withLengthSql(`hex(encode(${one}))`, "avro"),
        protobuf: `'A' || ${withLengthSql(`hex(encode(${one}))`, "protobuf")}`,
      })),
      ...(family === "integer" ? integers.map((whole) => ({ avro: zigzagSql(whole), protobuf: `'8' || ${varintSql(whole)}` })) : []),
    ],
    hasOtherForms: family === "text" ? [...integers, ...bytes].map((one) => `${one} IS NOT NULL`).join(" OR ") : "true",
  };
}

/** Without its dashes, and with them; NULL where the text is no UUID. */
function uuidTextsSql(text: string): string[] {
  const digits = `replace(lower(${text}), '-', '')`;
  const dashed = `regexp_replace(${digits}, '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5')`;
  return [digits, dashed].map(
    (form) => `CASE WHEN length(${text}) BETWEEN 32 AND 36 AND regexp_full_match(${text}, ${UUID_TEXT}) THEN ${form} END`,
  );
}

function leftOutSql(
  text: string,
  family: KeyValue["family"],
  { integers, floats, sql }: { integers: string[]; floats: { hex: string }[]; sql: string },
): string {
  const zero = [...integers.map((whole) => `${whole} = 0`), ...floats.map(({ hex }) => `${hex} SIMILAR TO '0+'`)];
  const conditions = [`${text} = ''`, ...(family === "boolean" ? [`NOT ${sql}`] : []), ...zero];
  return `coalesce(${conditions.map((one) => `(${one})`).join(" OR ")}, false)`;
}

function bytesSql({ sql, type }: KeyColumnSql, family: KeyValue["family"]): string[] {
  if (isBytes(type)) return [`hex(${sql})`];
  if (family === "uuid") return [`upper(replace(CAST(${sql} AS VARCHAR), '-', ''))`];
  return family === "text" ? [`CASE WHEN regexp_full_match(${sql}, ${UUID_TEXT}) THEN upper(replace(${sql}, '-', '')) END`] : [];
}

/** BIGINTs; NULL where there is none. */
function integersSql({ sql, type }: KeyColumnSql, family: KeyValue["family"]): string[] {
  if (family === "integer") return [`CAST(${sql} AS BIGINT)`];
  if (family === "text") return [`CASE WHEN regexp_full_match(${sql}, '0|-?[1-9][0-9]{0,18}') THEN TRY_CAST(${sql} AS BIGINT) END`];
  if (family === "decimal") return typeof type === "string" && /,\s*0\s*\)$/.test(type) ? [`TRY_CAST(${sql} AS BIGINT)`] : [];
  if (family !== "temporal") return [];
  if (type === "date") return [`date_diff('day', DATE '1970-01-01', ${sql})`];
  const whole = (ticks: string, per: number) => (per === 1 ? ticks : `CASE WHEN ${ticks} % ${per} = 0 THEN ${ticks} // ${per} END`);
  if (type === "time") return [whole(`epoch_us(${sql})`, 1000), `epoch_us(${sql})`];
  const [ticks, second] = type === "timestamp_ns" ? [`epoch_ns(${sql})`, 1_000_000_000] : [`epoch_us(${sql})`, 1_000_000];
  const units = [second, second / 1000, second / 1_000_000].map((per) => whole(ticks, per));
  return [...units, type === "timestamp_ns" ? ticks : `TRY_CAST(${ticks}::HUGEINT * 1000 AS BIGINT)`];
}

function floatSql({ sql, type }: KeyColumnSql): { width: 4 | 8; hex: string }[] {
  const bits = (value: string) => `CASE WHEN isfinite(${sql}) THEN hex(CAST(CAST(${value} AS BIT) AS BLOB)) END`;
  const double = type === "float" ? `CAST(CAST(${sql} AS VARCHAR) AS DOUBLE)` : sql;
  const same = type === "float" ? sql : `CASE WHEN TRY_CAST(${sql} AS FLOAT) = ${sql} THEN TRY_CAST(${sql} AS FLOAT) END`;
  return [
    { width: 8, hex: bits(double) },
    { width: 4, hex: bits(same) },
  ];
}
