import type { Db } from "../client.ts";
import { storeJudgement } from "../judge-table.ts";
import { listTables } from "../queries/tables.ts";

/** Judges the newest observation of each key of the seeded tables, as a run would have at `now`. Incidents stay as they were seeded. */
export async function seedVerdicts(db: Db, prefix: string, now: Date): Promise<void> {
  for (const table of await listTables(db)) {
    if (table.name.startsWith(`${prefix}.`)) await db.transaction(async (tx) => await storeJudgement(tx, { table, now }));
  }
}
