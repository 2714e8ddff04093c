import { hexOfText, reversedHex } from "#lib/causes/key-bytes/hex.ts";
import { shortestHex } from "#lib/causes/key-bytes/integers.ts";
import type { KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import type { Encoding } from "#lib/causes/key-bytes/match-parts.ts";
import { textForms } from "#lib/causes/key-bytes/text-forms.ts";
import { zigzagHex } from "#lib/causes/key-bytes/varint.ts";

/** The branch of a union in front: none, or the first three, where one is null as a rule. */
const BRANCHES = ["", "00", "02", "04"];

/**
 * The value as Avro writes it without a look at the schema: int and long, float and double, string, bytes, a UUID as text or fixed(16), a decimal as bytes,
 * dates and times as their numbers; each plain or in a union. A record is its fields one after another. Enums are numbers that only a schema can name. Pure.
 */
export function avroEncodings(value: KeyValue): Encoding[] {
  const plain = [
    ...value.integers.map(zigzagHex),
    ...textForms(value.text).map((text) => withLength(hexOfText(text))),
    ...(value.bytesHex === null ? [] : [value.bytesHex, withLength(value.bytesHex)]),
    ...(value.family === "boolean" ? [value.text === "true" ? "01" : "00"] : []),
    ...(value.unscaled === null ? [] : [withLength(shortestHex(value.unscaled))]),
    ...value.floats.map(({ hex }) => reversedHex(hex)),
  ];
  return BRANCHES.flatMap((branch) => plain.map((hex) => ({ hex: branch + hex })));
}

function withLength(hex: string): string {
  return zigzagHex(BigInt(hex.length / 2)) + hex;
}
