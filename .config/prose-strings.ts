import type { TxtCodeNode, TxtDocumentNode, TxtParagraphNode, TxtStrNode } from "@textlint/ast-node-types";
import { type ESTree, parseSync, Visitor } from "vite";

type Part = { kind: "text" | "value"; start: number; end: number };
type Piece = readonly Part[];

const WORDS = /[A-Za-z]{2,}[,;:]? \S*[A-Za-z]/;
const SQL =
  /\b(?:SELECT|FROM|WHERE|INSERT|UPDATE|DELETE|JOIN|CREATE|ALTER|DROP|VALUES|CASE|IS (?:NOT )?NULL|ORDER BY|GROUP BY|UNION|COALESCE|AND|SET)\b/;
/** Attributes that hold code. */
const CODE = new Set(["className", "class", "style", "d", "transform", "points", "viewBox", "rel", "sizes", "data-testid"]);

/** The text that people read in a TypeScript file, as a document of textlint: a paragraph for each string, template, and run of JSX text. */
export function documentOfStrings(text: string, path: string): TxtDocumentNode {
  const starts = lineStarts(text);
  const place = (start: number, end: number) => ({
    raw: text.slice(start, end),
    range: [start, end] as const,
    loc: { start: position(starts, start), end: position(starts, end) },
  });
  const children = piecesOf(text, path).map((piece): TxtParagraphNode => ({
    type: "Paragraph",
    ...place(piece.at(0)?.start ?? 0, piece.at(-1)?.end ?? 0),
    children: piece.map(({ kind, start, end }): TxtStrNode | TxtCodeNode => {
      const content = { value: text.slice(start, end), ...place(start, end) };
      return kind === "text" ? { type: "Str", ...content } : { type: "Code", ...content };
    }),
  }));
  return { type: "Document", ...place(0, text.length), children };
}

function piecesOf(text: string, path: string): Piece[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const found: Piece[] = [];
  const skipped = new Set<number>();
  const skip = (node: ESTree.Node | null | undefined): void => void (node && skipped.add(node.start));
  const add = (piece: Piece): void => {
    const words = piece.map(({ kind, start, end }) => (kind === "text" ? text.slice(start, end) : "x")).join("");
    if (WORDS.test(words) && !SQL.test(words) && !words.startsWith("<!doctype")) found.push(piece);
  };
  const joined = (children: readonly ESTree.JSXChild[]): void => {
    if (!children.some((child) => child.type === "JSXText" && child.value.trim() !== "")) return;
    const parts = children.map(({ type, start, end }): Part => ({ kind: type === "JSXText" ? "text" : "value", start, end }));
    const words = parts.map(({ kind, start, end }) => (kind === "text" ? text.slice(start, end) : "x")).join("");
    if (/[A-Za-z]{2}/.test(words)) found.push(parts);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => skip(source),
    ImportExpression: ({ source }) => skip(source),
    TaggedTemplateExpression: ({ quasi }) => skip(quasi),
    JSXAttribute: ({ name, value }) => {
      if (name.type === "JSXIdentifier" && CODE.has(name.name)) skip(value);
    },
    JSXElement: ({ children }) => joined(children),
    JSXFragment: ({ children }) => joined(children),
    BinaryExpression: (node) => {
      const terms = termsOf(node);
      if (terms === null) return;
      add(terms.flatMap(partsOf));
      for (const term of terms) skip(term);
    },
    Literal: (node) => {
      if (typeof node.value === "string" && !skipped.has(node.start)) add(partsOf(node));
    },
    TemplateLiteral: (node) => {
      if (!skipped.has(node.start)) add(partsOf(node));
    },
  }).visit(program);
  return found;
}

/** The terms of a sum that holds strings; null if it is arithmetic. */
function termsOf(node: ESTree.BinaryExpression): ESTree.Expression[] | null {
  if (node.operator !== "+") return null;
  const flat = (part: ESTree.Expression): ESTree.Expression[] =>
    part.type === "BinaryExpression" && part.operator === "+" ? [...flat(part.left), ...flat(part.right)] : [part];
  const terms = flat(node);
  return terms.some(isText) ? terms : null;
}

function isText(node: ESTree.Expression): boolean {
  return node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");
}

function partsOf(node: ESTree.Expression): Part[] {
  if (node.type === "TemplateLiteral") {
    const texts = node.quasis.map(({ start, end, tail }): Part => ({ kind: "text", start: start + 1, end: end - (tail ? 1 : 2) }));
    const values = node.expressions.map(({ start, end }): Part => ({ kind: "value", start, end }));
    return [...texts, ...values].toSorted((a, b) => a.start - b.start);
  }
  return isText(node)
    ? [{ kind: "text", start: node.start + 1, end: node.end - 1 }]
    : [{ kind: "value", start: node.start, end: node.end }];
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function position(starts: readonly number[], offset: number): { line: number; column: number } {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) };
}
