import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";

/** Whole numbers as clients write them, as SQL for hex text: the same as lib/causes/key-bytes/integers.ts and varint.ts. `value` is a BIGINT. */

/** Big-endian in so many bytes; NULL where it does not fit. */
export function bigEndianSql(value: string, width: 1 | 2 | 4 | 8): string {
  const hex = `lpad(to_hex(${value}), 16, '0')`;
  if (width === 8) return hex;
  const top = 2 ** (width * 8 - 1);
  return `CASE WHEN ${value} BETWEEN ${-top} AND ${top - 1} THEN right(${hex}, ${width * 2}) END`;
}

/** The bytes of a hex text in the other order. `hex` has so many bytes. */
export function reversedSql(hex: string, width: 4 | 8): string {
  const pairs = Array.from({ length: width }, (_, index) => `substr(x, ${2 * (width - index) - 1}, 2)`);
  return bindSql("x", hex, pairs.join(" || "));
}

/** The fewest bytes that hold it with its sign. */
export function shortestSql(value: string): string {
  const cases = Array.from({ length: 7 }, (_, index) => {
    const top = 2n ** BigInt((index + 1) * 8 - 1);
    return `WHEN v BETWEEN ${-top} AND ${top - 1n} THEN right(lpad(to_hex(v), 16, '0'), ${2 * (index + 1)})`;
  });
  return bindSql("v", value, `CASE ${cases.join(" ")} ELSE lpad(to_hex(v), 16, '0') END`);
}

/** As an UBIGINT with the sign in the lowest bit. */
function zigzagOf(value: string): string {
  return `CAST(CASE WHEN ${value} >= 0 THEN ${value}::HUGEINT * 2 ELSE ${value}::HUGEINT * -2 - 1 END AS UBIGINT)`;
}

/** As Avro writes numbers, and Protobuf its sint64. */
export function zigzagSql(value: string): string {
  return varint(zigzagOf(value), 10);
}

/** As Protobuf writes int64: a negative number has ten bytes. */
export function varintSql(value: string): string {
  return varint(`CAST(CASE WHEN ${value} >= 0 THEN ${value}::HUGEINT ELSE ${value}::HUGEINT + 18446744073709551616 END AS UBIGINT)`, 10);
}

/** Hex with its length in bytes before it; the length doubled in Avro (zigzag). */
export function withLengthSql(hex: string, format: "avro" | "protobuf"): string {
  return bindSql("d", hex, `${varint(`CAST(${format === "avro" ? "length(d)" : "length(d) // 2"} AS UBIGINT)`, 4)} || d`);
}

function varint(unsigned: string, bytesMax: number): string {
  const cases = Array.from({ length: bytesMax }, (_, last) => {
    const bytes = Array.from({ length: last + 1 }, (__, index) => {
      const shifted = index === 0 ? "u" : `(u >> ${7 * index})`;
      return index < last ? `${shifted} & 127 | 128` : shifted;
    });
    const format = `format('${"{:02X}".repeat(last + 1)}', ${bytes.join(", ")})`;
    return last === bytesMax - 1 ? `ELSE ${format}` : `WHEN u < ${2n ** BigInt(7 * (last + 1))} THEN ${format}`;
  });
  return bindSql("u", unsigned, `CASE ${cases.join(" ")} END`);
}
