import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { locks } from "../schema/locks.ts";
import { workers } from "../schema/workers.ts";
import { codeOf } from "../store-errors.ts";
import { AppError } from "#lib/errors.ts";

type LockKind = "table" | "sender" | "buttons";

export interface HeldLock {
  kind: LockKind;
  name: string;
  workerId: string;
}

/** After this long without a heartbeat, by Postgres's clock, a worker's locks go to other workers. */
const SILENT_WORKER_SECONDS = 30;

/** A lock with the session that took it, which is its fencing token. */
export type LockToken = Pick<HeldLock, "kind" | "name"> & { backendPid: number; backendStart: string };

/** Notes who has a lock; to be called on the session that took it. */
export async function noteLock(session: Db, { kind, name, workerId }: HeldLock): Promise<LockToken> {
  const { rows } = await session.execute<{ pid: number; start: string }>(sql`
    insert into ${locks} (kind, name, worker_id, backend_pid, backend_start)
    select ${kind}, ${name}, ${workerId}, pid, backend_start from pg_stat_activity where pid = pg_backend_pid()
    on conflict (kind, name) do update set worker_id = excluded.worker_id, backend_pid = excluded.backend_pid,
      backend_start = excluded.backend_start, taken_at = now(), end_refused = false
    returning backend_pid as pid, backend_start::text as start`);
  const [noted] = rows;
  if (noted === undefined) throw new Error("a session of Postgres sees itself");
  return { kind, name, backendPid: noted.pid, backendStart: noted.start };
}

/** Removes the note of a lock; call it on the session that holds the lock, before that ends. */
export async function forgetLock(session: Db, { kind, name }: Omit<HeldLock, "workerId">): Promise<void> {
  await session.delete(locks).where(and(eq(locks.kind, kind), eq(locks.name, name), sql`${locks.backendPid} = pg_backend_pid()`));
}

/** One half of a lock's number as `pg_locks` shows it. */
const half = (text: SQL): SQL => sql`(hashtext(${text})::bigint & 4294967295)::oid`;

/** The session that has a lock. Of another role's session its start is hidden; that it has the lock is not. */
const HAS_LOCK = sql`join pg_stat_activity session on session.pid = held.backend_pid
    and (session.backend_start = held.backend_start or session.backend_start is null)
    and exists (select from pg_locks taken where taken.locktype = 'advisory' and taken.granted and taken.pid = session.pid
      and taken.database = (select oid from pg_database where datname = current_database())
      and taken.classid = ${half(sql`'bergwatch ' || held.kind`)} and taken.objid = ${half(sql`held.name`)})`;

/**
 * Throws AppError cancelled unless the session of the token still has its lock. Nobody else notes the lock as theirs before `tx` ends, so what
 * `tx` writes is written by its holder.
 */
export async function checkLock(tx: Tx, { kind, name, backendPid, backendStart }: LockToken): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from ${locks} held ${HAS_LOCK}
    where held.kind = ${kind} and held.name = ${name} and held.backend_pid = ${backendPid}
      and held.backend_start = ${backendStart}::timestamptz
    for share of held`);
  if (rows.length === 0) throw new AppError("cancelled", "Another worker took over in the meantime; nothing was changed.");
}

/** A lock that a silent worker still has. */
export interface SilentLock extends HeldLock {
  host: string;
  backendPid: number;
  silentSeconds: number;
  /** A role that looked may not end its session. */
  endRefused: boolean;
}

/** Locks of workers silent for `silentSeconds`, longest first. Excludes locks whose session has ended. */
export async function listSilentLocks(db: Db, silentSeconds: number = SILENT_WORKER_SECONDS): Promise<SilentLock[]> {
  const { rows } = await db.execute<Record<keyof SilentLock, unknown>>(sql`
    select held.kind, held.name, held.worker_id as "workerId", owner.host, held.backend_pid as "backendPid", held.end_refused as "endRefused",
      extract(epoch from now() - owner.seen_at)::float8 as "silentSeconds"
    from ${locks} held
    join ${workers} owner on owner.id = held.worker_id and owner.seen_at < now() - make_interval(secs => ${silentSeconds})
    ${HAS_LOCK}
    order by owner.seen_at, held.kind, held.name`);
  return rows as unknown as SilentLock[];
}

/**
 * Ends the sessions of silent workers other than `workerId`, so that their locks are free; returns the locks. A session is known by its
 * process number and its start, so never a later one is ended. Where this role may not, the lock says so.
 */
export async function endSilentLocks(db: Db, workerId: string): Promise<SilentLock[]> {
  const ended: SilentLock[] = [];
  for (const lock of await listSilentLocks(db)) {
    if (lock.workerId === workerId) continue;
    const end = await endSession(db, lock);
    if (end === "ended") ended.push(lock);
    if (end === "refused") await noteRefused(db, lock);
  }
  return ended;
}

const END_MS_MAX = 2000;
const NO_RIGHT = "42501";

/** One statement looks and ends: the worker may have given a sign, or the session ended, since it was listed. */
async function endSession(db: Db, { kind, name, backendPid }: SilentLock): Promise<"ended" | "over" | "refused"> {
  try {
    const { rows } = await db.execute<{ ended: boolean | null }>(sql`
      select case when session.backend_start is not null then pg_terminate_backend(session.pid, ${END_MS_MAX}) end as ended
      from ${locks} held
      join ${workers} owner on owner.id = held.worker_id and owner.seen_at < now() - make_interval(secs => ${SILENT_WORKER_SECONDS})
      ${HAS_LOCK}
      where held.kind = ${kind} and held.name = ${name} and held.backend_pid = ${backendPid}`);
    const [session] = rows;
    if (session === undefined) return "over";
    return session.ended === null ? "refused" : session.ended ? "ended" : "over";
  } catch (error) {
    if (codeOf(error) === NO_RIGHT) return "refused";
    throw error;
  }
}

async function noteRefused(db: Db, { kind, name, backendPid }: SilentLock): Promise<void> {
  await db
    .update(locks)
    .set({ endRefused: true })
    .where(and(eq(locks.kind, kind), eq(locks.name, name), eq(locks.backendPid, backendPid)));
}

/** Forgets locks whose session has ended without a word. */
export async function sweepLocks(db: Db): Promise<void> {
  await db.execute(sql`
    delete from ${locks} where not exists (
      select from pg_stat_activity session
      where session.pid = ${locks.backendPid} and (session.backend_start = ${locks.backendStart} or session.backend_start is null))`);
}
