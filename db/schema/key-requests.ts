import { sql } from "drizzle-orm";
import { bigint, check, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bigintText, instant, oneOf } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import type { RunProgress } from "./runs.ts";
import { tableKeys } from "./table-keys.ts";
import { tables } from "./tables.ts";
import { type SampledKey, type TableColumn, type Trust } from "#lib/iceberg/contract.ts";
import type { SinceFinding } from "#lib/contracts/since.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { EXPORT_FORMATS, KEY_REQUEST_KINDS, KEY_REQUEST_STATES } from "#lib/names.ts";

/**
 * What was asked about the keys of a table beyond the stored sample: one key by its values, all duplicated keys as a file, or since when a
 * number or a key is bad. Deleted with what it found when that expires. Times are Postgres's own.
 */
export const keyRequests = pgTable(
  "key_requests",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: KEY_REQUEST_KINDS }).notNull(),
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    tableKeyId: uuid("table_key_id")
      .notNull()
      .references(() => tableKeys.id),
    /** The current one when it was asked; null: the key had none yet. */
    keyVersionId: integer("key_version_id").references(() => keyVersions.id),
    state: text("state", { enum: KEY_REQUEST_STATES }).notNull().default("queued"),
    /** The executions begun. */
    attempt: integer("attempt").notNull().default(0),
    /** null: the current one. */
    askedSnapshotId: bigintText("asked_snapshot_id"),
    /** The snapshot that was read; null: none yet, or the table was never written. */
    snapshotId: bigintText("snapshot_id"),
    snapshotCommittedAt: instant("snapshot_committed_at"),
    /** Of a look-up, in the order of the key's columns; null once it ended where a column of the key is masked. */
    keyValues: text("key_values").array(),
    /** Of the key that a look-up found, as in `samples.key_hash`. */
    keyHash: text("key_hash"),
    /** Masked; null: not looked up yet, or no row has this key. */
    result: jsonb("result").$type<SampledKey>(),
    /** Of the snapshot that a look-up read. */
    columns: jsonb("columns").$type<TableColumn[]>(),
    format: text("format", { enum: EXPORT_FORMATS }),
    /** Of an export: its name in the folder of exports on the machine of its worker. */
    fileName: text("file_name"),
    fileBytes: bigint("file_bytes", { mode: "number" }),
    /** Keys and rows that the file stands for. */
    exportedKeys: bigint("exported_keys", { mode: "number" }),
    exportedRows: bigint("exported_rows", { mode: "number" }),
    trust: jsonb("trust").$type<Trust>(),
    progress: jsonb("progress").$type<RunProgress>(),
    errorCode: text("error_code"),
    /** Safe to show. */
    errorMessage: text("error_message"),
    costBytes: bigint("cost_bytes", { mode: "number" }),
    costMs: doublePrecision("cost_ms"),
    workerId: text("worker_id"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    heartbeatAt: instant("heartbeat_at"),
    finishedAt: instant("finished_at"),
    /** When it is deleted with its result; null while it is under way. */
    expiresAt: instant("expires_at"),
    /** Of a bisection of a number; null: one key is bisected, by `key_values`. */
    metric: text("metric", { enum: METRIC_NAMES }),
    /** Of a bisection: bad is above this. */
    badAbove: doublePrecision("bad_above"),
    /** What a bisection found. */
    since: jsonb("since").$type<SinceFinding>(),
  },
  (table) => [
    oneOf("key_requests_kind_known", table.kind, KEY_REQUEST_KINDS),
    oneOf("key_requests_state_known", table.state, KEY_REQUEST_STATES),
    oneOf("key_requests_format_known", table.format, EXPORT_FORMATS),
    check("key_requests_key_hash_sealed", sql`${table.keyHash} !~ '^[0-9a-f]{64}$'`),
    index("key_requests_of_key").on(table.tableKeyId, table.kind, table.requestedAt),
    index("key_requests_expiring").on(table.expiresAt),
    index("key_requests_under_way")
      .on(table.requestedAt)
      .where(sql`state in ('queued', 'running')`),
  ],
);
