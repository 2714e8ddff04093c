import { sql } from "drizzle-orm";
import type { Database, Session, Tx } from "../client.ts";
import { asStoreError } from "../store-errors.ts";
import { AppError } from "#lib/errors.ts";
import { checkLock, forgetLock, noteLock, type HeldLock } from "./locks.ts";

/** For a process that was frozen, which hears late that its lock went to another. */
export interface LockFence {
  /** Asks the lock's own session. */
  isHeld: () => Promise<boolean>;
  /** To be called first in a transaction. Throws AppError cancelled when the lock is lost; else nobody gets it before the transaction ends. */
  check: (tx: Tx) => Promise<void>;
}

export type Locked<T> = { busy: true } | { busy: false; value: T };

/**
 * Does `work` while no other work of this kind and name can, on any machine; `busy` at once when one does. The lock lives in a session of its
 * own and is freed when that ends, so a killed process holds nothing, and a frozen one only until another worker ends its session
 * (`endSilentLocks`). `signal` aborts (AppError store_unreachable with the sentence `lost`)
 * when the session breaks in the middle: the lock is gone then, and the work should stop.
 * Throws what `work` throws; store_unreachable when Postgres does not answer.
 */
export async function withAdvisoryLock<T>(
  { openSession, url }: Pick<Database, "openSession" | "url">,
  { lost: sentence, ...lock }: HeldLock & { lost: string },
  work: (signal: AbortSignal, fence: LockFence) => Promise<T>,
): Promise<Locked<T>> {
  const lost = new AbortController();
  let ending = false;
  const onClose = () => {
    if (!ending) lost.abort(new AppError("store_unreachable", sentence));
  };
  let session: Session | undefined;
  let taken = false;
  try {
    session = await openSession(onClose);
    // Two halves: the first keeps Bergwatch's locks apart from other programs' in the same database.
    const { rows } = await session.db.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_lock(hashtext(${`bergwatch ${lock.kind}`}), hashtext(${lock.name})) as taken`,
    );
    if (rows[0]?.taken !== true) return { busy: true };
    taken = true;
    const token = await noteLock(session.db, lock);
    const { db } = session;
    const isHeld = async () =>
      await db.execute(sql`select`).then(
        () => true,
        () => false,
      );
    const check = async (tx: Tx) => await checkLock(tx, token);
    return { busy: false, value: await work(lost.signal, { isHeld, check }) };
  } catch (error) {
    throw asStoreError(error, url);
  } finally {
    ending = true;
    if (taken && !lost.signal.aborted) await (session && forgetLock(session.db, lock).catch(() => {}));
    await session?.end().catch(() => {});
  }
}
