/** Keys in JSON: objects in any order of fields, lists, quoted texts, and Kafka Connect's envelope. Pure. */

export interface JsonKey {
  /** Texts, numbers and truth values, as text, in the order in which they stand. NULL is no value. */
  leaves: string[];
  /** It was Kafka Connect's `{"schema": …, "payload": …}`: the leaves are the payload's. */
  envelope: boolean;
}

interface Leaf {
  text: string;
  quoted: boolean;
  /** Of the outermost object: the field in which it lies. */
  field: string | null;
}

/** What a text holds that is a JSON object, list or quoted text; null: it is none. A quoted text that holds JSON is read on, once. */
export function readJsonKey(text: string): JsonKey | null {
  const read = readLeaves(text);
  if (read === null) return null;
  const envelope = read.fields !== null && [...read.fields].toSorted().join() === "payload,schema";
  const leaves = envelope ? read.leaves.filter(({ field }) => field === "payload") : read.leaves;
  return { leaves: leaves.flatMap(({ text: leaf, quoted }) => (quoted ? innerLeaves(leaf) : [leaf])), envelope };
}

function innerLeaves(text: string): string[] {
  const inner = readLeaves(text);
  return inner === null ? [text] : inner.leaves.map((leaf) => leaf.text);
}

const TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|true|false|null|[{}[\]]/g;

/** Looks at the words of the text, since JSON.parse would round a long number and drop a field that comes twice. */
function readLeaves(text: string): { leaves: Leaf[]; fields: string[] | null } | null {
  if (!/^\s*[[{"]/.test(text) || !isJson(text)) return null;
  const leaves: Leaf[] = [];
  const fields: string[] = [];
  let depth = 0;
  let field: string | null = null;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token.endsWith(":")) {
      if (depth !== 1) continue;
      field = unquoted(token.slice(0, -1));
      fields.push(field);
    } else if (token !== "null") {
      const quoted = token.startsWith('"');
      leaves.push({ text: quoted ? unquoted(token) : plainNumber(token), quoted, field });
    }
  }
  return { leaves, fields: text.trimStart().startsWith("{") ? fields : null };
}

/** A comma behind the last value is forgiven, as DuckDB does. */
function isJson(text: string): boolean {
  return parses(text) || (/,\s*[}\]]/.test(text) && parses(text.replaceAll(/,(?=\s*[}\]])/g, "")));
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function unquoted(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === "string" ? value : token;
}

/** Whole numbers and truth values as they stand, however long; other numbers in their shortest form. */
function plainNumber(token: string): string {
  return /^-?\d.*[.eE]/.test(token) ? String(Number(token)) : token;
}
