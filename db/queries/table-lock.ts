import { sql } from "drizzle-orm";
import type { Database, Session } from "../client.ts";
import { asStoreError } from "../store-errors.ts";
import { AppError } from "#lib/errors.ts";

export type Locked<T> = { busy: true } | { busy: false; value: T };

/**
 * Does `work` while no other run of the table can, on any machine; `busy` at once when one does. The lock lives in a session of its own and is
 * freed when that ends, so a killed process holds nothing. `signal` aborts (AppError store_unreachable) when the session breaks in the middle:
 * the lock is gone then, and the work should stop.
 * Throws what `work` throws; store_unreachable when Postgres does not answer.
 */
export async function withTableLock<T>(
  { openSession, url }: Pick<Database, "openSession" | "url">,
  tableId: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Locked<T>> {
  const lost = new AbortController();
  let ending = false;
  const onClose = () => {
    if (ending) return;
    lost.abort(
      new AppError("store_unreachable", "The connection that held the table's lock broke; the run stops, and a later one starts over."),
    );
  };
  let session: Session | undefined;
  try {
    session = await openSession(onClose);
    // Two halves: the first keeps Bergwatch's locks apart from other programs' in the same database.
    const { rows } = await session.db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_lock(hashtext('bergwatch table'), hashtext(${tableId})) as taken`,
    );
    if (rows[0]?.taken !== true) return { busy: true };
    return { busy: false, value: await work(lost.signal) };
  } catch (error) {
    throw asStoreError(error, url);
  } finally {
    ending = true;
    await session?.end().catch(() => {});
  }
}
