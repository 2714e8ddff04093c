CREATE TABLE "accepted_levels" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_key_id" uuid NOT NULL,
	"metric" text NOT NULL,
	"level" double precision NOT NULL,
	"by" text NOT NULL,
	"why" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "accepted_levels_metric_known" CHECK ("accepted_levels"."metric" in ('rows', 'null_key_rows', 'distinct_keys', 'duplicated_keys', 'surplus_rows', 'duplicate_factor', 'rows_per_key_max', 'raw_rows', 'raw_duplicated_keys', 'multi_partition_keys', 'partitions_per_key_max', 'multi_key_bytes_keys', 'position_delete_files', 'position_delete_rows', 'position_delete_bytes', 'equality_delete_files', 'equality_delete_rows', 'equality_delete_bytes', 'deletion_vectors', 'deletion_vector_rows', 'deletion_vector_bytes', 'data_files', 'data_rows', 'data_bytes', 'small_data_files', 'delete_ratio', 'dangling_delete_files', 'files_registered_twice', 'snapshots_retained', 'seconds_since_compaction', 'commit_lag_seconds', 'snapshot_age_seconds', 'source_lag_seconds', 'ghost_rows', 'soft_deleted_rows', 'unavailable_value_rows', 'snapshot_stream_overlap_keys', 'lsn_regressed_keys', 'envelope'))
);
--> statement-breakpoint
CREATE TABLE "incident_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"incident_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"by" text,
	"run_id" uuid,
	"tells" boolean NOT NULL,
	"detail" jsonb NOT NULL,
	CONSTRAINT "incident_events_kind_known" CHECK ("incident_events"."kind" in ('opened', 'reopened', 'worsened', 'acknowledged', 'snoozed', 'woken', 'assigned', 'commented', 'resolved'))
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"table_id" uuid NOT NULL,
	"check_id" text NOT NULL,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"sentence" text NOT NULL,
	"findings" jsonb NOT NULL,
	"seen" jsonb NOT NULL,
	"assignee" text,
	"good_runs" integer NOT NULL,
	"times_opened" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_opened_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by" text,
	"snoozed_until" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	CONSTRAINT "incidents_check_known" CHECK ("incidents"."check_id" in ('duplicates', 'partitions_per_key', 'delete_backlog', 'freshness', 'cdc', 'runs')),
	CONSTRAINT "incidents_state_known" CHECK ("incidents"."state" in ('open', 'acknowledged', 'snoozed', 'resolved')),
	CONSTRAINT "incidents_severity_known" CHECK ("incidents"."severity" in ('warn', 'alert'))
);
--> statement-breakpoint
CREATE TABLE "silences" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"table_id" uuid,
	"tag" text,
	"owner" text,
	"by" text NOT NULL,
	"why" text NOT NULL,
	"from" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "silences_kind_known" CHECK ("silences"."kind" in ('silence', 'maintenance')),
	CONSTRAINT "silences_one_scope" CHECK (num_nonnulls("silences"."table_id", "silences"."tag", "silences"."owner") = 1),
	CONSTRAINT "silences_span" CHECK ("silences"."from" < "silences"."until")
);
--> statement-breakpoint
ALTER TABLE "accepted_levels" ADD CONSTRAINT "accepted_levels_table_key_id_table_keys_id_fk" FOREIGN KEY ("table_key_id") REFERENCES "public"."table_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "silences" ADD CONSTRAINT "silences_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accepted_levels_of_key" ON "accepted_levels" USING btree ("table_key_id","until");--> statement-breakpoint
CREATE INDEX "incident_events_of_incident" ON "incident_events" USING btree ("incident_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_unresolved" ON "incidents" USING btree ("table_id","check_id") WHERE state <> 'resolved';--> statement-breakpoint
CREATE INDEX "incidents_of_table" ON "incidents" USING btree ("table_id","check_id","opened_at");--> statement-breakpoint
CREATE INDEX "incidents_newest" ON "incidents" USING btree ("last_opened_at","id");--> statement-breakpoint
CREATE INDEX "silences_until" ON "silences" USING btree ("until");