import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { requestRun } from "#db/request-run.ts";
import { noteCatalogLook } from "#jobs/run/note-catalog-look.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { defaultSnapshot } from "#lib/config/facts-request.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import type { Peek } from "#lib/iceberg/contract-peek.ts";
import { afterLook, isQuiet, type CatalogLook } from "#lib/judging/catalog-health.ts";

/** What the polls so far left of a table. */
interface Polled {
  mark: string | null;
  /** In milliseconds of `now`; 0: at once. */
  nextMs: number;
}
export interface PollMemory {
  tables: Map<string, Polled>;
  /** Looks under way at catalogs that failed, by the catalog in lower case: one at a time. */
  probes: Map<string, Promise<void>>;
  /** Catalogs that were not well in the round before. */
  held: Set<string>;
}

export function emptyPollMemory(): PollMemory {
  return { tables: new Map(), probes: new Map(), held: new Set() };
}

/** A poll comes a little early, so that with the time of a round a commit is seen within the time that the file says. */
const EARLY = 0.95;
/** A clock that was set back must not stop the polls. */
const AHEAD_MS_MAX = 86_400_000;
/** Within so long the tables of a catalog that is well again are looked at, so that it is not overrun; within less where they are few. */
const SPREAD_MS = { all: 45_000, each: 100 };

/**
 * Looks at every table that waits for new snapshots and is due to be looked at, `pollersMax` at a time, and asks for a run where the
 * current snapshot is another than the one last read. Two system calls for a table at rest. A catalog that fails is left alone; when its time has
 * come, one look at one of its tables tells whether it is well. Never rejects for a table. Returns how many
 * runs were new. What this process remembers is only to save work: a poller without memory reads each table's pointer once.
 */
export async function pollSnapshots(deps: TaskDeps, tables: readonly TableWithKeys[], memory: PollMemory): Promise<number> {
  const now = deps.now();
  const round = {
    deps,
    memory,
    catalogs: new Map((await listCatalogHealth(deps.database.db)).map((one) => [one.name.toLowerCase(), one])),
  };
  spreadRecovered(round, tables);
  for (const health of round.catalogs.values()) {
    if (health.state !== "well" && !isQuiet(health, now)) startProbe(round, health, tables);
  }
  const due = tables.filter((table) => isDue(table, memory.tables.get(table.id), now.getTime()) && !isHeld(round, table));
  let inserted = 0;
  const unseen = new Map<string, number>();
  const pollOne = async (): Promise<void> => {
    for (let table = due.pop(); table !== undefined; table = due.pop()) {
      if (deps.stopping.aborted) return;
      // Another look of this round may have failed meanwhile.
      if (isHeld(round, table)) continue;
      inserted += (await pollTable(round, table, (why) => unseen.set(why, (unseen.get(why) ?? 0) + 1))) ? 1 : 0;
    }
  };
  await Promise.all(Array.from({ length: deps.settings().pollersMax }, pollOne));
  // One line for a catalog, not one for each of its tables.
  for (const [why, count] of unseen) deps.log.warn({ tables: count }, `Cannot check ${count} tables for new snapshots: ${why}`);
  return inserted;
}

interface Round {
  deps: TaskDeps;
  memory: PollMemory;
  /** How they do, by their names in lower case. */
  catalogs: Map<string, CatalogHealth>;
}

function isHeld({ catalogs }: Round, table: TableWithKeys): boolean {
  const health = catalogs.get(catalogOf(table.definition)?.toLowerCase() ?? "");
  return health !== undefined && health.state !== "well";
}

/** Whatever was committed while nobody looked is to be seen: the marks are forgotten. */
function spreadRecovered({ deps, memory, catalogs }: Round, tables: readonly TableWithKeys[]): void {
  const now = deps.now().getTime();
  for (const name of memory.held) {
    if (catalogs.get(name)?.state !== "well") continue;
    const polled = tables.filter(
      (table) => table.definition.schedule.by === "snapshot" && catalogOf(table.definition)?.toLowerCase() === name,
    );
    const step = Math.min(SPREAD_MS.each, SPREAD_MS.all / polled.length);
    for (const [place, { id }] of polled.entries()) memory.tables.set(id, { mark: null, nextMs: now + Math.floor(place * step) });
  }
  memory.held = new Set([...catalogs].flatMap(([name, { state }]) => (state === "well" ? [] : [name])));
}

/** Nobody waits for it: a catalog that never answers must not hold up the others. Each time another table, for the fault may be one table's. */
function startProbe(round: Round, { name, failures }: CatalogHealth, tables: readonly TableWithKeys[]): void {
  const { probes } = round.memory;
  const key = name.toLowerCase();
  const watched = tables.filter((one) => !one.paused && one.archivedAt === null && catalogOf(one.definition)?.toLowerCase() === key);
  const table = watched[failures % watched.length];
  if (table === undefined || probes.has(key)) return;
  const probe = async (): Promise<void> => {
    try {
      await peekAt(round, table, null);
    } catch (error) {
      round.deps.log.warn({ err: error, catalog: name }, "Looking at a catalog that failed was interrupted; it is tried again.");
    } finally {
      probes.delete(key);
    }
  };
  probes.set(key, probe());
}

function isDue({ definition, paused, archivedAt, sampleClock }: TableWithKeys, polled: Polled | undefined, atMs: number): boolean {
  if (definition.schedule.by !== "snapshot" || paused || archivedAt !== null || sampleClock) return false;
  return polled === undefined || polled.nextMs <= atMs || polled.nextMs > atMs + AHEAD_MS_MAX;
}

/** True when a run was asked for. */
async function pollTable(round: Round, table: TableWithKeys, onUnseen: (why: string) => void): Promise<boolean> {
  const { deps, memory } = round;
  const { schedule } = table.definition;
  const before = memory.tables.get(table.id)?.mark ?? null;
  const pollMs = (schedule.by === "snapshot" ? schedule.pollSeconds : 0) * 1000 * EARLY;
  const polled: Polled = { mark: before, nextMs: deps.now().getTime() + pollMs };
  memory.tables.set(table.id, polled);
  try {
    const peek = await peekAt(round, table, before);
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

/** Where the pointer cannot be looked at from here, the reader lists. What it says of a catalog is noted. */
async function peekAt(round: Round, table: TableWithKeys, mark: string | null): Promise<Seen> {
  const { deps } = round;
  const { location, relocated } = table.definition;
  const snapshot = defaultSnapshot(table.definition);
  const peek = await deps.peekTable({ location, snapshot }, mark);
  if (peek.state !== "remote") {
    await noteLook(round, table, peek);
    return peek;
  }
  const listing = await deps.listSnapshots({ location, relocated, snapshot }, { signal: deps.stopping });
  const id = listing.snapshot?.id ?? null;
  return id === mark ? { state: "same" } : { state: "moved", mark: id ?? "", snapshotId: id };
}

/** One that could not even be asked, such as for want of a name in the configuration, says nothing of the catalog. */
async function noteLook({ deps, catalogs }: Round, table: TableWithKeys, peek: Seen): Promise<void> {
  const name = catalogOf(table.definition);
  if (name === null || (peek.state === "unseen" && !peek.ofCatalog)) return;
  const look: CatalogLook = peek.state === "unseen" ? { ok: false, error: peek.error, retryAfterMs: peek.retryAfterMs } : { ok: true };
  // By what this round knows: a thousand tables at rest are no thousand queries.
  if (afterLook(catalogs.get(name.toLowerCase()) ?? null, name, look, deps.now()) === null) return;
  const health = await noteCatalogLook(deps, name, look);
  if (health !== null) catalogs.set(name.toLowerCase(), health);
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
