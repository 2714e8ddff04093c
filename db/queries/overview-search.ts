import { and, asc, isNull, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";
import type { TableKind } from "#lib/names.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";

export interface FoundTable {
  id: string;
  name: string;
  kind: TableKind;
  owner: string | null;
}

/** Tables whose name has `text` in it, whatever the case, at most `limit`: those where a part of the name begins with it first, then by name. */
export async function searchTables(db: Db, text: string, { limit }: { limit: number }): Promise<FoundTable[]> {
  if (!isStorable(text)) return [];
  const pattern = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const starts = sql`(${tables.name} ilike ${`${pattern}%`} or ${tables.name} ilike ${`%.${pattern}%`})`;
  return await db
    .select({ id: tables.id, name: tables.name, kind: tables.kind, owner: tables.owner })
    .from(tables)
    .where(and(isNull(tables.archivedAt), sql`${tables.name} ilike ${`%${pattern}%`}`))
    .orderBy(sql`${starts} desc`, asc(tables.name))
    .limit(limit);
}
