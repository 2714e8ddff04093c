import { hexOfText, reversedHex } from "#lib/causes/key-bytes/hex.ts";
import { littleEndianHex } from "#lib/causes/key-bytes/integers.ts";
import type { KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import type { Encoding } from "#lib/causes/key-bytes/match-parts.ts";
import { textForms } from "#lib/causes/key-bytes/text-forms.ts";
import { varintHex, zigzagHex } from "#lib/causes/key-bytes/varint.ts";

/** The value as a field of a Protobuf message may hold it, whatever its number: varint, zigzag, fixed, text, bytes. Pure. */
export function protobufEncodings(value: KeyValue): Encoding[] {
  const texts = textForms(value.text).map(hexOfText);
  const fixed = value.integers.flatMap((whole) => [littleEndianHex(whole, 8), littleEndianHex(whole, 4)]);
  const numbers = [...fixed, ...value.floats.map(({ hex }) => reversedHex(hex))].filter((hex) => hex !== null);
  return [
    ...value.integers.flatMap((whole) => [varintHex(whole), zigzagHex(whole)]).map((hex) => ({ hex, wire: 0 as const })),
    ...(value.family === "boolean" ? [{ hex: value.text === "true" ? "01" : "00", wire: 0 as const }] : []),
    ...numbers.map((hex) => ({ hex, wire: hex.length === 16 ? (1 as const) : (5 as const) })),
    ...[...texts, ...(value.bytesHex === null ? [] : [value.bytesHex])].map((hex) => ({
      hex: varintHex(BigInt(hex.length / 2)) + hex,
      wire: 2 as const,
    })),
  ];
}

/** Protobuf 3 leaves out zero, false and the empty text. */
export function mayBeLeftOut({ family, text, integers, floats }: KeyValue): boolean {
  return text === "" || (family === "boolean" && text === "false") || integers.includes(0n) || floats.some(({ hex }) => /^0+$/.test(hex));
}

/**
 * Where the message may begin, in hex digits: at once; behind the message indexes of Confluent's serializer (00 for the first message, else how many, in zigzag
 * or, from older clients, plain, and the indexes); behind the reference that Apicurio writes, with its length before it.
 */
export function messageStarts(hex: string): number[] {
  const first = Number.parseInt(hex.slice(0, 2), 16);
  if (Number.isNaN(first)) return [0];
  const starts = [0];
  if (first === 0) starts.push(2);
  if (first === 2 || first === 4 || first === 6) starts.push(2 + first);
  if (first === 1) starts.push(4);
  if (hex.slice(2, 4) === "0A") starts.push(2 + 2 * first);
  return starts;
}
