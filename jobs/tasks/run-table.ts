import { z } from "zod";
import { completeRun } from "#db/queries/complete-run.ts";
import { shouldMakeRoom } from "#db/queries/make-room.ts";
import {
  failRun,
  releaseRun,
  skipRun,
  startRun,
  updateRunProgress,
  whileHeld,
  type Alongside,
  type RunClaim,
} from "#db/queries/run-states.ts";
import { getRun, type RunRow } from "#db/queries/runs.ts";
import { markSnapshotExpired } from "#db/queries/snapshots.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { withTableLock } from "#db/queries/table-lock.ts";
import { sendRun } from "#db/request-run.ts";
import { asStoreError, isStoreUnreachable } from "#db/store-errors.ts";
import { continueHistory } from "#jobs/run/continue-history.ts";
import { findCatalogHold, type CatalogHold } from "#jobs/run/catalog-hold.ts";
import { judgeRun } from "#jobs/run/judge-run.ts";
import { noteCatalogLook } from "#jobs/run/note-catalog-look.ts";
import { readTable } from "#jobs/run/read-table.ts";
import { ATTEMPTS_MAX, attemptsThatCount, retryAfterSeconds } from "#jobs/run/retry-policy.ts";
import { watchRun, type RunWatch, type StopReason } from "#jobs/run/run-watch.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { AppError, CatalogFault, nullWhen } from "#lib/errors.ts";

export const RunTableInput = z.strictObject({ runId: z.uuid() });
export type RunTableInput = z.infer<typeof RunTableInput>;

/** `retried`: it goes on later. `made room`: so does this, once a person's run had its turn. `held`: so does this, once its catalog may be asked again. `busy`: another run has the table, this one waits. `over`: it had ended before, or ended by another hand. */
export type RunTableResult = "succeeded" | "failed" | "skipped" | "retried" | "made room" | "held" | "busy" | "over";

const BUSY_RETRY_SECONDS = 2;
/** Long enough for the run that waits to be taken first. */
const MADE_ROOM_RETRY_SECONDS = 3;

export const runTableTask = defineTask({
  name: "run-table",
  payload: RunTableInput,
  run: async (deps, input) => void (await runTable(deps, input)),
});

/**
 * One execution of a table's checks, from the lock to what is stored. Harmless when it is repeated: a run that ended is left alone, one
 * whose worker died is taken over, and what a lost attempt still has to say is not stored.
 * Rejects when the run is to go on elsewhere: this worker stops, or the store is silent.
 */
export async function runTable(deps: TaskDeps, { runId }: RunTableInput): Promise<RunTableResult> {
  const { db } = deps.database;
  // null: forgotten since it was sent, or of another database.
  const run = await nullWhen("unknown_run", getRun(db, runId));
  if (run === null) return "over";
  const end = isUnderWay(run) ? await runLocked(deps, run) : "over";
  // A step that another hand ended, such as a person's who cancelled it. Its job stays until this is done.
  if (end === "over" && run.reason === "history") await db.transaction(withNextStep(deps, run));
  return end;
}

async function runLocked(deps: TaskDeps, run: RunRow): Promise<RunTableResult> {
  const table = await getTable(deps.database.db, run.tableId);
  const locked = await withTableLock(deps.database, { tableId: table.id, workerId: deps.workerId }, async (lockLost) => {
    return await attemptRun(deps, { run, table, lockLost });
  });
  if (!locked.busy) return locked.value;
  await sendRun(deps.queue, run, { afterSeconds: BUSY_RETRY_SECONDS });
  return "busy";
}

function isUnderWay({ state }: RunRow): boolean {
  return state === "queued" || state === "running";
}

interface Attempt {
  run: RunRow;
  table: TableWithKeys;
  lockLost: AbortSignal;
}

