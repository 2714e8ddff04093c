import { and, asc, eq, gt } from "drizzle-orm";
import type { Db } from "../client.ts";
import { runLogs } from "../schema/run-logs.ts";
import { runs } from "../schema/runs.ts";
import { tables } from "../schema/tables.ts";
import type { RunLogAnswer } from "#lib/contracts/run-view.ts";
import { AppError } from "#lib/errors.ts";

/** A run with its table's name, and what it said after a line, in order (a log is bounded). Throws AppError unknown_run. */
export async function getRunView(db: Db, { runId, after = 0 }: { runId: string; after?: number }): Promise<RunLogAnswer> {
  const [found] = await db
    .select({ run: runs, tableName: tables.name })
    .from(runs)
    .innerJoin(tables, eq(tables.id, runs.tableId))
    .where(eq(runs.id, runId));
  if (!found) throw new AppError("unknown_run", `No run has the id ${runId}; it may be older than runs are kept.`);
  const lines = await db
    .select({ line: runLogs.line, at: runLogs.at, level: runLogs.level, message: runLogs.message })
    .from(runLogs)
    .where(and(eq(runLogs.runId, runId), gt(runLogs.line, after)))
    .orderBy(asc(runLogs.line));
  return { run: toView(found), lines: lines.map(({ at, ...line }) => ({ ...line, at: at.toISOString() })) };
}

function toView({ run, tableName }: { run: typeof runs.$inferSelect; tableName: string }): RunLogAnswer["run"] {
  const { id, tableId, state, reason, attempt, askedSnapshotId, snapshotId, progress, engineVersion } = run;
  return {
    id,
    tableId,
    tableName,
    state,
    reason,
    attempt,
    askedSnapshotId,
    snapshotId,
    scheduledFor: run.scheduledFor.toISOString(),
    queuedAt: run.queuedAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    heartbeatAt: run.heartbeatAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    worker: run.workerId,
    progress,
    error: run.errorMessage === null ? null : { code: run.errorCode ?? state, message: run.errorMessage },
    cost: { bytes: run.costBytes, milliseconds: run.costMs },
    engineVersion,
  };
}
