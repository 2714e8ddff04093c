import type { Database } from "../client.ts";
import { withAdvisoryLock, type Locked } from "./advisory-lock.ts";

const LOST = "The connection that held the table's lock broke; the run stops, and a later one starts over.";

/** Does `work` while no other run of the table can, as `withAdvisoryLock` says. */
export async function withTableLock<T>(
  database: Pick<Database, "openSession" | "url">,
  { tableId, workerId }: { tableId: string; workerId: string },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Locked<T>> {
  return await withAdvisoryLock(database, { kind: "table", name: tableId, workerId, lost: LOST }, work);
}
