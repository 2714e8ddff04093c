import { and, asc, isNull, lt, eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tables } from "../schema/tables.ts";
import { CATALOG_OF_TABLE } from "./catalog-tables.ts";
import type { RunState } from "#lib/names.ts";

export interface OverdueObservation {
  tableId: string;
  name: string;
  /** That it is read by, lower case; null: by its place. */
  catalog: string | null;
  dueAt: Date;
  lastSucceededAt: Date | null;
  lastRunState: RunState | null;
  lastErrorMessage: string | null;
}

/** Tables whose next observation was due before `before` and has not been made, longest overdue first; paused and archived ones are not due. */
export async function listOverdueObservations(db: Db, { before }: { before: Date }): Promise<OverdueObservation[]> {
  const rows = await db
    .select({
      tableId: tables.id,
      name: tables.name,
      catalog: CATALOG_OF_TABLE,
      dueAt: tables.nextObservationDueAt,
      lastSucceededAt: tables.lastSucceededAt,
      lastRunState: tables.lastRunState,
      lastErrorMessage: tables.lastErrorMessage,
    })
    .from(tables)
    .where(and(lt(tables.nextObservationDueAt, before), isNull(tables.archivedAt), eq(tables.paused, false)))
    .orderBy(asc(tables.nextObservationDueAt), asc(tables.name));
  return rows.flatMap(({ dueAt, ...row }) => (dueAt === null ? [] : [{ ...row, dueAt }]));
}
