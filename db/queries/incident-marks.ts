import { and, asc, desc, inArray, ne } from "drizzle-orm";
import type { Db } from "../client.ts";
import { incidents } from "../schema/incidents.ts";

/** The unresolved incidents of a table: how many, and which is the gravest. */
export interface IncidentMark {
  count: number;
  /** The gravest, of equals the one opened last. */
  id: string;
}

/** Those of these tables that have any, by table. One look at the index of unresolved incidents. */
export async function listIncidentMarks(db: Db, tableIds: readonly string[]): Promise<Map<string, IncidentMark>> {
  if (tableIds.length === 0) return new Map();
  const rows = await db
    .select({ tableId: incidents.tableId, id: incidents.id })
    .from(incidents)
    .where(and(ne(incidents.state, "resolved"), inArray(incidents.tableId, [...tableIds])))
    // By name "alert" is before "warn".
    .orderBy(asc(incidents.severity), desc(incidents.lastOpenedAt));
  const marks = new Map<string, IncidentMark>();
  for (const { tableId, id } of rows) {
    if (tableId === null) continue;
    const known = marks.get(tableId);
    marks.set(tableId, { count: (known?.count ?? 0) + 1, id: known?.id ?? id });
  }
  return marks;
}
