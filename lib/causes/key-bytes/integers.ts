import { reversedHex } from "#lib/causes/key-bytes/hex.ts";

/** Whole numbers as clients write them, in hex. Pure. */

const WIDTHS = [1, 2, 4, 8] as const;

/** A whole number of 64 bits with a sign, from the text in which it would be written; null: another text (` 12`, `012`, `1.0`). */
export function integerOf(text: string): bigint | null {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return null;
  const value = BigInt(text);
  return BigInt.asIntN(64, value) === value ? value : null;
}

/** Big-endian with a sign, as Java's serializers write it; null where it does not fit. */
function bigEndianHex(value: bigint, width: number): string | null {
  if (BigInt.asIntN(width * 8, value) !== value) return null;
  return BigInt.asUintN(width * 8, value)
    .toString(16)
    .padStart(width * 2, "0")
    .toUpperCase();
}

/** In 1, 2, 4 and 8 bytes, where it fits. */
export function bigEndianHexes(value: bigint): string[] {
  return WIDTHS.flatMap((width) => bigEndianHex(value, width) ?? []);
}

/** Little-endian, as Protobuf's fixed numbers are. */
export function littleEndianHex(value: bigint, width: 4 | 8): string | null {
  const hex = bigEndianHex(value, width);
  return hex === null ? null : reversedHex(hex);
}

/** The fewest bytes that hold it with its sign, as Java's BigInteger writes it (decimals of Avro and Kafka Connect). */
export function shortestHex(value: bigint): string {
  for (let width = 1; width < 8; width += 1) {
    const hex = bigEndianHex(value, width);
    if (hex !== null) return hex;
  }
  return BigInt.asUintN(64, value).toString(16).padStart(16, "0").toUpperCase();
}
