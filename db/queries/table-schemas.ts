import { and, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { snapshots } from "../schema/snapshots.ts";
import { tableSchemas } from "../schema/table-schemas.ts";
import type { TableColumn } from "#lib/iceberg/contract.ts";

/** Notes the columns of a schema; those seen last hold: a table made anew under its name numbers its schemas anew. */
export async function recordTableSchema(
  db: Db,
  { tableId, schemaId, columns }: { tableId: string; schemaId: number | null; columns: readonly TableColumn[] },
): Promise<void> {
  const values = { tableId, schemaId, columns: [...columns] };
  await db
    .insert(tableSchemas)
    .values(values)
    .onConflictDoUpdate({
      target: [tableSchemas.tableId, tableSchemas.schemaId],
      set: { columns: values.columns, seenAt: sql`now()` },
      setWhere: sql`${tableSchemas.columns} is distinct from excluded.columns`,
    });
}

/** The columns of the schema that a snapshot has; null when it was never read, or nobody knows the snapshot. */
export async function findSnapshotColumns(
  db: Db,
  { tableId, snapshotId }: { tableId: string; snapshotId: string },
): Promise<TableColumn[] | null> {
  const [known] = await db
    .select({ columns: tableSchemas.columns })
    .from(snapshots)
    .innerJoin(
      tableSchemas,
      and(eq(tableSchemas.tableId, snapshots.tableId), sql`${tableSchemas.schemaId} is not distinct from ${snapshots.schemaId}`),
    )
    .where(and(eq(snapshots.tableId, tableId), eq(snapshots.snapshotId, snapshotId)));
  return known?.columns ?? null;
}

/** The columns of the schema that was seen last; null: none was. */
export async function findLatestColumns(db: Db, tableId: string): Promise<TableColumn[] | null> {
  const [known] = await db
    .select({ columns: tableSchemas.columns })
    .from(tableSchemas)
    .where(eq(tableSchemas.tableId, tableId))
    .orderBy(desc(tableSchemas.seenAt))
    .limit(1);
  return known?.columns ?? null;
}
