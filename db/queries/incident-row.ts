import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { incidents } from "../schema/incidents.ts";
import type { IncidentRow } from "./incidents.ts";

/** One incident without its table and timeline; null: none has that id. */
export async function findIncidentRow(db: Db, incidentId: string): Promise<IncidentRow | null> {
  const [row] = await db.select().from(incidents).where(eq(incidents.id, incidentId));
  return row ?? null;
}
