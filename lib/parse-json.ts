/** The value of a JSON text; undefined: it is not JSON. V8's own error quotes the text, which may hold secrets or another file's bytes. Pure. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
