/**
 * The same value with `␀` for each NUL character in its texts, at any depth: Postgres holds none, neither in text nor in JSON, and a
 * table's strings may. Pure.
 */
export function withoutNul<T>(value: T): T {
  const text = JSON.stringify(value);
  // As JSON writes it, and not where a backslash of the text itself stands before it.
  return text?.includes(String.raw`\u0000`)
    ? (JSON.parse(text.replaceAll(/\\(?:u0000|[^])/g, (escape) => (escape === String.raw`\u0000` ? "␀" : escape))) as T)
    : value;
}
