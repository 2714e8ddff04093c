import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { backlogs } from "../schema/backlogs.ts";
import { keyRequests } from "../schema/key-requests.ts";
import { keyVersions } from "../schema/key-versions.ts";
import { samples } from "../schema/samples.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { maskBacklog } from "#lib/mask-backlog.ts";

/** One at a time: two processes that apply definitions at once would both insert. Until the transaction ends. */
export async function lockDefinitions(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bergwatch table definitions', 0))`);
}

/** `known`, and the masked columns of all tables, archived ones too, that are or were at one of these locations. */
export async function findMasksOfPlace(tx: Db, locations: readonly string[], known: readonly string[] = []): Promise<string[]> {
  if (locations.length === 0) return [...known];
  const places = locations.map((location) => location.replace(/\/+$/, ""));
  const found = await tx
    .select({ masked: sql<string[]>`${tables.definition} -> 'masked'` })
    .from(tables)
    .where(
      sql`rtrim(${tables.definition} ->> 'location', '/') = any (${sql.param(places)}::text[])
        or rtrim(${tables.ownerMarks} ->> 'location', '/') = any (${sql.param(places)}::text[])`,
    );
  return union([known, ...found.map(({ masked }) => masked)]);
}

/** The definition with these masks as well, and those of them that it does not name itself. Pure. */
export function withMasks(given: TableDefinition, masks: readonly string[]): { definition: TableDefinition; keptMasks: string[] } {
  const named = new Set(given.masked.map((column) => column.toLowerCase()));
  const keptMasks = masks.filter((column) => !named.has(column.toLowerCase())).toSorted();
  return { definition: { ...given, masked: [...given.masked, ...keptMasks] }, keptMasks };
}

/**
 * Gives a table the masks of other tables that were found to be the same Iceberg table, by its UUID, and hides what was stored without them. Returns the
 * columns that are masked from now on.
 */
export async function inheritMasks(db: Db, tableId: string, tableUuid: string): Promise<string[]> {
  return await db.transaction(async (tx) => {
    const same = await tx
      .selectDistinct({ masked: sql<string[]>`${tables.definition} -> 'masked'` })
      .from(keyVersions)
      .innerJoin(tableKeys, eq(tableKeys.id, keyVersions.tableKeyId))
      .innerJoin(tables, eq(tables.id, tableKeys.tableId))
      .where(and(sql`${keyVersions.content} ->> 'tableUuid' = ${tableUuid}`, ne(tables.id, tableId)));
    if (same.every(({ masked }) => masked.length === 0)) return [];
    await lockDefinitions(tx);
    const [table] = await tx.select().from(tables).where(eq(tables.id, tableId));
    if (table === undefined) return [];
    const { definition, keptMasks } = withMasks(table.definition, union(same.map(({ masked }) => masked)));
    if (keptMasks.length === 0) return [];
    await hideStored(tx, tableId, definition.masked);
    await tx
      .update(tables)
      .set({ definition, keptMasks: union([table.keptMasks, keptMasks]), updatedAt: sql`now()` })
      .where(eq(tables.id, tableId));
    return keptMasks;
  });
}

/**
 * Takes away what was stored before a column was masked and shows it: samples, and requests about keys, of which those under way end (files of
 * exports go with the next sweep); hides partition values of breakdowns where they stand.
 */
export async function hideStored(tx: Db, tableId: string, masked: readonly string[]): Promise<void> {
  const versions = tx
    .select({ id: keyVersions.id })
    .from(keyVersions)
    .innerJoin(tableKeys, eq(tableKeys.id, keyVersions.tableKeyId))
    .where(eq(tableKeys.tableId, tableId));
  await tx.delete(samples).where(inArray(samples.keyVersionId, versions));
  await tx.delete(keyRequests).where(eq(keyRequests.tableId, tableId));
  for (const { snapshotId, backlog } of await tx.select().from(backlogs).where(eq(backlogs.tableId, tableId))) {
    await tx
      .update(backlogs)
      .set({ backlog: maskBacklog(backlog, masked) })
      .where(and(eq(backlogs.tableId, tableId), eq(backlogs.snapshotId, snapshotId)));
  }
}

function union(lists: readonly (readonly string[])[]): string[] {
  return [...new Map(lists.flat().map((column) => [column.toLowerCase(), column])).values()].toSorted();
}
