/** JSON with source text access (ECMAScript 2025, in Node 24), which the type library lacks. */
const json = JSON as unknown as {
  parse: (text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown;
  rawJSON: (source: string) => object;
};

/**
 * JSON with 64-bit integers kept: a whole number that a double cannot hold becomes the text it was written as.
 * Throws SyntaxError as JSON.parse does.
 */
export function parseLosslessJson(text: string): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value,
  );
}

/** JSON to be written again: each number is an object that JSON.stringify writes digit for digit. Throws SyntaxError. */
export function parseVerbatimJson(text: string): unknown {
  return json.parse(text, (_key, value, { source }) => (typeof value === "number" && source !== undefined ? json.rawJSON(source) : value));
}