/** We have the lock, so a run that is running lost its worker, and its next attempt is ours. */
async function attemptRun(deps: TaskDeps, { run: seen, table, lockLost }: Attempt): Promise<RunTableResult> {
  const { db } = deps.database;
  // Between the first look and the lock another worker may have ended it.
  const before = await getRun(db, seen.id);
  if (!isUnderWay(before)) return "over";
  const started = await startRun(db, { runId: seen.id, workerId: deps.workerId });
  if (!started.started) return "over";
  const { run, claim } = started;
  const log = deps.log.child({ runId: run.id, table: table.name, reason: run.reason, attempt: run.attempt });
  const waits = run.reason === "history" ? { shouldMakeRoom: async () => await shouldMakeRoom(db, run.id) } : {};
  const watch = watchRun({ db, claim, log, now: deps.now, stopping: deps.stopping, lockLost, ...waits });
  if (before.state === "running") watch.note("warn", `The worker ${before.workerId} was lost; the run starts over.`);
  try {
    const refusal = refuse(run, table);
    if (refusal !== null) return await endSkipped(deps, { run, claim, watch, why: refusal });
    if (attemptsThatCount(run) > ATTEMPTS_MAX)
      throw new AppError("reader_crashed", `The run began ${ATTEMPTS_MAX} times and its workers died. It was abandoned.`);
    const hold = await findCatalogHold(deps, run, table);
    if (hold !== null) return await endHeld(deps, { run, claim, watch, hold });
    const reading = await readTable({ deps, table, run, claim, watch });
    if ("skipped" in reading) return await endSkipped(deps, { run, claim, watch, why: reading.skipped });
    await watch.flush();
    const judged = { table, run, completed: reading.completed, now: deps.now(), queue: deps.queue };
    const stored = await completeRun(db, claim, reading.completed, async (tx) => {
      await judgeRun(tx, judged);
      await continueHistory(deps, run.tableId, tx);
    });
    if (!stored) return "over";
    await noteAnswer(deps, table);
    const told = { ms: reading.completed.cost.ms, snapshotId: reading.completed.snapshot?.id };
    // Hundreds of those for history follow the first; what a person waits for would be lost among them.
    log[run.reason === "history" ? "debug" : "info"](told, "The run succeeded.");
    return "succeeded";
  } catch (error) {
    return await endFailed(deps, { run, table, claim, watch, error, codeBefore: before.state === "queued" ? before.errorCode : null });
  } finally {
    watch.end();
  }
}

/** Why a run that was wanted when it was sent is not wanted any more; null when it is. */
function refuse({ reason }: RunRow, { name, archivedAt, paused }: TableWithKeys): string | null {
  if (archivedAt !== null) return `The table ${name} was taken out of the configuration.`;
  return paused && reason !== "person" ? `The table ${name} is paused.` : null;
}

async function endSkipped(
  deps: TaskDeps,
  { run, claim, watch, why }: { run: RunRow; claim: RunClaim; watch: RunWatch; why: string },
): Promise<RunTableResult> {
  watch.note("info", why);
  await watch.flush();
  return (await skipRun(deps.database.db, claim, why, withNextStep(deps, run))) ? "skipped" : "over";
}

/** It is no doing of the run that its catalog is left alone, so the attempt does not count. */
async function endHeld(
  deps: TaskDeps,
  { run, claim, watch, hold: { why, waits } }: { run: RunRow; claim: RunClaim; watch: RunWatch; hold: CatalogHold },
): Promise<RunTableResult> {
  if (waits === null) return await endSkipped(deps, { run, claim, watch, why });
  watch.note("info", why);
  await watch.flush();
  return (await releaseRun(deps.database.db, claim, why, withRetry(deps, run, waits))) ? "held" : "over";
}

/** That the table was read says that its catalog answers. */
async function noteAnswer(deps: TaskDeps, { definition }: TableWithKeys): Promise<void> {
  const catalog = catalogOf(definition);
  if (catalog !== null) await noteCatalogLook(deps, catalog, { ok: true });
}

async function noteFailure(deps: TaskDeps, { definition }: TableWithKeys, error: unknown): Promise<number | null> {
  const catalog = catalogOf(definition);
  if (catalog === null || !(error instanceof CatalogFault)) return null;
  const { code, message, retryAfterMs } = error;
  await noteCatalogLook(deps, catalog, { ok: false, error: { code, message }, retryAfterMs });
  return retryAfterMs;
}

