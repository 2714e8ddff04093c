import { asc, desc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { workers } from "../schema/workers.ts";

export interface WorkerSign {
  /** As in `runs.worker_id`. */
  id: string;
  host: string;
  processId: number;
  /** Why it cannot read tables; null: it can. */
  fault: string | null;
}

export interface WorkerRow extends WorkerSign {
  startedAt: Date;
  /** How long ago it gave a sign of life, by Postgres's clock. */
  silentSeconds: number;
}

/** Notes that a worker lives; those that have been silent for a day are forgotten. */
export async function noteWorker(db: Db, sign: WorkerSign): Promise<void> {
  const { id, fault } = sign;
  const known = await db
    .update(workers)
    .set({ fault, seenAt: sql`now()` })
    .where(eq(workers.id, id))
    .returning({ id: workers.id });
  if (known.length > 0) return;
  await db.delete(workers).where(lt(workers.seenAt, sql`now() - interval '1 day'`));
  await db.insert(workers).values(sign).onConflictDoNothing();
}

/** A worker that ends in good order is not missed. */
export async function forgetWorker(db: Db, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id));
}

/** The workers that are known, the one seen last first. */
export async function listWorkers(db: Db): Promise<WorkerRow[]> {
  return await db
    .select({
      id: workers.id,
      host: workers.host,
      processId: workers.processId,
      fault: workers.fault,
      startedAt: workers.startedAt,
      silentSeconds: sql<number>`extract(epoch from now() - ${workers.seenAt})::double precision`,
    })
    .from(workers)
    .orderBy(desc(workers.seenAt), asc(workers.id));
}
