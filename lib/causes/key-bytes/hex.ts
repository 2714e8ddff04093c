/** Bytes travel as hex text: two digits a byte, capitals, no prefix. Pure, and safe in the browser. */

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0").toUpperCase());

/** The bytes of a hex text. null: the text is no hex, such as that of masked bytes. */
export function bytesOfHex(hex: string): Uint8Array | null {
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/i.test(hex)) return null;
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = (digitAt(hex, 2 * at) << 4) | digitAt(hex, 2 * at + 1);
  return bytes;
}

/** Of a hexadecimal digit in either case: the lowest four bits of a letter's code count from 1. */
function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return (code & 15) + (code > 64 ? 9 : 0);
}

export function hexOfBytes(bytes: Iterable<number>): string {
  let hex = "";
  for (const byte of bytes) hex += DIGITS[byte] ?? "";
  return hex;
}

/** Hex of a text's UTF-8 bytes. */
export function hexOfText(text: string): string {
  return hexOfBytes(new TextEncoder().encode(text));
}

/** The same bytes in the other order: big-endian to little-endian. */
export function reversedHex(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join("");
}
