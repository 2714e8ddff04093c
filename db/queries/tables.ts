import { and, asc, eq, isNull, min, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import { AppError } from "#lib/errors.ts";

export type TableRow = typeof tables.$inferSelect;

/** A key that its table's definition names, with the version that new facts belong to; null before its first run. */
export interface TableKeyRow {
  id: string;
  name: string;
  position: number;
  columns: string[];
  promise: (typeof tableKeys.$inferSelect)["promise"];
  keep: (typeof tableKeys.$inferSelect)["keep"];
  currentVersionId: number | null;
}

export interface TableWithKeys extends TableRow {
  /** Not archived, by position. */
  keys: TableKeyRow[];
}

/** All tables with their keys, by name; without the archived ones unless asked for. */
export async function listTables(db: Db, { archived = false }: { archived?: boolean } = {}): Promise<TableWithKeys[]> {
  const found = await db
    .select()
    .from(tables)
    .where(archived ? undefined : isNull(tables.archivedAt))
    .orderBy(asc(tables.name));
  const keys = await listKeys(db, null);
  return found.map((table) => ({ ...table, keys: keys.get(table.id) ?? [] }));
}

/** When the first table was added, removed ones and samples too: about as old as the store. null: there never was one. */
export async function findFirstAdded(db: Db): Promise<Date | null> {
  const [row] = await db.select({ first: min(tables.createdAt) }).from(tables);
  return row?.first ?? null;
}

/** The table of that name, whatever the case, archived or not. Throws AppError unknown_table. */
export async function getTableByName(db: Db, name: string): Promise<TableWithKeys> {
  const [table] = await db
    .select()
    .from(tables)
    .where(sql`lower(${tables.name}) = lower(${name})`);
  if (!table) throw new AppError("unknown_table", `No table is named ${name}; \`tables\` lists those there are.`);
  return await withKeys(db, table);
}

/** The table with that id, archived or not. Throws AppError unknown_table. */
export async function getTable(db: Db, tableId: string): Promise<TableWithKeys> {
  const [table] = await db.select().from(tables).where(eq(tables.id, tableId));
  if (!table) throw new AppError("unknown_table", `No table has the id ${tableId}; it may belong to another database.`);
  return await withKeys(db, table);
}

/** Until the transaction ends nobody else changes the table or what is said about it. */
export async function lockTable(tx: Tx, tableId: string): Promise<void> {
  await tx.execute(sql`select from tables where id = ${tableId} for no key update`);
}

/** A paused table keeps its place and its past; nothing new is due. It stays so until its definition says otherwise anew. */
export async function setTablePaused(db: Db, tableId: string, paused: boolean): Promise<void> {
  await db.update(tables).set({ paused }).where(eq(tables.id, tableId));
}

/**
 * When the next observation is expected; null: none is. A completed run moves it on, see `completeRun`. With `planned`, only where that is
 * still what is planned.
 */
export async function setNextObservationDue(
  db: Db,
  tableId: string,
  dueAt: Date | null,
  { planned }: { planned?: Date | null } = {},
): Promise<void> {
  const unchanged =
    planned === undefined
      ? undefined
      : sql`${tables.nextObservationDueAt} is not distinct from ${planned?.toISOString() ?? null}::timestamptz`;
  await db
    .update(tables)
    .set({ nextObservationDueAt: dueAt })
    .where(and(eq(tables.id, tableId), unchanged));
}

async function withKeys(db: Db, table: TableRow): Promise<TableWithKeys> {
  const keys = await listKeys(db, table.id);
  return { ...table, keys: keys.get(table.id) ?? [] };
}

/** Keys by table; of one table or of all. */
async function listKeys(db: Db, tableId: string | null): Promise<Map<string, TableKeyRow[]>> {
  const rows = await db
    .select({
      tableId: tableKeys.tableId,
      id: tableKeys.id,
      name: tableKeys.name,
      position: tableKeys.position,
      columns: tableKeys.columns,
      promise: tableKeys.promise,
      keep: tableKeys.keep,
      currentVersionId: keyVersions.id,
    })
    .from(tableKeys)
    .leftJoin(keyVersions, and(eq(keyVersions.tableKeyId, tableKeys.id), isNull(keyVersions.supersededAt)))
    .where(and(isNull(tableKeys.archivedAt), tableId === null ? undefined : eq(tableKeys.tableId, tableId)))
    .orderBy(asc(tableKeys.position), asc(tableKeys.name));
  const byTable = new Map<string, TableKeyRow[]>();
  for (const { tableId: of, ...key } of rows) byTable.set(of, [...(byTable.get(of) ?? []), key]);
  return byTable;
}
