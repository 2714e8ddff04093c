import { decimalParts, leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { Field, LeafField, PrimitiveType } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { Row } from "#lib/testing/iceberg-writer/write-parquet.ts";
import { COLUMN } from "#lib/testing/random-history/columns.ts";
import type { RowSeed } from "#lib/testing/random-history/history.ts";

export const NULL_INDEX = 9;

/** Values that have been mistaken for one another: near 2^53, high bits, empty, other case, other scale, quotes, not ASCII. */
const PALETTES: Record<string, readonly string[]> = {
  string: ["a", "A", "", "a|b", "ä€𝄞", "it's", "10", "1"],
  int: ["0", "1", "-1", "2147483647", "42", "-2147483648"],
  long: ["0", "1", "-1", "9007199254740993", "9007199254740992", "9223372036854775807"],
  uuid: [
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "80000000-0000-4000-8000-000000000001",
    "7fffffff-ffff-4fff-bfff-ffffffffffff",
    "01890a5d-ac96-774b-bcce-b302099a8057",
  ],
  binary: ["00", "", "ff00", "00ff", "deadbeef", "c3a4"],
  boolean: ["true", "false"],
  date: ["1970-01-01", "1969-12-31", "2026-02-28", "2026-03-01", "0001-01-01", "0099-12-31", "9999-12-31"],
  timestamp: [
    "2026-01-01 00:00:00",
    "2026-01-01 23:59:59.999999",
    "2026-01-02 00:00:00",
    "1969-12-31 23:59:59.999999",
    "2026-02-01 12:00:00",
  ],
  float: ["0.5", "1.25", "-2.0", "1024.0"],
  time: ["00:00:00", "23:59:59.999999", "01:02:03.5", "00:00:00.000001"],
};

/** Partition values that have been mistaken for one another, or that lie where calendars and clocks are odd. */
const PART_PALETTES: Record<string, readonly string[]> = {
  float: ["0.0", "-0.0", "nan", "inf", "-inf", "0.5", "16777216.0"],
  date: ["1970-01-01", "1969-12-31", "2000-02-29", "1900-02-28", "0001-01-01", "0001-12-31 (BC)", "9999-12-31", "10000-01-01"],
  timestamp: [
    "1970-01-01 00:00:00",
    "1969-12-31 23:59:59.999999",
    "2000-02-29 12:00:00",
    "1900-03-01 00:00:00",
    "0001-01-01 00:00:00",
    "0044-03-15 (BC) 12:00:00.5",
    "9999-12-31 23:59:59.999999",
  ],
  timestamp_ns: [
    "1970-01-01 00:00:00",
    "1969-12-31 23:59:59.999999999",
    "2026-01-01 00:00:00.000000001",
    "2026-01-01 00:00:00.000000002",
    "1700-02-28 12:00:00",
    "2262-01-01 00:00:00.5",
  ],
};

function partPalette(type: PrimitiveType): readonly string[] {
  return PART_PALETTES[type === "timestamptz" ? "timestamp" : type === "double" ? "float" : type] ?? paletteOf(type);
}

function paletteOf(type: PrimitiveType): readonly string[] {
  const decimal = decimalParts(type);
  if (decimal === null) return PALETTES[type === "timestamptz" ? "timestamp" : type === "double" ? "float" : type] ?? [];
  const { precision, scale } = decimal;
  const whole = "9".repeat(precision - scale);
  const fraction = (end: string): string => end.padStart(scale, end === "0" || end === "1" ? "0" : "9");
  return [`0.${fraction("0")}`, `0.${fraction("1")}`, `-1.${fraction("9")}`, `${whole}.${fraction("8")}`, `${whole}.${fraction("9")}`];
}

function pick(type: PrimitiveType, index: number): string | null {
  const palette = paletteOf(type);
  return index === NULL_INDEX ? null : (palette[index % palette.length] ?? null);
}

function roleValue(leaf: LeafField, seed: RowSeed, offset: number): string | null | undefined {
  switch (leaf.id) {
    case COLUMN.key:
      return pick(leaf.type, seed.k);
    case COLUMN.second:
      return seed.k === 8 ? null : pick(leaf.type, seed.k % 3);
    case COLUMN.part: {
      const palette = partPalette(leaf.type);
      // Mostly one of the first five, so that keys meet in a partition and its neighbor.
      return seed.t === NULL_INDEX ? null : (palette[(seed.t + (seed.o > 3 ? seed.o : 0)) % palette.length] ?? null);
    }
    case COLUMN.eventTime:
      return pick(leaf.type, seed.t);
    case COLUMN.topic:
      return seed.p === NULL_INDEX ? null : seed.p >= 4 ? "orders.b" : "orders.a";
    case COLUMN.partition:
      return seed.p === NULL_INDEX ? null : String(seed.p % 4);
    case COLUMN.offset:
      return seed.p === NULL_INDEX ? null : String(9_007_199_254_740_990n + BigInt(offset));
    case COLUMN.keyBytes:
      return pick("binary", seed.b);
    case COLUMN.op:
      return seed.o === NULL_INDEX ? null : (["c", "u", "d", "r"][seed.o % 4] ?? null);
    case COLUMN.deleted:
      return seed.o === NULL_INDEX ? null : String(seed.o % 3 === 2);
    default:
      return undefined;
  }
}

/** The row that a seed stands for under a schema. `offset` makes Kafka offsets differ. */
export function rowOf(fields: readonly Field[], seed: RowSeed, offset: number): Row {
  const values = leavesOf(fields).map((leaf) => {
    const value = roleValue(leaf, seed, offset);
    return [leaf.id, value === undefined ? pick(leaf.type, seed.s) : value] as const;
  });
  return new Map(values);
}
