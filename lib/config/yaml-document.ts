import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from "yaml";
import type { ConfigFault } from "#lib/config/config.ts";
import { aliasFault, yamlFault } from "#lib/config/yaml-faults.ts";

/** What a path of the value leads through. */
export type Path = readonly PropertyKey[];

export interface Position {
  line: number;
  column: number;
}

/** A parsed file: its value, and where each part of it stands. */
export interface YamlDocument {
  value: unknown;
  /** Where the part at `path` begins; of a part that is missing, where the nearest one around it does. */
  locate: (path: Path) => Position;
  /** Where the name of the key at the end of `path` stands. */
  locateKey: (path: Path) => Position;
  /** Faults beside which the rest can still be read, such as a key that stands twice. */
  faults: ConfigFault[];
}

/** Aliases to one anchor times what it holds: far above a thousand tables that share one anchor, far below what would fill the memory. */
const ALIASES_MAX = 100_000;
/** Values after all aliases are followed. */
const VALUES_MAX = 1_000_000;

/** A YAML 1.2 text (anchors, aliases and `<<` included) as a value with positions, or the faults for which there is none. */
export function parseYaml(text: string): { document: YamlDocument } | { faults: ConfigFault[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true, logLevel: "error" });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const found = [...document.errors, ...document.warnings].map((error) => ({
    fault: { ...at(error.pos[0]), path: "", message: yamlFault(error, lineAt(text, error.pos[0])) },
    code: error.code,
  }));
  const { explicit, version } = document.directives?.yaml ?? {};
  if (explicit && version !== "1.2") found.push({ fault: { ...at(0), path: "", message: OLD_VERSION }, code: "BAD_DIRECTIVE" });
  const unresolved = findUnresolved(document).map(({ node, message }) => ({ ...at(node.range?.[0] ?? 0), path: "", message }));
  // Where both are told, this one says more.
  found.sort((a, b) => Number(b.code === "MULTILINE_IMPLICIT_KEY") - Number(a.code === "MULTILINE_IMPLICIT_KEY"));
  const faults = [...found.map(({ fault }) => fault), ...unresolved];
  if (unresolved.length > 0 || !found.every(({ code }) => HARMLESS.has(code))) return { faults: firstOfEachLine(faults) };
  const value = valueOf(document);
  if ("fault" in value) return { faults: [...faults, { line: 1, column: 1, path: "", message: value.fault }] };
  const position = (node: unknown): Position => at((isNode(node) ? node.range?.[0] : undefined) ?? 0);
  return {
    document: {
      value: value.value,
      faults,
      locate: (path) => position(findNode(document, path).value),
      locateKey: (path) => position(findNode(document, path).key),
    },
  };
}

/** After any other error the parser's tree is a guess. */
const HARMLESS: ReadonlySet<string> = new Set(["DUPLICATE_KEY", "TAG_RESOLVE_FAILED", "BAD_SCALAR_START", "BAD_DIRECTIVE"]);
const OLD_VERSION = "Only YAML 1.2 is read. Take the %YAML line out.";

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  const end = text.indexOf("\n", offset);
  return text.slice(start, end < 0 ? undefined : end);
}

/** The parser often stumbles again where it stumbled: the first fault of a line is the one to mend. */
function firstOfEachLine(faults: readonly ConfigFault[]): ConfigFault[] {
  const seen = new Set<number>();
  return faults.filter(({ line }) => !seen.has(line) && seen.add(line));
}

/** Aliases without an anchor before them, and `<<` of what is not a map. Anchors are gathered on the way: asking each alias would read all before it. */
function findUnresolved(document: Document): { node: Node; message: string }[] {
  const found: { node: Node; message: string }[] = [];
  const anchors = new Map<string, Node>();
  const mayMerge = (source: unknown): boolean => isMap(source) || (isAlias(source) && isMap(anchors.get(source.source)));
  visit(document, {
    Node(_, node) {
      if (isAlias(node) && !anchors.has(node.source)) found.push({ node, message: aliasFault(node.source) });
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Pair(_, { key, value }) {
      if (!isMergeKey(key) || (isSeq(value) ? value.items : [value]).every(mayMerge)) return;
      if (isAlias(value) && !anchors.has(value.source)) return;
      found.push({ node: key as Node, message: "<< takes over the keys of another map: write <<: *name, where &name marks that map." });
    },
  });
  return found;
}

function valueOf(document: Document): { value: unknown } | { fault: string } {
  try {
    const value: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    if (countValues(value) <= VALUES_MAX) return { value };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
  }
  return { fault: "The file's aliases lead back to themselves or multiply into more than a million values. Use fewer." };
}

function countValues(root: unknown): number {
  const open: unknown[] = [root];
  let count = 0;
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    count += 1;
    if (count + open.length > VALUES_MAX) return count + open.length;
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) open.push(part);
  }
  return count;
}

/** The node at `path` and that of its key, or of the nearest part around it that exists. Aliases are followed, merged keys looked through. */
function findNode(document: Document, path: Path): { key: unknown; value: unknown } {
  let found: { key: unknown; value: unknown } = { key: document.contents, value: document.contents };
  for (const segment of path) {
    const inside = isAlias(found.value) ? found.value.resolve(document) : found.value;
    if (isSeq(inside)) {
      const item = inside.items[Number(segment)];
      if (item === undefined) return found;
      found = { key: item, value: item };
    } else {
      const pair = findPair(document, inside, String(segment));
      if (pair === undefined) return found;
      // A key without a value has nowhere to begin but at its name.
      found = { key: pair.key, value: isScalar(pair.value) && pair.value.value === null ? pair.key : pair.value };
    }
  }
  return found;
}

function findPair(document: Document, node: unknown, name: string): Pair | undefined {
  const map = isAlias(node) ? node.resolve(document) : node;
  if (!isMap(map)) return undefined;
  const own = map.items.findLast(({ key }) => isScalar(key) && typeof key.value !== "symbol" && String(key.value) === name);
  if (own !== undefined) return own;
  for (const { key, value } of map.items) {
    if (!isMergeKey(key)) continue;
    for (const source of isSeq(value) ? value.items : [value]) {
      const merged = findPair(document, isPair(source) ? undefined : source, name);
      if (merged !== undefined) return merged;
    }
  }
  return undefined;
}

/** The parser keeps `<<` as a symbol, and as text where it is quoted. */
function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === "symbol" && key.value.description === "<<";
}
