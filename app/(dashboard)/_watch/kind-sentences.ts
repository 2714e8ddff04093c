import type { TableKind } from "#lib/names.ts";

/** What a kind means for whoever chooses one. */
export const KIND_SENTENCES: Readonly<Record<TableKind, string>> = {
  upsert: "The newest row of each key replaces the one before: a second row of a key is wrong.",
  cdc: "Changes of a source’s rows are applied, deletes too: a second row of a key, or a deleted row that is still there, is wrong.",
  aggregate: "One row per group, such as a day and a country, rewritten on each update: a second row of a group is wrong.",
  append: "Rows are only added, and a key may come again: duplicates are counted, and judged only where you say so.",
  history: "Each version of a key has a row of its own: several rows of a key are right.",
  events: "Each event has a row: the same key comes again by nature, the same event should not.",
};
