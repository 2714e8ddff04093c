import { sql } from "drizzle-orm";
import { doublePrecision, index, integer, jsonb, pgTable, smallint, text, unique, uuid, bigint } from "drizzle-orm/pg-core";
import { bigintText, instant, oneOf } from "../columns.ts";
import { tables } from "./tables.ts";
import { RUN_REASONS, RUN_STATES } from "#lib/names.ts";

/** Where a running run is; what a person reads while waiting. */
export interface RunProgress {
  phase: string;
  detail: string;
  /** What the reading under way is going to read; missing until its plan is made. How far it has come nobody knows. */
  bytesPlanned?: number;
}

/** One execution of a table's checks at one pinned snapshot. Times are Postgres's own, so that workers with different clocks agree. */
export const runs = pgTable(
  "runs",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    state: text("state", { enum: RUN_STATES }).notNull().default("queued"),
    reason: text("reason", { enum: RUN_REASONS }).notNull(),
    /** Higher goes first. */
    priority: smallint("priority").notNull().default(0),
    /** The executions begun, so 0 while queued for the first time. */
    attempt: integer("attempt").notNull().default(0),
    /** The tick or the wish that it answers. */
    scheduledFor: instant("scheduled_for").notNull(),
    /** The snapshot that was asked for; null is the current one. */
    askedSnapshotId: bigintText("asked_snapshot_id"),
    /** The snapshot that was read. */
    snapshotId: bigintText("snapshot_id"),
    queuedAt: instant("queued_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    heartbeatAt: instant("heartbeat_at"),
    finishedAt: instant("finished_at"),
    workerId: text("worker_id"),
    progress: jsonb("progress").$type<RunProgress>(),
    errorCode: text("error_code"),
    errorMessage: text("error_message"),
    costBytes: bigint("cost_bytes", { mode: "number" }),
    costMs: doublePrecision("cost_ms"),
    engineVersion: text("engine_version"),
    /** Those attempts that ended for a reason outside the run: its worker stopped, the lock's connection broke, it made room for a person. */
    released: integer("released").notNull().default(0),
  },
  (table) => [
    oneOf("runs_state_known", table.state, RUN_STATES),
    oneOf("runs_reason_known", table.reason, RUN_REASONS),
    // A tick that is sent twice makes one run. A tick asks for no snapshot, and two NULLs must be the same here (Postgres 15).
    unique("runs_wish").on(table.tableId, table.scheduledFor, table.reason, table.askedSnapshotId).nullsNotDistinct(),
    index("runs_of_table_newest").on(table.tableId, table.queuedAt),
    index("runs_newest").on(table.queuedAt),
    index("runs_under_way")
      .on(table.tableId)
      .where(sql`state in ('queued', 'running')`),
  ],
);
