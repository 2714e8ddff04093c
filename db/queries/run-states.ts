import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { runLogs } from "../schema/run-logs.ts";
import { runs, type RunProgress } from "../schema/runs.ts";
import { tables } from "../schema/tables.ts";
import { AppError } from "#lib/errors.ts";
import { RUN_LOG_LEVELS, type RunLogLevel, type RunState } from "#lib/names.ts";
import type { RunRow } from "./runs.ts";

/**
 * The right to write to a run: its id and the attempt that began. Who lost it (the run was cancelled, ended, or taken over by the next
 * attempt) changes nothing any more: each statement below repeats the claim's condition.
 */
export interface RunClaim {
  runId: string;
  attempt: number;
}

export type StartedRun = { started: true; run: RunRow; claim: RunClaim } | { started: false; state: RunState | "unknown" };

const LOG_LINES_MAX = 500;
const LOG_LINE_CHARS_MAX = 2000;

/**
 * Begins an attempt: of a queued run, of a failed one (a retry), or of one that is running (its worker died; the claim of the attempt
 * before ends here). A run that succeeded, was cancelled or skipped is not begun again.
 */
export async function startRun(db: Db, { runId, workerId }: { runId: string; workerId: string }): Promise<StartedRun> {
  return await db.transaction(async (tx) => {
    const [run] = await tx
      .update(runs)
      .set({
        state: "running",
        workerId,
        attempt: sql`${runs.attempt} + 1`,
        startedAt: sql`now()`,
        heartbeatAt: sql`now()`,
        finishedAt: null,
        progress: null,
        errorCode: null,
        errorMessage: null,
      })
      .where(and(eq(runs.id, runId), inArray(runs.state, ["queued", "running", "failed"])))
      .returning();
    if (!run) {
      const [known] = await tx.select({ state: runs.state }).from(runs).where(eq(runs.id, runId));
      return { started: false, state: known?.state ?? "unknown" };
    }
    await noteLastRun(tx, run);
    return { started: true, run, claim: { runId, attempt: run.attempt } };
  });
}

/**
 * What a run writes beside its end, in a transaction at whose end the claim still holds. Throws AppError cancelled, with nothing written, when
 * it is lost: a worker that was frozen goes on where it stopped.
 */
export async function whileHeld<T>(db: Db, claim: RunClaim, write: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction(async (tx) => {
    const [held] = await tx.select({ id: runs.id }).from(runs).where(holds(claim)).for("share");
    if (held === undefined) throw new AppError("cancelled", "The run ended, or another worker took it over.");
    return await write(tx);
  });
}

/** Says where the run is, and that its worker lives. False: the claim is lost, and the worker should stop. */
export async function updateRunProgress(db: Db, claim: RunClaim, progress?: RunProgress): Promise<boolean> {
  const updated = await db
    .update(runs)
    .set({ heartbeatAt: sql`now()`, ...(progress && { progress }) })
    .where(holds(claim))
    .returning({ id: runs.id });
  return updated.length > 0;
}

/**
 * Appends lines to the run's log. It holds 500 lines; the last says that the rest was left out. Longer lines than 2,000 characters are cut.
 * Order is kept for one caller at a time. Nothing is said by a claim that is lost.
 */
