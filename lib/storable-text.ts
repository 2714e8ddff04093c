/** How JSON writes them; a character that is whole stands as it is. */
const UNSTORABLE = /\\(?:u0000|ud[89a-f][\da-f]{2}|[^])/g;

/**
 * The same value with `␀` for each NUL character in its texts and `�` for each half of a character, at any depth: Postgres holds neither, in
 * text nor in JSON, and a table's strings or a catalog's names may. Pure.
 */
export function toStorable<T>(value: T): T {
  const text = JSON.stringify(value);
  if (!text?.includes(String.raw`\u`)) return value;
  // As JSON writes it, and not where a backslash of the text itself stands before it.
  const storable = text.replaceAll(UNSTORABLE, (escape) => {
    if (escape === String.raw`\u0000`) return "␀";
    return escape.startsWith(String.raw`\ud`) ? "�" : escape;
  });
  return storable === text ? value : (JSON.parse(storable) as T);
}
