import { AppError } from "#lib/errors.ts";
import type { Field, IcebergType } from "#lib/iceberg/plan/schema.ts";

/** A column of the snapshot's schema: resolved by name once, known by field id from then on. */
export interface Column {
  id: number;
  /** As the person wrote it. */
  written: string;
  /** From the top-level column down to the field itself. */
  path: Field[];
  type: IcebergType;
}

/** Splits `a."b.c".d` at the dots outside double quotes; a doubled quote inside quotes is one quote. */
export function splitColumnPath(written: string): string[] {
  const parts: string[] = [];
  const pattern = /\s*(?:"((?:[^"]|"")*)"|([^".\s][^.]*))(\.|$)/gy;
  let end = 0;
  for (let match = pattern.exec(written); match !== null; match = pattern.exec(written)) {
    parts.push(match[1] === undefined ? (match[2] ?? "").trim() : match[1].replaceAll('""', '"'));
    end = pattern.lastIndex;
    if (match[3] === "") break;
  }
  if (parts.length === 0 || end !== written.length || written.endsWith(".")) {
    throw new AppError(
      "unknown_column",
      `${written} is not a column path: write a.b for a nested column, and "a.b" in double quotes for a name that holds a dot.`,
    );
  }
  return parts;
}

/** A column path as a person writes it: splitColumnPath reads it. Pure. */
export function formatColumnPath(path: readonly string[]): string {
  return path.map((name) => (/^$|[."]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(".");
}

function pick(fields: readonly Field[], name: string): Field | undefined {
  const exact = fields.find((candidate) => candidate.name === name);
  if (exact) return exact;
  const similar = fields.filter((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  return similar.length === 1 ? similar[0] : undefined;
}

function unknown(written: string, missing: string, fields: readonly Field[], parent: string): AppError {
  const shown = fields.slice(0, 30).map((candidate) => candidate.name);
  const more = fields.length > shown.length ? `, and ${fields.length - shown.length} more` : "";
  const dotted = fields.some((candidate) => candidate.name === written)
    ? ` The table has a column whose name holds the dot: write "${written}" in double quotes.`
    : "";
  return new AppError(
    "unknown_column",
    `Column ${written}: ${parent} has no ${missing} at this snapshot. It has ${shown.join(", ")}${more}.${dotted}`,
  );
}

/** What `resolve` finds; null where it throws unknown_column. Throws whatever else it throws. */
export function orUnknown<T>(resolve: () => T): T | null {
  try {
    return resolve();
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "unknown_column") return null;
    throw cause;
  }
}

/**
 * The column that a person means, in the given schema. Names match exactly, else without regard to case when that is unambiguous.
 * Throws unknown_column with the names that exist.
 */
export function resolveColumn(topLevel: readonly Field[], written: string): Column {
  const path: Field[] = [];
  let fields = topLevel;
  let parent = "the table";
  for (const name of splitColumnPath(written)) {
    const found = pick(fields, name);
    if (!found) throw unknown(written, name, fields, parent);
    path.push(found);
    parent = `column ${path.map((step) => step.name).join(".")}`;
    fields = typeof found.type === "object" && found.type.type === "struct" ? found.type.fields : [];
  }
  const last = path.at(-1);
  if (!last) throw unknown(written, written, topLevel, "the table");
  return { id: last.id, written, path, type: last.type };
}
