import { and, asc, desc, eq, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import { runLogs } from "../schema/run-logs.ts";
import { runs } from "../schema/runs.ts";
import { tables } from "../schema/tables.ts";
import { AppError } from "#lib/errors.ts";
import type { RunReason, RunState } from "#lib/names.ts";

export type RunRow = typeof runs.$inferSelect;
export type RunLogRow = Omit<typeof runLogs.$inferSelect, "runId">;

export interface RunWish {
  tableId: string;
  reason: RunReason;
  /** The tick or the wish that it answers. */
  scheduledFor: Date;
  /** Higher goes first; 0 unless given. */
  priority?: number;
  /** null or not given: the current one. */
  askedSnapshotId?: string | null;
}

/**
 * A queued run for a wish. The same wish (table, reason, scheduledFor, snapshot) again returns the run that it made, whatever became of it,
 * with `inserted` false.
 */
export async function insertRun(db: Db, wish: RunWish): Promise<{ run: RunRow; inserted: boolean }> {
  const { tableId, reason, scheduledFor, priority = 0, askedSnapshotId = null } = wish;
  const [run] = await db
    .insert(runs)
    .values({ tableId, reason, scheduledFor, priority, askedSnapshotId })
    .onConflictDoNothing()
    .returning();
  if (run) return { run, inserted: true };
  const [known] = await db
    .select()
    .from(runs)
    .where(
      and(
        eq(runs.tableId, tableId),
        eq(runs.reason, reason),
        eq(runs.scheduledFor, scheduledFor),
        sql`${runs.askedSnapshotId} is not distinct from ${askedSnapshotId}::bigint`,
      ),
    );
  if (!known) throw new Error(`the run of table ${tableId} for ${reason} at ${scheduledFor.toISOString()} is neither new nor known`);
  return { run: known, inserted: false };
}

/** The run with that id. Throws AppError unknown_run. */
export async function getRun(db: Db, runId: string): Promise<RunRow> {
  const [run] = await db.select().from(runs).where(eq(runs.id, runId));
  if (!run) throw new AppError("unknown_run", `No run has the id ${runId}; \`runs\` lists those that are kept.`);
  return run;
}

export interface RunFilter {
  tableId?: string | undefined;
  states?: readonly RunState[] | undefined;
  reasons?: readonly RunReason[] | undefined;
  /** At most this many; 50 unless given. */
  limit?: number | undefined;
  /** The last run of the page before. */
  after?: { queuedAt: Date; id: string } | undefined;
}

function conditionsOf({ tableId, states, reasons, after }: RunFilter): (SQL | undefined)[] {
  return [
    tableId === undefined ? undefined : eq(runs.tableId, tableId),
    states === undefined ? undefined : inArray(runs.state, [...states]),
    reasons === undefined ? undefined : inArray(runs.reason, [...reasons]),
    after === undefined ? undefined : or(lt(runs.queuedAt, after.queuedAt), and(eq(runs.queuedAt, after.queuedAt), lt(runs.id, after.id))),
  ];
}

/** Runs, newest first by the time they were queued; ties by id, so pages are stable. */
export async function listRuns(db: Db, filter: RunFilter = {}): Promise<RunRow[]> {
  const { limit = 50 } = filter;
  return await db
    .select()
    .from(runs)
    .where(and(...conditionsOf(filter)))
    .orderBy(desc(runs.queuedAt), desc(runs.id))
    .limit(limit);
}

export type NamedRun = RunRow & { tableName: string };

/** The columns that a list of runs sorts by. */
const RUN_ORDERS = {
  table: sql`lower(${tables.name})`,
  state: sql`${runs.state}`,
  read: sql`${runs.costBytes}`,
  took: sql`(coalesce(${runs.finishedAt}, now()) - ${runs.startedAt})`,
  queued: sql`${runs.queuedAt}`,
} as const;
export interface RunSort {
  column: keyof typeof RUN_ORDERS;
  direction: "asc" | "desc";
}

/**
 * As `listRuns`, with the names of their tables, of tables whose name has `table` in it (whatever the case) or whose id it is. Without
 * `backfill`: no finished runs that filled history. `sort`: by a column, what is unknown last and ties newest first; then pages are by `offset`.
 */
export async function listNamedRuns(
  db: Db,
  {
    table,
    backfill = true,
    sort = null,
    offset = 0,
    ...filter
  }: Omit<RunFilter, "tableId"> & { table?: string | undefined; backfill?: boolean; sort?: RunSort | null; offset?: number } = {},
): Promise<NamedRun[]> {
  const { limit = 50 } = filter;
  // One that is under way or failed is somebody's concern, whatever its reason.
  const quiet = backfill ? undefined : sql`(${runs.reason} <> 'history' or ${runs.state} in ('queued', 'running', 'failed'))`;
  const order = sort === null ? [] : [sql`${RUN_ORDERS[sort.column]} ${sql.raw(sort.direction)} nulls last`];
  const named =
    table === undefined ? undefined : sql`(position(lower(${table}) in lower(${tables.name})) > 0 or ${tables.id}::text = lower(${table}))`;
  const found = await db
    .select({ run: runs, tableName: tables.name })
    .from(runs)
    .innerJoin(tables, eq(tables.id, runs.tableId))
    .where(and(named, quiet, ...conditionsOf(filter)))
    .orderBy(...order, desc(runs.queuedAt), desc(runs.id))
    .limit(limit)
    .offset(offset);
  return found.map(({ run, tableName }) => ({ ...run, tableName }));
}

/** Queued and running runs, in the order in which they should go: priority, then age. */
export async function listRunsUnderWay(db: Db, { tableId }: { tableId?: string } = {}): Promise<RunRow[]> {
  return await db
    .select()
    .from(runs)
    .where(and(sql`${runs.state} in ('queued', 'running')`, tableId === undefined ? undefined : eq(runs.tableId, tableId)))
    .orderBy(desc(runs.priority), asc(runs.queuedAt), asc(runs.id));
}

/** Running runs that gave no sign of life for `silentSeconds`, longest silent first: their workers are dead or cut off. */
export async function findStuckRuns(db: Db, { silentSeconds }: { silentSeconds: number }): Promise<RunRow[]> {
  return await db
    .select()
    .from(runs)
    .where(
      and(
        sql`${runs.state} in ('queued', 'running')`,
        eq(runs.state, "running"),
        sql`${runs.heartbeatAt} < now() - make_interval(secs => ${silentSeconds})`,
      ),
    )
    .orderBy(asc(runs.heartbeatAt));
}

/** What a run said, in order. */
export async function listRunLogs(db: Db, runId: string): Promise<RunLogRow[]> {
  return await db
    .select({ line: runLogs.line, at: runLogs.at, level: runLogs.level, message: runLogs.message })
    .from(runLogs)
    .where(eq(runLogs.runId, runId))
    .orderBy(asc(runLogs.line));
}
