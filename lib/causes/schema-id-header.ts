/** Bytes of a header, in hexadecimal digits: Confluent's and Apicurio's begin with 00 (a schema id of four or eight bytes), Glue's with 03. */
const HEADERS = [
  { first: "00", digits: 2 * 5 },
  { first: "00", digits: 2 * 9 },
  { first: "03", digits: 2 * 18 },
] as const;

/** Whether several key bytes, in hex, all begin with a schema-id header of one kind and are equal behind it; at least two. Pure. */
export function equalBehindHeader(hexes: readonly string[]): boolean {
  if (hexes.length < 2) return false;
  return HEADERS.some(({ first, digits }) => {
    if (!hexes.every((hex) => hex.startsWith(first) && hex.length > digits)) return false;
    return new Set(hexes.map((hex) => hex.slice(digits))).size === 1;
  });
}
