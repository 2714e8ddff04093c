import { setImmediate } from "node:timers/promises";
import { catalogOf } from "#lib/catalog-table.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import { sayFaults, tableFaults } from "#lib/config/take-one-entry.ts";
import type { MatchedTable, MatchRule } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import type { FoundTable } from "#lib/iceberg/contract-asking.ts";
import { unifyScheme } from "#lib/store-place.ts";

/** Entries that are looked at before others have their turn. */
const AT_ONCE = 100;

interface WatchedTable {
  name: string;
  location: string;
}

export interface MatchContext {
  rule: Pick<MatchRule, "shared">;
  world: EntriesWorld;
  /** All that are watched. */
  watched: readonly WatchedTable[];
  signal: AbortSignal;
}

/**
 * Found tables as they would be entered, with what is wrong with each and as what it is watched already. What the rule shares goes over what
 * was recognised, but not over name, place and key. Throws AppError cancelled.
 */
export async function toMatches(found: readonly FoundTable[], { rule, world, watched, signal }: MatchContext): Promise<MatchedTable[]> {
  const known: Watched = {
    byPlace: new Map(watched.map(({ name, location }) => [placeOf(location), name])),
    names: new Set(watched.map(({ name }) => name.toLowerCase())),
  };
  const matched: MatchedTable[] = [];
  for (let from = 0; from < found.length; from += AT_ONCE) {
    await setImmediate();
    if (signal.aborted) throw new AppError("cancelled", "The search was cancelled before it was done.");
    const named = found.slice(from, from + AT_ONCE).map((table) => toMatch(table, rule, known));
    matched.push(...refuseFaulty(named, world));
  }
  return matched;
}

interface Watched {
  /** By location and, of tables that are watched by their place, by that. */
  byPlace: ReadonlyMap<string, string>;
  /** In lower case; those that are given out here are added. */
  names: Set<string>;
}

function toMatch(
  { table, location, files, written, problem }: FoundTable,
  { shared }: MatchContext["rule"],
  watched: Watched,
): MatchedTable {
  const watchedAs = watched.byPlace.get(placeOf(location)) ?? (files === null ? undefined : watched.byPlace.get(placeOf(files))) ?? null;
  if (written === null || watchedAs !== null) return { table, written, problem, watchedAs };
  const { name: _name, catalog: _catalog, table: _table, location: _location, key: _key, keys: _keys, ...given } = shared;
  const isTaken = (name: string): boolean => watched.names.has(name.toLowerCase());
  const names = [table, `${catalogOf({ location }) ?? ""}.${table}`];
  const name = names.find((one) => !isTaken(one));
  if (name === undefined) {
    const taken = `Other tables are watched as ${names.join(" and as ")}. Enter this one by itself, under a name of its own.`;
    return { table, written: null, problem: taken, watchedAs: null };
  }
  watched.names.add(name.toLowerCase());
  return { table, written: { ...written, ...given, name }, problem: null, watchedAs: null };
}

/** All at once: what they are held against is looked through once. */
function refuseFaulty(named: readonly MatchedTable[], world: EntriesWorld): MatchedTable[] {
  const entries = named.flatMap(({ written, watchedAs }) => (watchedAs === null && written !== null ? [written] : []));
  const faults = new Map(tableFaults(entries, world).map((found, index) => [entries[index], found]));
  return named.map((match) => {
    const found = match.written === null ? [] : (faults.get(match.written) ?? []);
    return found.length === 0 ? match : { ...match, written: null, problem: sayFaults(found) };
  });
}

/** One text for each place, however it is written; a metadata file counts as its table's folder. */
function placeOf(location: string): string {
  const place = unifyScheme(location).replace(/\/metadata\/[^/]+\.metadata\.json(?:\.gz)?$/, "");
  // A catalog's name counts whatever the case.
  return place.replace(/\/+$/, "").replace(/^catalog:[^/]+/, (catalog) => catalog.toLowerCase());
}
