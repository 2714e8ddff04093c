import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";

/** A table that is watched by its catalog's word. */
export interface CatalogTableRow {
  id: string;
  name: string;
  owner: string | null;
  tags: string[];
}

/** The catalog that a table's location names, lower case; null: it names none. */
export const CATALOG_OF_TABLE: SQL<string | null> = sql<string | null>`case when ${tables.definition} ->> 'location' like 'catalog:%'
  then lower(split_part(substr(${tables.definition} ->> 'location', 9), '/', 1)) end`;

/** The tables that wait for these catalogs, by the catalog's name in lower case and then by theirs: those that are watched and not paused. */
export async function listTablesOfCatalogs(db: Db, catalogs: readonly string[]): Promise<Map<string, CatalogTableRow[]>> {
  if (catalogs.length === 0) return new Map();
  const names = sql.param(catalogs.map((name) => name.toLowerCase()));
  const rows = await db
    .select({ catalog: CATALOG_OF_TABLE, id: tables.id, name: tables.name, owner: tables.owner, tags: tables.tags })
    .from(tables)
    .where(and(isNull(tables.archivedAt), eq(tables.paused, false), sql`${CATALOG_OF_TABLE} = any (${names}::text[])`))
    .orderBy(asc(tables.name));
  const found = new Map<string, CatalogTableRow[]>();
  for (const { catalog, ...table } of rows) {
    if (catalog === null) continue;
    const listed = found.get(catalog) ?? [];
    listed.push(table);
    found.set(catalog, listed);
  }
  return found;
}

/** The catalogs that somebody looks at, lower case: those that watched tables name which are not paused. */
export async function listLookedAtCatalogs(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectDistinct({ catalog: CATALOG_OF_TABLE })
    .from(tables)
    .where(and(isNull(tables.archivedAt), eq(tables.paused, false)));
  return new Set(rows.flatMap(({ catalog }) => catalog ?? []));
}
