import { isDeepStrictEqual } from "node:util";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";

export interface ConfigDiff {
  added: TableDefinition[];
  /** `fields` are the parts of the definition that differ, the name's case among them. */
  changed: { before: TableDefinition; after: TableDefinition; fields: (keyof TableDefinition)[] }[];
  unchanged: TableDefinition[];
  removed: TableDefinition[];
}

/** What turns one set of tables into another. A table is known by its name, whatever the case. Pure; the order is that of `after`, then `before`. */
export function diffConfigs(before: readonly TableDefinition[], after: readonly TableDefinition[]): ConfigDiff {
  const earlier = new Map(before.map((table) => [table.name.toLowerCase(), table]));
  const diff: ConfigDiff = { added: [], changed: [], unchanged: [], removed: [] };
  for (const table of after) {
    const old = earlier.get(table.name.toLowerCase());
    earlier.delete(table.name.toLowerCase());
    if (old === undefined) {
      diff.added.push(table);
      continue;
    }
    const fields = (Object.keys(table) as (keyof TableDefinition)[]).filter((field) => !isDeepStrictEqual(old[field], table[field]));
    if (fields.length === 0) diff.unchanged.push(table);
    else diff.changed.push({ before: old, after: table, fields });
  }
  diff.removed.push(...earlier.values());
  return diff;
}
