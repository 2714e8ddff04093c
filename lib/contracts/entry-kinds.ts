import type { EntryKind } from "#lib/names.ts";

/** All but tables: what tables are found, opened and decoded by. */
export const SOURCE_KINDS = ["catalog", "store", "schema_registry"] as const satisfies readonly EntryKind[];
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Under what a configuration file lists them. */
export const ENTRY_LISTS = {
  catalog: "catalogs",
  store: "stores",
  schema_registry: "schema_registries",
  table: "tables",
} as const satisfies Readonly<Record<EntryKind, string>>;

/** Each in the middle of a sentence. */
export const ENTRY_WORDS: Readonly<Record<EntryKind, string>> = {
  catalog: "catalog",
  store: "store",
  schema_registry: "schema registry",
  table: "table",
};
