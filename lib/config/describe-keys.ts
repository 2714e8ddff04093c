import { configJsonSchema, type JsonSchema, referenceOf, resolveReference } from "#lib/config/json-schema.ts";

const SECTION = /<!-- keys: ?(\S*) -->\n[\s\S]*?<!-- end -->/g;

/**
 * A Markdown text in which each part between `<!-- keys: <path> -->` and `<!-- end -->` lists the keys at that path of the configuration
 * (`<!-- keys: -->` those of the file), as its schema describes them. What has a part of its own is only named in the one above.
 * Throws Error for a path that the schema lacks.
 */
export function fillKeyLists(markdown: string): string {
  const root = configJsonSchema();
  const own = new Set([...markdown.matchAll(SECTION)].map(([, path]) => path));
  const list = (part: JsonSchema, path: string, indent: string): string[] =>
    Object.entries(part.properties ?? {}).flatMap(([key, written]) => {
      const inner = resolveReference(root, written);
      if (isShared(root, path, key, inner)) return [];
      const innerPath = path === "" ? key : `${path}.${key}`;
      const item = `${indent}- \`${key}\` (${kindOf(inner)}): ${inner.description ?? ""}`.trimEnd();
      const { part: nested, path: nestedPath } = intoList(inner, innerPath);
      return own.has(nestedPath) || isMapByKind(nested) || path.endsWith("limits")
        ? [item]
        : [item, ...list(nested, nestedPath, `${indent}  `)];
    });
  return markdown.replaceAll(SECTION, (_, path: string) => {
    const lines = list(findPart(root, path), path, "");
    return `<!-- keys:${path === "" ? "" : ` ${path}`} -->\n\n${lines.join("\n")}\n\n<!-- end -->`;
  });
}

function findPart(root: JsonSchema, path: string): JsonSchema {
  let part = root;
  for (const segment of path.split(/[.]|(?=\[\])/).filter((text) => text !== "")) {
    const inner = segment === "[]" ? part.items : part.properties?.[segment];
    if (inner === undefined) throw new Error(`the configuration has no ${path}`);
    part = resolveReference(root, inner);
  }
  return part;
}

function intoList(part: JsonSchema, path: string): { part: JsonSchema; path: string } {
  return part.items?.properties === undefined ? { part, path } : { part: part.items, path: `${path}[]` };
}

/** What defaults and tables say alike is listed at the tables. */
function isShared(root: JsonSchema, path: string, key: string, inner: JsonSchema): boolean {
  if (path !== "defaults") return false;
  const table = root.properties?.tables?.items?.properties?.[key];
  return table !== undefined && resolveReference(root, table).description === inner.description;
}

function isMapByKind({ properties = {} }: JsonSchema): boolean {
  const references = Object.values(properties).map(referenceOf);
  return references.length > 1 && references[0] !== undefined && references.every((reference) => reference === references[0]);
}

/** What may be written there, in a word or two. */
function kindOf({ type = "any", pattern, items, minimum, maximum, ...part }: JsonSchema): string {
  if (part.enum !== undefined) return part.enum.map(literal).join(", ");
  if (part.const !== undefined) return literal(part.const);
  if (part.anyOf?.[0]?.pattern?.startsWith("^\\$") === true) return "secret";
  if (part.anyOf !== undefined) return [...new Set(part.anyOf.map(kindOf))].join(" or ");
  if (pattern?.includes(":") === true) return "time of day";
  if (pattern !== undefined) return pattern.includes("smhd") ? "span" : "size";
  if (type === "array") return items?.type === "string" ? "list of texts" : "list";
  const bounds = typeof minimum === "number" && typeof maximum === "number" ? ` from ${minimum} to ${maximum}` : "";
  return `${WORDS[type] ?? type}${bounds}`;
}

const WORDS: Readonly<Record<string, string>> = { string: "text", boolean: "true or false", object: "map", integer: "whole number" };

function literal(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
