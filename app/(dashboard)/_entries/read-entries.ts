import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import { toEntryViews } from "#db/queries/entry-documents.ts";
import { toEntryWorld } from "#db/queries/entry-world.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listEntries } from "#db/queries/settings-entries.ts";
import { listTables, type TableWithKeys } from "#db/queries/tables.ts";
import { listWorkers, type WorkerRow } from "#db/queries/workers.ts";
import { parseCatalogLocation } from "#lib/catalog-table.ts";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { formatTableName } from "#lib/contracts/table-name.ts";
import { env } from "#lib/env.ts";
import type { KnownNames } from "./table-fields.ts";

/** What the pages of the settings stand on: every entry, the tables that are watched, and how the service is. */
export interface Entries {
  entries: EntryView[];
  /** Why nothing can be entered here, in a sentence; null: it can. */
  refused: string | null;
  /** Where files of secrets lie that entries may refer to; null: nowhere. */
  secretFolder: string | null;
  tables: TableWithKeys[];
  configuration: ServiceState<"configuration"> | null;
  workers: WorkerRow[];
  workerAlive: boolean;
}

export async function readEntries(db: Db): Promise<Entries> {
  const [rows, tables, configuration, workers] = await Promise.all([
    listEntries(db),
    listTables(db),
    findServiceState(db, "configuration"),
    listWorkers(db),
  ]);
  const { bounds } = toEntryWorld({ configuration, stored: rows }, (entered) => boundsOf(entered, env()));
  // The first is the data folder's own.
  const secretFolder = bounds.secrets.find((one) => one.includes("/")) ?? null;
  return {
    entries: toEntryViews({ rows, tables, configuration }),
    refused: refuseEntering(bounds),
    secretFolder,
    tables,
    configuration,
    workers,
    workerAlive: workers.some(isWorkerAlive),
  };
}

/** A watched table that a catalog has. */
export interface CatalogWatched {
  id: string;
  name: string;
  /** Its name in the catalog, as people write it. */
  table: string;
}

/** The watched tables by the catalog that has them, its name in lower case. Pure. */
export function watchedByCatalog(tables: readonly TableWithKeys[]): Map<string, CatalogWatched[]> {
  const found = new Map<string, CatalogWatched[]>();
  for (const { id, name, definition } of tables) {
    const place = placeIn(definition.location);
    if (place === null) continue;
    const key = place.catalog.toLowerCase();
    const watched = found.get(key) ?? [];
    watched.push({ id, name, table: formatTableName(place) });
    found.set(key, watched);
  }
  return found;
}

/** What a location says of a catalog's table; null: it is none, or not whole. */
function placeIn(location: string) {
  try {
    return parseCatalogLocation(location);
  } catch {
    return null;
  }
}

/** A location as people read it: a catalog's table by its name there. Pure. */
export function sayLocation(location: string): string {
  const place = placeIn(location);
  return place === null ? location : `${formatTableName(place)} in ${place.catalog}`;
}

/** Names that there are now, for fields that offer them. Pure. */
export function knownNames({ tables, entries }: Pick<Entries, "tables" | "entries">): KnownNames {
  const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted((a, b) => a.localeCompare(b));
  return {
    owners: sorted(tables.flatMap(({ owner }) => owner ?? [])),
    tags: sorted(tables.flatMap(({ tags }) => tags)),
    registries: sorted(entries.flatMap(({ kind, name }) => (kind === "schema_registry" ? [name] : []))),
  };
}