export async function appendRunLog(
  db: Db,
  { runId, attempt }: RunClaim,
  lines: readonly { at: Date; level: RunLogLevel; message: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  const json = JSON.stringify(lines.map(({ at, level, message }) => ({ at, level, message: cut(message) })));
  // One statement: the count and the insert see the same log. The line that says "left out" is the last that fits.
  await db.execute(sql`
    with claim as (select from ${runs} where id = ${runId} and attempt = ${attempt} and state = 'running' for share)
    insert into ${runLogs} (run_id, line, at, level, message)
    select ${runId}, held.lines + said.n, said.at,
      case when held.lines + said.n = ${LOG_LINES_MAX} then ${RUN_LOG_LEVELS[1]} else said.level end,
      case when held.lines + said.n = ${LOG_LINES_MAX}
        then ${`The log of a run holds ${LOG_LINES_MAX} lines; what came after is in the service's own log.`} else said.message end
    from (select count(*)::int as lines from ${runLogs} where run_id = ${runId}) as held,
      rows from (jsonb_to_recordset(${json}::jsonb) as (at timestamptz, level text, message text)) with ordinality as said (at, level, message, n)
    where held.lines + said.n <= ${LOG_LINES_MAX} and exists (select from claim)
    on conflict do nothing`);
}

export interface RunFailure {
  code: string;
  /** Safe to show. */
  message: string;
}

/** What is written in the transaction that ends a run, such as messages of the queue: neither is there without the other. */
export type Alongside = (tx: Tx) => Promise<void>;

/**
 * Ends the attempt without facts: `failed`, or `queued` again when it is retried later (attempt and error stay to be read).
 * False: the claim is lost, and nothing was changed.
 */
export async function failRun(
  db: Db,
  claim: RunClaim,
  { code, message }: RunFailure,
  { retry = false, alongside }: { retry?: boolean; alongside?: Alongside } = {},
): Promise<boolean> {
  const end = retry ? ({ state: "queued" } as const) : ({ state: "failed", finishedAt: sql`now()` } as const);
  return await endRun(db, holds(claim), { ...end, errorCode: code, errorMessage: cut(message) }, alongside);
}

/**
 * Ends the attempt for a reason outside the run: it is `queued` again, and the attempt does not count against it. `why` is a sentence.
 * False: the claim is lost, and nothing was changed.
 */
export async function releaseRun(db: Db, claim: RunClaim, why: string, alongside?: Alongside): Promise<boolean> {
  const released = sql`${runs.released} + 1`;
  const change = { state: "queued", released, progress: null, errorCode: "cancelled", errorMessage: cut(why) } as const;
  return await endRun(db, holds(claim), change, alongside);
}

/**
 * Ends a queued run, or the attempt of a claim, because there was nothing to do or somebody else does it; `why` is a sentence.
 * False: it is not queued, or the claim is lost.
 */
export async function skipRun(db: Db, which: RunClaim | { runId: string }, why: string, alongside?: Alongside): Promise<boolean> {
  const condition = "attempt" in which ? holds(which) : and(eq(runs.id, which.runId), eq(runs.state, "queued"));
  return await endRun(db, condition, { state: "skipped", finishedAt: sql`now()`, errorMessage: cut(why) }, alongside);
}

/**
 * Cancels a run that is queued or running; its worker learns it from `updateRunProgress`, and what it still sends is not stored.
 * False: it had ended already.
 */
export async function cancelRun(db: Db, runId: string): Promise<boolean> {
  const underWay = and(eq(runs.id, runId), inArray(runs.state, ["queued", "running"]));
  return await endRun(db, underWay, {
    state: "cancelled",
    finishedAt: sql`now()`,
    errorCode: "cancelled",
    errorMessage: "The run was cancelled.",
  });
}

/** The condition that the claim still holds. */
export function holds({ runId, attempt }: RunClaim): ReturnType<typeof and> {
  return and(eq(runs.id, runId), eq(runs.attempt, attempt), eq(runs.state, "running"));
}

type RunChange = Parameters<ReturnType<typeof updateOf>["set"]>[0];

function updateOf(db: Db) {
  return db.update(runs);
}

/** Changes the run for which `condition` holds and what its table shows of it, with what `alongside` writes. */
export async function endRun(db: Db, condition: ReturnType<typeof and>, change: RunChange, alongside?: Alongside): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [run] = await updateOf(tx).set(change).where(condition).returning();
    if (!run) return false;
    await noteLastRun(tx, run);
    await alongside?.(tx);
    return true;
  });
}

/** The table shows its latest run. Filling history is none, one that was skipped says nothing new, and an older one pushes none away. */
async function noteLastRun(tx: Db, run: RunRow): Promise<void> {
  if (run.reason === "history") return;
  const begunAt = run.startedAt ?? run.queuedAt;
  const isShown = eq(tables.lastRunId, run.id);
  const isNewer = or(isNull(tables.lastRunAt), sql`${tables.lastRunAt} <= ${begunAt.toISOString()}::timestamptz`);
  await tx
    .update(tables)
    .set({
      lastRunId: run.id,
      lastRunState: run.state,
      lastRunReason: run.reason,
      lastRunAt: begunAt,
      lastErrorCode: run.errorCode,
      lastErrorMessage: run.errorMessage,
    })
    .where(and(eq(tables.id, run.tableId), run.state === "skipped" ? isShown : or(isShown, isNewer)));
}

function cut(text: string): string {
  return text.length <= LOG_LINE_CHARS_MAX ? text : `${text.slice(0, LOG_LINE_CHARS_MAX - 1)}…`;
}
