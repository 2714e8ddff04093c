/** Bytes travel as hex text: two digits a byte, capitals, no prefix. Pure, and safe in the browser. */

/** The bytes of a hex text. null: the text is no hex, such as that of masked bytes. */
export function bytesOfHex(hex: string): Uint8Array | null {
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/i.test(hex)) return null;
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOfBytes(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** Hex of a text's UTF-8 bytes. */
export function hexOfText(text: string): string {
  return hexOfBytes(new TextEncoder().encode(text));
}

/** The same bytes in the other order: big-endian to little-endian. */
export function reversedHex(hex: string): string {
  return (hex.match(/../g) ?? []).toReversed().join("");
}
