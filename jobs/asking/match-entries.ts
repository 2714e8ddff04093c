import { setImmediate } from "node:timers/promises";
import { listTables } from "#db/queries/tables.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { sayFaults, takeTable } from "#lib/config/take-one-entry.ts";
import type { MatchedTable, MatchRule, TableMatches } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import type { AskOptions, FoundTable } from "#lib/iceberg/contract-asking.ts";

/** Entries that are looked at before others have their turn. */
const AT_ONCE = 100;

/**
 * The tables of a catalog that a pattern names, each as it would be entered, with what is wrong with it and as what it is watched already. What
 * the rule shares goes over what was recognised, but not over name, place and key. Throws AppError as Asking.findTables.
 */
export async function matchEntries(deps: TaskDeps, catalog: string, rule: MatchRule, options: AskOptions): Promise<TableMatches> {
  const { tables, looked, isCut } = await deps.asking.findTables(catalog, rule, options);
  const world = await entriesWorld(deps);
  const watched = await readWatched(deps);
  const matched: MatchedTable[] = [];
  for (const [at, found] of tables.entries()) {
    if (at % AT_ONCE === 0) await setImmediate();
    if (options.signal.aborted) throw new AppError("cancelled", "The search was cancelled before it was done.");
    matched.push(toMatch(found, rule, { world, watched }));
  }
  return { tables: matched, looked, isCut };
}

interface Watched {
  /** By location and, of tables that are watched by their place, by that. */
  byPlace: ReadonlyMap<string, string>;
  /** In lower case; those that are given out here are added. */
  names: Set<string>;
}

async function readWatched({ database }: TaskDeps): Promise<Watched> {
  const tables = await listTables(database.db);
  return {
    byPlace: new Map(tables.map(({ name, definition }) => [placeOf(definition.location), name])),
    names: new Set(tables.map(({ name }) => name.toLowerCase())),
  };
}

function toMatch(
  { table, location, files, written, problem }: FoundTable,
  { shared }: MatchRule,
  { world, watched }: { world: EntriesWorld; watched: Watched },
): MatchedTable {
  const watchedAs = watched.byPlace.get(placeOf(location)) ?? (files === null ? undefined : watched.byPlace.get(placeOf(files))) ?? null;
  if (written === null || watchedAs !== null) return { table, written, problem, watchedAs };
  const { name: _name, catalog: _catalog, table: _table, location: _location, key: _key, keys: _keys, ...given } = shared;
  const isTaken = (name: string): boolean => watched.names.has(name.toLowerCase());
  const names = [table, `${String(written["catalog"])}.${table}`];
  const name = names.find((one) => !isTaken(one));
  if (name === undefined) {
    const taken = `Other tables are watched as ${names.join(" and as ")}. Enter this one by itself, under a name of its own.`;
    return { table, written: null, problem: taken, watchedAs: null };
  }
  const entry: WrittenEntry = { ...written, ...given, name };
  const { faults } = takeTable(entry, world);
  if (faults.length > 0) return { table, written: null, problem: sayFaults(faults), watchedAs: null };
  watched.names.add(name.toLowerCase());
  return { table, written: entry, problem: null, watchedAs: null };
}

/** One text for each place, however it is written; a metadata file counts as its table's folder. */
function placeOf(location: string): string {
  const place = location.replace(/^s3[an]:\/\//i, "s3://").replace(/\/metadata\/[^/]+\.metadata\.json(?:\.gz)?$/, "");
  // A catalog's name counts whatever the case.
  return place.replace(/\/+$/, "").replace(/^catalog:[^/]+/, (catalog) => catalog.toLowerCase());
}
