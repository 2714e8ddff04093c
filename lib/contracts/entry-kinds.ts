import type { EntryKind } from "#lib/names.ts";

/** What tables are found, opened and decoded by. */
export const SOURCE_KINDS = ["catalog", "store", "schema_registry"] as const satisfies readonly EntryKind[];
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** Where a configuration file lists them; a dot separates nested keys. */
export const ENTRY_LISTS = {
  catalog: "catalogs",
  store: "stores",
  schema_registry: "schema_registries",
  table: "tables",
  channel: "notifications.channels",
} as const satisfies Readonly<Record<EntryKind, string>>;

/** Each in the middle of a sentence. */
export const ENTRY_WORDS: Readonly<Record<EntryKind, string>> = {
  catalog: "catalog",
  store: "store",
  schema_registry: "schema registry",
  table: "table",
  channel: "channel",
};