/** Whatever a run came to: a snapshot that cannot be read is no reason to leave the others out. */
function withNextStep(deps: TaskDeps, { tableId }: RunRow): Alongside {
  return async (tx) => void (await continueHistory(deps, tableId, tx));
}

function withRetry({ queue }: TaskDeps, run: RunRow, afterSeconds: number): Alongside {
  return async (tx) => await sendRun(queue, run, { tx, afterSeconds });
}

const RELEASES: Readonly<Record<Exclude<StopReason, "claim lost">, string>> = {
  "lock lost": "The connection to Postgres broke; the run starts over.",
  "worker stopping": "The worker was stopped; the run starts over with the next.",
  "made room": "The reading made room for a run that a person asked for; it starts over afterwards.",
};

/** Nothing of it is the run's doing, so the attempt does not count. Rejects where this worker shall not take the run up again. */
async function endReleased(
  deps: TaskDeps,
  { run, claim, watch, stopped }: { run: RunRow; claim: RunClaim; watch: RunWatch; stopped: Exclude<StopReason, "claim lost"> },
): Promise<RunTableResult> {
  const why = RELEASES[stopped];
  watch.note("info", why);
  await watch.flush();
  const madeRoom = stopped === "made room";
  const released = await releaseRun(deps.database.db, claim, why, madeRoom ? withRetry(deps, run, MADE_ROOM_RETRY_SECONDS) : undefined);
  if (!madeRoom) throw new AppError("cancelled", why);
  return released ? "made room" : "over";
}

interface FailedRun {
  run: RunRow;
  table: TableWithKeys;
  claim: RunClaim;
  watch: RunWatch;
  error: unknown;
  /** Of the attempt before, unless that one was lost with its worker. */
  codeBefore: string | null;
}

async function endFailed(deps: TaskDeps, { run, table, claim, watch, error, codeBefore }: FailedRun): Promise<RunTableResult> {
  const { db } = deps.database;
  const stopped = watch.signal.aborted ? (watch.signal.reason as StopReason) : null;
  if (stopped === "claim lost") return "over";
  if (stopped !== null) return await endReleased(deps, { run, claim, watch, stopped });
  // The run's row cannot be written now; the queue gives the job out again, and the next attempt takes the run over.
  if (isStoreUnreachable(error)) throw error;
  // What follows says something of table and catalog, which a lost attempt may not.
  if (!(await updateRunProgress(db, claim))) return "over";
  const { code, message } = toAppError(asStoreError(error, deps.database.url));
  if (run.reason === "history" && code === "unknown_snapshot" && run.askedSnapshotId !== null) {
    const { askedSnapshotId } = run;
    await whileHeld(db, claim, async (tx) => await markSnapshotExpired(tx, table.id, askedSnapshotId));
    return await endSkipped(deps, { run, claim, watch, why: `Snapshot ${run.askedSnapshotId} expired before it was read.` });
  }
  const asksMs = await noteFailure(deps, table, error);
  const policy = retryAfterSeconds({ code, attempt: attemptsThatCount(run), codeBefore });
  const afterSeconds = policy === null ? null : Math.max(policy, Math.ceil((asksMs ?? 0) / 1000));
  watch.note("error", afterSeconds === null ? message : `${message} It is tried again in ${afterSeconds} s.`);
  if (code === "internal") deps.log.error({ err: error, runId: run.id }, "A run failed in a way that is not known.");
  await watch.flush();
  const retry = afterSeconds !== null;
  const alongside = retry ? withRetry(deps, run, afterSeconds) : withNextStep(deps, run);
  if (!(await failRun(db, claim, { code, message }, { retry, alongside }))) return "over";
  return retry ? "retried" : "failed";
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const fault = error instanceof Error ? error.message : String(error);
  return new AppError("internal", `The run failed in a way that is not known: ${fault}. Please report it with the worker's log.`, {
    cause: error,
  });
}
