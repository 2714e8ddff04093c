import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { defaultSnapshot } from "#lib/config/facts-request.ts";
import type { Peek } from "#lib/iceberg/contract.ts";

/** What the polls so far left of a table. */
interface Polled {
  mark: string | null;
  /** In milliseconds of `now`; 0: at once. */
  nextMs: number;
}
export type PollMemory = Map<string, Polled>;

/** A clock that was set back must not stop the polls. */
const AHEAD_MS_MAX = 86_400_000;

/**
 * Looks at every table that waits for new snapshots and is due to be looked at, `pollersMax` at a time, and asks for a run where the
 * current snapshot is another than the one last read. Two system calls for a table at rest. Never rejects for a table. Returns how many
 * runs were new. What this process remembers is only to save work: a poller without memory reads each table's pointer once.
 */
export async function pollSnapshots(deps: TaskDeps, tables: readonly TableWithKeys[], memory: PollMemory): Promise<number> {
  const atMs = deps.now().getTime();
  const due = tables.filter((table) => isDue(table, memory.get(table.id), atMs));
  let inserted = 0;
  const unseen = new Map<string, number>();
  const pollOne = async (): Promise<void> => {
    for (let table = due.pop(); table !== undefined; table = due.pop()) {
      if (deps.stopping.aborted) return;
      inserted += (await pollTable(deps, table, memory, (why) => unseen.set(why, (unseen.get(why) ?? 0) + 1))) ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: deps.settings().pollersMax }, pollOne));
  // One line for a catalog, not one for each of its tables.
  for (const [why, count] of unseen) deps.log.warn({ tables: count }, `New snapshots of ${count} tables cannot be looked for: ${why}`);
  return inserted;
}

function isDue({ definition, paused, archivedAt, sampleClock }: TableWithKeys, polled: Polled | undefined, atMs: number): boolean {
  if (definition.schedule.by !== "snapshot" || paused || archivedAt !== null || sampleClock) return false;
  return polled === undefined || polled.nextMs <= atMs || polled.nextMs > atMs + AHEAD_MS_MAX;
}

/** True when a run was asked for. */
async function pollTable(deps: TaskDeps, table: TableWithKeys, memory: PollMemory, onUnseen: (why: string) => void): Promise<boolean> {
  const { schedule } = table.definition;
  const before = memory.get(table.id)?.mark ?? null;
  const pollMs = (schedule.by === "snapshot" ? schedule.pollSeconds : 0) * 1000;
  const polled: Polled = { mark: before, nextMs: deps.now().getTime() + pollMs };
  memory.set(table.id, polled);
  try {
    const peek = await peekAt(deps, table, before);
    if (peek.state === "unseen") onUnseen(peek.error.message);
    const asked = (await isNews(deps, table.id, peek)) && (await ask(deps, table));
    // Only now: what was seen and not asked for must be seen again.
    if ("mark" in peek) polled.mark = peek.mark;
    return asked;
  } catch (error) {
    deps.log.warn({ err: error, table: table.name }, "Looking for a new snapshot failed; it is tried again at the next poll.");
    return false;
  }
}

type Seen = Exclude<Peek, { state: "remote" }>;

/** Where the pointer cannot be looked at from here, the reader lists. */
async function peekAt(deps: TaskDeps, { definition }: TableWithKeys, mark: string | null): Promise<Seen> {
  const { location, relocated } = definition;
  const snapshot = defaultSnapshot(definition);
  const peek = await deps.peekTable({ location, snapshot }, mark);
  if (peek.state !== "remote") return peek;
  const listing = await deps.listSnapshots({ location, relocated, snapshot }, { signal: deps.stopping });
  const id = listing.snapshot?.id ?? null;
  return id === mark ? { state: "same" } : { state: "moved", mark: id ?? "", snapshotId: id };
}

/** A table that breaks is news once, so that the fault stands in a run. One that was never read is the schedule's. */
async function isNews({ database }: TaskDeps, tableId: string, peek: Seen): Promise<boolean> {
  if (peek.state === "same" || peek.state === "unseen") return false;
  const { lastObservedAt, lastSnapshotId, lastErrorCode } = await getTable(database.db, tableId);
  if (lastObservedAt === null) return false;
  return peek.state === "broken" ? lastErrorCode !== peek.error.code : peek.snapshotId !== lastSnapshotId;
}

async function ask({ database, queue, now, log }: TaskDeps, { id, name }: TableWithKeys): Promise<boolean> {
  const { run, inserted } = await requestRun(database.db, queue, { tableId: id, reason: "snapshot", scheduledFor: now() });
  if (inserted) log.info({ table: name, runId: run.id }, "The table has a new snapshot.");
  return inserted;
}
