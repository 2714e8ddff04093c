import type { Db } from "../client.ts";
import { listTablesOfCatalogs, type CatalogTableRow } from "./catalog-tables.ts";
import { findServiceState } from "./service-states.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";

/** A catalog with those that wait for it when it is ill. */
export interface CatalogWithTables extends CatalogHealth {
  /** Watched and not paused, by name. */
  tables: CatalogTableRow[];
}

/** How the catalogs do that were looked at so far, by name. One that no table names is missing: nobody looks at it. */
export async function listCatalogHealth(db: Db): Promise<CatalogHealth[]> {
  return (await findServiceState(db, "catalogs"))?.catalogs ?? [];
}

/** How one catalog does, with its tables; null: nobody has looked at it. */
export async function findCatalogHealth(db: Db, name: string): Promise<CatalogWithTables | null> {
  const found = (await listCatalogHealth(db)).find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) return null;
  return { ...found, tables: (await listTablesOfCatalogs(db, [name])).get(name.toLowerCase()) ?? [] };
}
