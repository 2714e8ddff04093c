import { database } from "#app/_http/database.ts";
import { serviceNotes } from "#app/_http/service-notes.ts";
import { withinTime } from "#app/_http/within-time.ts";
import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import { listSilentLocks, type SilentLock } from "#db/queries/locks.ts";
import { findAdoptedHashes } from "#db/key-secret.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { probeWrite } from "#db/queries/probe-write.ts";
import type { Db } from "#db/client.ts";
import { getSchemaState, type SchemaState } from "#db/queries/schema-state.ts";
import { listWorkers, type WorkerRow } from "#db/queries/workers.ts";
import { asStoreError } from "#db/store-errors.ts";
import { describeFullDisk } from "#lib/data-folder.ts";
import { env } from "#lib/env.ts";
import { keySecretPlace } from "#lib/key-secret.ts";
import type { Readiness } from "#lib/contracts/readiness.ts";
import { AppError } from "#lib/errors.ts";
import { formatAge } from "#lib/units.ts";

type Part = Readiness["parts"]["worker"];

const ANSWER_MS_MAX = 4000;
const UNKNOWN = "Not known while Postgres does not answer.";

/** Open pages ask every few seconds, and each probe is a write. */
const PROBE_EVERY_MS = 5000;
let probed: { atMs: number; part: Part } | null = null;

/**
 * How the service stands now, part by part; whether it can store, as of `probeEveryMs` ago. Never throws, and takes four seconds at most.
 */
export async function readReadiness({ probeEveryMs = PROBE_EVERY_MS }: { probeEveryMs?: number } = {}): Promise<Readiness> {
  let parts: Readiness["parts"];
  try {
    const { state, workers, storage, locks, keySecret } = await withinTime(readStore(probeEveryMs), ANSWER_MS_MAX);
    parts = {
      postgres: { ok: true, message: "Postgres answers." },
      migrations: describeSchema(state),
      storage,
      worker: describeWorkers(workers),
      locks: describeLocks(locks),
      processes: describeProcesses(),
      extensions: describeExtensions(workers),
      keySecret,
    };
  } catch (error) {
    const unknown = { ok: false, message: UNKNOWN };
    parts = {
      postgres: { ok: false, message: faultOf(error) },
      migrations: unknown,
      storage: await describeStorageAlone(),
      worker: unknown,
      locks: unknown,
      processes: describeProcesses(),
      extensions: unknown,
      keySecret: unknown,
    };
  }
  return { ready: Object.values(parts).every(({ ok }) => ok), parts };
}

interface Store {
  state: SchemaState;
  workers: WorkerRow[];
  storage: Part;
  locks: SilentLock[];
  keySecret: Part;
}

async function readStore(probeEveryMs: number): Promise<Store> {
  const { db } = database();
  const state = await getSchemaState(db);
  if (state !== "current") {
    const unknown = { ok: false, message: "Unknown until the database has this version's schema." };
    return { state, workers: [], locks: [], storage: unknown, keySecret: unknown };
  }
  const [workers, locks] = [await listWorkers(db), await listSilentLocks(db, HELD_SECONDS_MAX)];
  return { state, workers, locks, storage: await probe(db, probeEveryMs), keySecret: await describeKeySecret(db) };
}

/** A web server that was started with another secret follows no link from before a rotation or an upgrade. */
async function describeKeySecret(db: Db): Promise<Part> {
  const stored = await findServiceState(db, "key_secret");
  if (stored === null) return { ok: true, message: "No secret of key hashes is in use yet." };
  try {
    if ((await findAdoptedHashes(stored, keySecretPlace(env()))) !== null)
      return { ok: true, message: "Key hashes have this database's secret." };
  } catch (error) {
    return { ok: false, message: faultOf(error) };
  }
  return { ok: false, message: "This process has another secret of key hashes than the database. Give it the same one, and restart it." };
}

async function probe(db: Db, everyMs: number): Promise<Part> {
  if (probed === null || performance.now() - probed.atMs >= everyMs) probed = { atMs: performance.now(), part: await tryStorage(db) };
  return probed.part;
}

/** Postgres may answer and take nothing any more; the folder holds exports, pasted secrets and often Postgres itself. */
async function tryStorage(db: Db): Promise<Part> {
  const fault = (await describeFullDisk(env().dataDir)) ?? (await probeWrite(db).then(() => null, faultOf));
  return fault === null ? { ok: true, message: "Results can be stored." } : { ok: false, message: fault };
}

/** A full disk is often why Postgres does not answer. */
async function describeStorageAlone(): Promise<Part> {
  const full = await describeFullDisk(env().dataDir);
  return { ok: false, message: full ?? UNKNOWN };
}

function faultOf(error: unknown): string {
  const fault = error instanceof AppError ? error : asStoreError(error, safeUrl());
  // Anything else may hold what nobody should read here.
  return fault instanceof AppError ? fault.message : "Postgres answers with an error; the log says which.";
}

function safeUrl(): string {
  try {
    return database().url;
  } catch {
    return "";
  }
}

function describeSchema(state: SchemaState): Part {
  switch (state) {
    case "current":
      return { ok: true, message: "The database has this version's schema." };
    case "older":
      return { ok: false, message: "The database lacks migrations of this version; `npm start` applies them." };
    case "newer":
      return { ok: false, message: "The database was last used by a newer Bergwatch; start that version again." };
  }
}

function describeWorkers(workers: readonly WorkerRow[]): Part {
  const alive = workers.filter(isWorkerAlive);
  const last = workers[0];
  if (alive.length === 1) return { ok: true, message: "One worker is running." };
  if (alive.length > 1) return { ok: true, message: `${alive.length} workers are running.` };
  if (last === undefined) return { ok: false, message: "No worker is running; `npm start` starts one." };
  return { ok: false, message: `No worker has been seen for ${formatAge(last.silentSeconds * 1000)}; \`npm start\` starts one.` };
}

/** Another worker takes the locks of one that is silent for 30 s, within seconds. */
const HELD_SECONDS_MAX = 45;

function describeLocks([first, ...others]: readonly SilentLock[]): Part {
  if (first === undefined) return { ok: true, message: "No silent worker holds a lock." };
  const { workerId, host, silentSeconds, backendPid } = first;
  const what = others.length === 0 ? "a lock" : `${others.length + 1} locks`;
  const held = `The worker ${workerId} on ${host} has given no sign for ${formatAge(silentSeconds * 1000)} and still holds ${what}, so no other worker can do its work.`;
  const isRefused = [first, ...others].some(({ endRefused }) => endRefused);
  const todo = isRefused
    ? `Another worker's role may not end its connection: grant that role pg_signal_backend, or end Postgres's process ${backendPid}.`
    : "Start another worker, or restart this one.";
  return { ok: false, message: `${held} ${todo}` };
}

/** State of the programs that the parent process runs. */
function describeProcesses(): Part {
  const notes = serviceNotes();
  if (notes.length === 0) return { ok: true, message: "No program was restarted." };
  return { ok: notes.every(({ isRunning }) => isRunning), message: notes.map(({ sentence }) => sentence).join(" ") };
}

function describeExtensions(workers: readonly WorkerRow[]): Part {
  const alive = workers.filter(isWorkerAlive);
  const fault = alive.find((worker) => worker.fault !== null)?.fault;
  if (fault != null) return { ok: false, message: fault };
  if (alive.length === 0) return { ok: false, message: "Unknown: no worker is running." };
  return { ok: true, message: "DuckDB's extensions are there." };
}
