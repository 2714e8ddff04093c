import { entryName } from "#lib/config/entry-name.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { type TakenEntries, takeEntries } from "#lib/config/take-entries.ts";
import type { EntryFault, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, RegistrySettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { EntryKind } from "#lib/names.ts";

/** Entries that nobody saved, as they would be taken beside the file and the others. One that is stored under its name gives way. */

/** A table as it would be watched; or all that is wrong with it. Looks at links as takeEntries. */
export function takeTable(
  written: WrittenEntry,
  world: EntriesWorld,
): { table: TableDefinition; faults: [] } | { table: null; faults: EntryFault[] } {
  const { tables, faults } = takeOne("table", written, world);
  const [table] = tables;
  return table === undefined ? { table: null, faults } : { table, faults: [] };
}

/** What is wrong with each of many tables, whose names differ. Looks at links as takeEntries. */
export function tableFaults(tables: readonly WrittenEntry[], { file, stored, bounds }: EntriesWorld): EntryFault[][] {
  const named = stored.filter(({ kind }) => NAMED_BY_TABLES.has(kind));
  const entries = [...named, ...tables.map((written) => ({ kind: "table" as const, written }))];
  return takeEntries({ file, entries, bounds }).faults.slice(named.length);
}

/** A catalog as it would be used; or all that is wrong with it. Looks at links as takeEntries. */
export function takeCatalog(
  written: WrittenEntry,
  world: EntriesWorld,
): { catalog: CatalogSettings; faults: [] } | { catalog: null; faults: EntryFault[] } {
  const { catalogs, faults } = takeOne("catalog", written, world);
  const catalog = catalogs.at(-1);
  return catalog === undefined || faults.length > 0 ? { catalog: null, faults } : { catalog, faults: [] };
}

/** The same of a schema registry. */
export function takeRegistry(
  written: WrittenEntry,
  world: EntriesWorld,
): { registry: RegistrySettings; faults: [] } | { registry: null; faults: EntryFault[] } {
  const { registries, faults } = takeOne("schema_registry", written, world);
  const registry = registries.at(-1);
  return registry === undefined || faults.length > 0 ? { registry: null, faults } : { registry, faults: [] };
}

/** What is wrong with a place that a table could be entered by, in sentences; empty: nothing. Looks at links as takeEntries. */
export function locationFault(location: string, world: EntriesWorld): string {
  return sayFaults(
    takeTable({ name: "a table", location, key: "a column" }, world).faults.filter(({ path }) => path === "location" || path === ""),
  );
}

/** All faults of an entry in one text. Pure. */
export function sayFaults(faults: readonly EntryFault[]): string {
  return faults.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)).join(" ");
}

const NAMED_BY_TABLES: ReadonlySet<EntryKind> = new Set(["catalog", "schema_registry"]);

function takeOne(
  kind: "table" | "catalog" | "schema_registry",
  written: WrittenEntry,
  { file, stored, bounds }: EntriesWorld,
): Omit<TakenEntries, "faults"> & { faults: EntryFault[] } {
  const name = entryName(kind, written)?.toLowerCase();
  // Tables do not bear on each other, but for their names.
  const others = stored.filter((entry) => NAMED_BY_TABLES.has(entry.kind) && (entry.kind !== kind || entry.name.toLowerCase() !== name));
  const taken = takeEntries({ file, entries: [...others, { kind, written }], bounds });
  return { ...taken, faults: taken.faults.at(-1) ?? [] };
}
