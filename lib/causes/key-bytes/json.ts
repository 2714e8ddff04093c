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

/** Longer texts, and ones with more braces and brackets, are read by no client as a key; reading them out would take memory without a bound. */
export const JSON_LIMITS = { characters: 8192, brackets: 64 } as const;

/**
 * What a text holds that is a JSON object, list or quoted text; null: it is none, or is beyond JSON_LIMITS. A quoted text that holds JSON is
 * read on, once.
 */
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

const TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|-?(?:nan|inf(?:inity)?)|true|false|null|[{}[\]]/gi;

/** Looks at the words of the text, since JSON.parse would round a long number and drop a field that comes twice. */
function readLeaves(text: string): { leaves: Leaf[]; fields: string[] | null } | null {
  if (!/^\s*[[{"]/.test(text) || exceeds(text) || !isJson(text)) return null;
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

function exceeds(text: string): boolean {
  const { characters, brackets } = JSON_LIMITS;
  return (text.length > characters && Array.from(text).length > characters) || (text.match(/[[{]/g)?.length ?? 0) > brackets;
}

/** As DuckDB does, a comma behind the last value is forgiven, and so are numbers that are none or infinite, as Python writes them; half a character is not. */
function isJson(text: string): boolean {
  if (/\\ud[89a-f]/i.test(text) && !isWellFormed(text)) return false;
  return parses(text) || parses(text.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])|(?<![-\w])-?(?:nan|inf(?:inity)?)\b/gi, forgive));
}

function forgive(token: string): string {
  return token.startsWith('"') ? token : token === "," ? "" : "0";
}

function isWellFormed(text: string): boolean {
  return Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"/g)).every(([token]) => parses(token) && unquoted(token).isWellFormed());
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

/** Whole numbers and truth values as they stand, however long; other numbers in their shortest form, as DuckDB writes it. */
function plainNumber(token: string): string {
  if (token === "-0") return "0";
  const number = /^-?\d.*[.eE]/.test(token) ? Number(token) : Number.NaN;
  if (!Number.isFinite(number)) return token;
  return Object.is(number, -0) ? "-0" : String(number).replace("e+", "e");
}
