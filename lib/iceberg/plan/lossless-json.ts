/** JSON.parse with the reviver's third argument (ECMAScript 2025, "JSON.parse source text access"), which the type library lacks. */
const parse = JSON.parse as (text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown) => unknown;

/**
 * JSON with 64-bit integers kept: a whole number that a double cannot hold becomes the text it was written as.
 * Throws SyntaxError as JSON.parse does.
 */
export function parseLosslessJson(text: string): unknown {
  return parse(text, (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source) ? source : value,
  );
}
