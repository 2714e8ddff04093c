import type { SampleRow } from "#lib/iceberg/contract.ts";

/** Rows of a change stream whose envelope (before, after, op) is still nested, so that their fields can be held beside each other. Pure. */

const ENVELOPE = new Set(["before", "after"]);

/** Whether a name is that of a field that was unwrapped from the envelope, and of which side. */
export function sideOf(name: string): "before" | "after" | null {
  const [side = ""] = name.toLowerCase().split(".", 1);
  return name.includes(".") && (side === "before" || side === "after") ? side : null;
}

/**
 * The rows with the fields of `before` and `after` in the place of these columns, as `after.status`; a column that does not read as a struct in
 * all rows stays whole, as does one that is masked.
 */
export function unwrapRows(rows: readonly SampleRow[]): SampleRow[] {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].filter((name) => ENVELOPE.has(name.toLowerCase()));
  const fields = new Map(names.flatMap((name) => unwrapColumn(rows, name)));
  if (fields.size === 0) return [...rows];
  return rows.map((row, at) => ({
    ...row,
    values: Object.fromEntries(
      Object.entries(row.values).flatMap(([name, value]) => {
        const unwrapped = fields.get(name);
        if (unwrapped === undefined) return [[name, value] as const];
        return unwrapped.names.map((field) => [`${name}.${field}`, unwrapped.rows[at]?.get(field) ?? null] as const);
      }),
    ),
  }));
}

interface Unwrapped {
  /** Of all rows, in the order of the first that has them. */
  names: string[];
  rows: (Map<string, string | null> | null)[];
}

function unwrapColumn(rows: readonly SampleRow[], name: string): [string, Unwrapped][] {
  const read = rows.map(({ values }) => (values[name] == null ? null : (readStruct(values[name]) ?? false)));
  if (read.includes(false)) return [];
  const structs = read.map((one) => (one === false ? null : one));
  const names = [...new Set(structs.flatMap((one) => [...(one?.keys() ?? [])]))];
  return names.length === 0 ? [] : [[name, { names, rows: structs }]];
}

/** The fields of a struct as DuckDB casts it to text: `{'id': 1, 'name': 'it\'s', 'note': NULL}`. null: it is none. */
export function readStruct(text: string): Map<string, string | null> | null {
  if (!text.startsWith("{'") || !text.endsWith("}")) return null;
  const fields = new Map<string, string | null>();
  let at = 1;
  for (;;) {
    const name = readQuoted(text, at);
    if (name === null || !text.startsWith(": ", name.end)) return null;
    const value = readValue(text, name.end + 2);
    if (value === null) return null;
    fields.set(name.text, value.text);
    if (value.end === text.length - 1) return fields;
    if (!text.startsWith(", ", value.end)) return null;
    at = value.end + 2;
  }
}

interface Read<T> {
  text: T;
  /** Behind it. */
  end: number;
}

function readQuoted(text: string, at: number): Read<string> | null {
  if (text[at] !== "'") return null;
  let said = "";
  for (let place = at + 1; place < text.length; place += 1) {
    const character = text[place] ?? "";
    if (character === "'") return { text: said, end: place + 1 };
    if (character === "\\") place += 1;
    said += character === "\\" ? (text[place] ?? "") : character;
  }
  return null;
}

/** Up to the comma or brace that ends it; what is nested in it stays as it is written. */
function readValue(text: string, at: number): Read<string | null> | null {
  if (text[at] === "'") return readQuoted(text, at);
  let depth = 0;
  for (let place = at; place < text.length; place += 1) {
    const character = text[place] ?? "";
    const inner = character === "'" && depth > 0 ? readQuoted(text, place) : null;
    if (inner !== null) place = inner.end - 1;
    else if (depth === 0 && (character === "}" || text.startsWith(", ", place))) {
      const said = text.slice(at, place);
      return { text: said === "NULL" ? null : said, end: place };
    } else if ("{[".includes(character)) depth += 1;
    else if ("}]".includes(character)) depth -= 1;
  }
  return null;
}
