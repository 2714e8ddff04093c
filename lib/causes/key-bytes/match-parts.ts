/** One way in which a value may stand in bytes. `wire` is Protobuf's wire type, which the tag before it must have. */
export interface Encoding {
  hex: string;
  wire?: 0 | 1 | 2 | 5;
}

/**
 * True when the bytes from one of the places on are exactly the values, each once, in any order, each in one of its encodings. Nothing may be left over: one
 * field more makes another value. `optional`: values that may be left out (Protobuf's zeros), by their place. Hex, so places count digits. Pure.
 */
export function matchParts(
  hex: string,
  parts: readonly (readonly Encoding[])[],
  starts: readonly number[],
  optional: readonly boolean[] = [],
): boolean {
  const seen = new Set<string>();
  const reach = (at: number, used: number): boolean => {
    const state = `${at} ${used}`;
    if (seen.has(state)) return false;
    seen.add(state);
    if (at === hex.length && parts.every((_, index) => used & (1 << index) || optional[index])) return true;
    return parts.some((encodings, index) => {
      if (used & (1 << index)) return false;
      return encodings.some((encoding) => {
        return valueStarts(hex, at, encoding.wire).some(
          (start) => hex.startsWith(encoding.hex, start) && reach(start + encoding.hex.length, used | (1 << index)),
        );
      });
    });
  };
  return starts.some((start) => start <= hex.length && reach(start, 0));
}

const LOW_DIGITS = { 0: "08", 1: "19", 2: "2A", 5: "5D" } as const;

/** Where a value begins: at once, or behind a tag of one byte (fields 1 to 15) or two (to 2047) with the wire type in its lowest three bits. */
function valueStarts(hex: string, at: number, wire: Encoding["wire"]): number[] {
  if (wire === undefined) return [at];
  const [high, low, next] = [hex.charAt(at), hex.charAt(at + 1), hex.charAt(at + 2)];
  if (high === "" || low === "" || !LOW_DIGITS[wire].includes(low)) return [];
  if (high < "8") return high > "0" || low >= "8" ? [at + 2] : [];
  return next !== "" && next < "8" ? [at + 4] : [];
}
