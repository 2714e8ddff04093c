CREATE TABLE "key_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"table_key_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp with time zone,
	CONSTRAINT "key_versions_content_of_key" UNIQUE("table_key_id","content_hash"),
	CONSTRAINT "key_versions_version_of_key" UNIQUE("table_key_id","version")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"author" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"run_id" uuid NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"snapshot_id" bigint,
	"snapshots_retained" bigint,
	"seconds_since_compaction" double precision,
	"snapshot_age_seconds" double precision,
	"source_lag_seconds" double precision,
	"key_version_id" integer NOT NULL,
	"not_computed_id" integer,
	"engine" text NOT NULL,
	"trust_level" text NOT NULL,
	"trust_direction" text,
	CONSTRAINT "observations_of_run" PRIMARY KEY("run_id","key_version_id"),
	CONSTRAINT "observations_trust_level_known" CHECK ("observations"."trust_level" in ('exact', 'partial', 'untrusted')),
	CONSTRAINT "observations_trust_direction_known" CHECK ("observations"."trust_direction" in ('at least', 'at most'))
);
--> statement-breakpoint
CREATE TABLE "reason_sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reason_sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"content_hash" text NOT NULL,
	"reasons" jsonb NOT NULL,
	CONSTRAINT "reason_sets_content_hash_unique" UNIQUE("content_hash")
);
--> statement-breakpoint
CREATE TABLE "run_logs" (
	"run_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "run_logs_run_id_line_pk" PRIMARY KEY("run_id","line"),
	CONSTRAINT "run_logs_level_known" CHECK ("run_logs"."level" in ('info', 'warn', 'error'))
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_id" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"reason" text NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"scheduled_for" timestamp with time zone NOT NULL,
	"asked_snapshot_id" bigint,
	"snapshot_id" bigint,
	"queued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"worker_id" text,
	"progress" jsonb,
	"error_code" text,
	"error_message" text,
	"cost_bytes" bigint,
	"cost_ms" double precision,
	"engine_version" text,
	CONSTRAINT "runs_wish" UNIQUE NULLS NOT DISTINCT("table_id","scheduled_for","reason","asked_snapshot_id"),
	CONSTRAINT "runs_state_known" CHECK ("runs"."state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
	CONSTRAINT "runs_reason_known" CHECK ("runs"."reason" in ('person', 'schedule', 'snapshot', 'history', 'nightly'))
);
--> statement-breakpoint
CREATE TABLE "samples" (
	"key_version_id" integer NOT NULL,
	"snapshot_id" bigint NOT NULL,
	"rank" smallint NOT NULL,
	"key_hash" text NOT NULL,
	"key" text[] NOT NULL,
	"row_count" bigint NOT NULL,
	"partitions" text[] NOT NULL,
	"key_bytes_hex" text[] NOT NULL,
	"rows" jsonb NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "samples_of_snapshot" PRIMARY KEY("key_version_id","snapshot_id","rank")
);
--> statement-breakpoint
CREATE TABLE "snapshot_facts" (
	"snapshot_id" bigint NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"rows" bigint,
	"null_key_rows" bigint,
	"distinct_keys" bigint,
	"duplicated_keys" bigint,
	"surplus_rows" bigint,
	"duplicate_factor" double precision,
	"rows_per_key_max" bigint,
	"raw_rows" bigint,
	"raw_duplicated_keys" bigint,
	"multi_partition_keys" bigint,
	"partitions_per_key_max" bigint,
	"multi_key_bytes_keys" bigint,
	"position_delete_files" bigint,
	"position_delete_rows" bigint,
	"position_delete_bytes" bigint,
	"equality_delete_files" bigint,
	"equality_delete_rows" bigint,
	"equality_delete_bytes" bigint,
	"deletion_vectors" bigint,
	"deletion_vector_rows" bigint,
	"deletion_vector_bytes" bigint,
	"data_files" bigint,
	"data_rows" bigint,
	"data_bytes" bigint,
	"small_data_files" bigint,
	"delete_ratio" double precision,
	"dangling_delete_files" bigint,
	"files_registered_twice" bigint,
	"commit_lag_seconds" double precision,
	"ghost_rows" bigint,
	"soft_deleted_rows" bigint,
	"unavailable_value_rows" bigint,
	"snapshot_stream_overlap_keys" bigint,
	"lsn_regressed_keys" bigint,
	"envelope" bigint,
	"partitions_0" bigint,
	"partitions_1" bigint,
	"partitions_2" bigint,
	"partitions_3" bigint,
	"partitions_4" bigint,
	"partitions_5_or_more" bigint,
	"key_version_id" integer NOT NULL,
	"not_computed_id" integer,
	"carried" boolean DEFAULT false NOT NULL,
	"engine" text NOT NULL,
	"read_by" text NOT NULL,
	"trust_level" text NOT NULL,
	"trust_direction" text,
	"trust_reasons" text[],
	CONSTRAINT "snapshot_facts_of_snapshot" PRIMARY KEY("key_version_id","snapshot_id","engine"),
	CONSTRAINT "snapshot_facts_read_by_known" CHECK ("snapshot_facts"."read_by" in ('iceberg_scan', 'own plan')),
	CONSTRAINT "snapshot_facts_trust_level_known" CHECK ("snapshot_facts"."trust_level" in ('exact', 'partial', 'untrusted')),
	CONSTRAINT "snapshot_facts_trust_direction_known" CHECK ("snapshot_facts"."trust_direction" in ('at least', 'at most'))
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"table_id" uuid NOT NULL,
	"snapshot_id" bigint NOT NULL,
	"parent_id" bigint,
	"sequence_number" bigint NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"expired_at" timestamp with time zone,
	"schema_id" integer,
	"operation" text,
	CONSTRAINT "snapshots_of_table" PRIMARY KEY("table_id","snapshot_id")
);
--> statement-breakpoint
CREATE TABLE "table_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"columns" text[] NOT NULL,
	"promise" text NOT NULL,
	"keep" text NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_keys_promise_known" CHECK ("table_keys"."promise" in ('unique', 'none')),
	CONSTRAINT "table_keys_keep_known" CHECK ("table_keys"."keep" in ('last', 'first'))
);
--> statement-breakpoint
CREATE TABLE "tables" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"owner" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"definition" jsonb NOT NULL,
	"source" text NOT NULL,
	"sample_clock" boolean DEFAULT false NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_observation_due_at" timestamp with time zone,
	"last_run_id" uuid,
	"last_run_state" text,
	"last_run_reason" text,
	"last_run_at" timestamp with time zone,
	"last_error_code" text,
	"last_error_message" text,
	"last_succeeded_at" timestamp with time zone,
	"last_observed_at" timestamp with time zone,
	"last_snapshot_id" bigint,
	"last_trust_level" text,
	CONSTRAINT "tables_kind_known" CHECK ("tables"."kind" in ('upsert', 'cdc', 'aggregate', 'append', 'history', 'events')),
	CONSTRAINT "tables_source_known" CHECK ("tables"."source" in ('file', 'sample', 'cli')),
	CONSTRAINT "tables_last_run_state_known" CHECK ("tables"."last_run_state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped')),
	CONSTRAINT "tables_last_run_reason_known" CHECK ("tables"."last_run_reason" in ('person', 'schedule', 'snapshot', 'history', 'nightly')),
	CONSTRAINT "tables_last_trust_level_known" CHECK ("tables"."last_trust_level" in ('exact', 'partial', 'untrusted'))
);
--> statement-breakpoint
ALTER TABLE "key_versions" ADD CONSTRAINT "key_versions_table_key_id_table_keys_id_fk" FOREIGN KEY ("table_key_id") REFERENCES "public"."table_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_not_computed_id_reason_sets_id_fk" FOREIGN KEY ("not_computed_id") REFERENCES "public"."reason_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_logs" ADD CONSTRAINT "run_logs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_facts" ADD CONSTRAINT "snapshot_facts_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_facts" ADD CONSTRAINT "snapshot_facts_not_computed_id_reason_sets_id_fk" FOREIGN KEY ("not_computed_id") REFERENCES "public"."reason_sets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_keys" ADD CONSTRAINT "table_keys_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "key_versions_current" ON "key_versions" USING btree ("table_key_id") WHERE superseded_at is null;--> statement-breakpoint
CREATE INDEX "notes_of_table" ON "notes" USING btree ("table_id","at");--> statement-breakpoint
CREATE INDEX "observations_of_key_newest" ON "observations" USING btree ("key_version_id","observed_at");--> statement-breakpoint
CREATE INDEX "runs_of_table_newest" ON "runs" USING btree ("table_id","queued_at");--> statement-breakpoint
CREATE INDEX "runs_newest" ON "runs" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "runs_under_way" ON "runs" USING btree ("table_id") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "samples_of_key" ON "samples" USING btree ("key_version_id","key_hash");--> statement-breakpoint
CREATE INDEX "samples_expiring" ON "samples" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "snapshot_facts_series" ON "snapshot_facts" USING btree ("key_version_id","committed_at");--> statement-breakpoint
CREATE INDEX "snapshots_by_commit" ON "snapshots" USING btree ("table_id","committed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "table_keys_name_in_table" ON "table_keys" USING btree ("table_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "tables_name" ON "tables" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "tables_observation_due" ON "tables" USING btree ("next_observation_due_at") WHERE archived_at is null and not paused;