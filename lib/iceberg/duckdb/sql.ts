import { toDuckdbPath } from "#lib/iceberg/stores/duckdb-paths.ts";

/** A quoted identifier: any name is safe in a statement. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A quoted text literal. For places where DuckDB takes no bound value (arguments of table functions). */
export function literal(text: string): string {
  if (text.includes("\0")) throw new RangeError("a text with a NUL character cannot be part of a statement");
  return `'${text.replaceAll("'", "''")}'`;
}

/** A text of any characters, a NUL too, which `literal` refuses. */
export function anyText(text: string): string {
  return `decode(from_hex('${Buffer.from(text).toString("hex")}'))`;
}

/** A list of text literals. */
export function literalList(texts: readonly string[]): string {
  return `[${texts.map(literal).join(", ")}]`;
}

/** A path as a glob that matches only itself: DuckDB takes every file name for a pattern, even where a file of just that name exists. */
export function exactGlob(path: string): string {
  return toDuckdbPath(path).replaceAll(/[[*?]/g, "[$&]");
}

/** The one file of this path, as an argument of a table function. */
export function fileLiteral(path: string): string {
  return literal(exactGlob(path));
}

/** Files as an argument of a table function, in the order that `file_index` counts. */
export function fileLiterals(paths: readonly string[]): string {
  return literalList(paths.map(exactGlob));
}

/** A chain of struct fields below a relation's column: `t."a"."b"`. */
export function columnPath(relation: string, path: readonly string[]): string {
  return [relation, ...path.map(ident)].join(".");
}
