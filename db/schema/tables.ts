import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bigintText, instant, oneOf } from "../columns.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { OwnerMarks } from "#lib/layouts/owner-marks.ts";
import { RUN_REASONS, RUN_STATES, TABLE_KINDS, TABLE_SOURCES, TRUST_LEVELS } from "#lib/names.ts";

/** One monitored Iceberg table. Never deleted: what its definition's source no longer names is archived. */
export const tables = pgTable(
  "tables",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Unique whatever the case. */
    name: text("name").notNull(),
    kind: text("kind", { enum: TABLE_KINDS }).notNull(),
    owner: text("owner"),
    tags: text("tags").array().notNull().default([]),
    /** The whole validated configuration of the table. */
    definition: jsonb("definition").$type<TableDefinition>().notNull(),
    source: text("source", { enum: TABLE_SOURCES }).notNull(),
    /** A sample table's "now" is its last commit and an hour. */
    sampleClock: boolean("sample_clock").notNull().default(false),
    paused: boolean("paused").notNull().default(false),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
    /** Moved on by a completed run alone, so a time in the past is an observation that is missing, whatever went wrong. */
    nextObservationDueAt: instant("next_observation_due_at"),
    // What the overview shows of the latest run that was not for history, kept here so that 1,000 tables need no 1,000 look-ups.
    lastRunId: uuid("last_run_id"),
    lastRunState: text("last_run_state", { enum: RUN_STATES }),
    lastRunReason: text("last_run_reason", { enum: RUN_REASONS }),
    lastRunAt: instant("last_run_at"),
    lastErrorCode: text("last_error_code"),
    lastErrorMessage: text("last_error_message"),
    lastSucceededAt: instant("last_succeeded_at"),
    /** By the table's own clock. */
    lastObservedAt: instant("last_observed_at"),
    lastSnapshotId: bigintText("last_snapshot_id"),
    /** The least of its keys. */
    lastTrustLevel: text("last_trust_level", { enum: TRUST_LEVELS }),
    /** Masked columns that the same Iceberg table had under another entry, and that the definition does not name. */
    keptMasks: text("kept_masks").array().notNull().default([]),
    /** What its metadata said of an owner when it was read last; null: before that. */
    ownerMarks: jsonb("owner_marks").$type<OwnerMarks>(),
  },
  (table) => [
    oneOf("tables_kind_known", table.kind, TABLE_KINDS),
    oneOf("tables_source_known", table.source, TABLE_SOURCES),
    oneOf("tables_last_run_state_known", table.lastRunState, RUN_STATES),
    oneOf("tables_last_run_reason_known", table.lastRunReason, RUN_REASONS),
    oneOf("tables_last_trust_level_known", table.lastTrustLevel, TRUST_LEVELS),
    uniqueIndex("tables_name").on(sql`lower(${table.name})`),
    index("tables_observation_due")
      .on(table.nextObservationDueAt)
      .where(sql`archived_at is null and not paused`),
  ],
);
