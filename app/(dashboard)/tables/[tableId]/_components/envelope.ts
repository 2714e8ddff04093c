import type { TableColumn } from "#lib/iceberg/contract.ts";

/**
 * Where the business key of a table lies whose rows are still in the envelope of a change stream, when its key does not look there: a sentence.
 * null: it looks there already, or there is no `after`. Pure.
 */
export function sayKeyUnderAfter(key: readonly string[], columns: readonly TableColumn[]): string | null {
  const after = columns.find(({ name, type }) => name.toLowerCase() === "after" && type.toLowerCase().startsWith("struct"));
  if (after === undefined || key.some((path) => path.toLowerCase().startsWith("after."))) return null;
  const fields = key.map((path) => path.split(".").at(-1)?.replaceAll('"', "") ?? path).filter((field) => hasField(after.type, field));
  const such = fields.length === 0 ? "" : `, such as ${fields.map((field) => `${after.name}.${field}`).join(" and ")}`;
  return `Its rows are still in the envelope of a change stream, and the key ${key.join(", ")} is outside the row itself: the business key is under \`${after.name}\`${such}.`;
}

/** Whether a struct, as Iceberg or DuckDB writes its type, has a field with that name at its first level or below. */
function hasField(type: string, field: string): boolean {
  return new RegExp(`[<(,\\s"]${field.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}"?[:\\s]`, "i").test(type);
}
