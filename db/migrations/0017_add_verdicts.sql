CREATE TABLE "verdicts" (
	"run_id" uuid NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"judged_at" timestamp with time zone NOT NULL,
	"value" double precision,
	"limit" double precision,
	"key_version_id" integer NOT NULL,
	"state" text NOT NULL,
	"severity" text,
	"metric" text,
	"sentence" text NOT NULL,
	"since" jsonb,
	"expected" jsonb,
	"findings" jsonb,
	"accepted" jsonb,
	"judged_afterwards" boolean DEFAULT false NOT NULL,
	CONSTRAINT "verdicts_of_run" PRIMARY KEY("run_id","key_version_id"),
	CONSTRAINT "verdicts_state_known" CHECK ("verdicts"."state" in ('alert', 'warning', 'unknown', 'accepted', 'ok')),
	CONSTRAINT "verdicts_severity_known" CHECK ("verdicts"."severity" in ('warn', 'alert')),
	CONSTRAINT "verdicts_metric_known" CHECK ("verdicts"."metric" in ('rows', 'null_key_rows', 'distinct_keys', 'duplicated_keys', 'surplus_rows', 'duplicate_factor', 'rows_per_key_max', 'raw_rows', 'raw_duplicated_keys', 'multi_partition_keys', 'partitions_per_key_max', 'multi_key_bytes_keys', 'position_delete_files', 'position_delete_rows', 'position_delete_bytes', 'equality_delete_files', 'equality_delete_rows', 'equality_delete_bytes', 'deletion_vectors', 'deletion_vector_rows', 'deletion_vector_bytes', 'data_files', 'data_rows', 'data_bytes', 'small_data_files', 'delete_ratio', 'dangling_delete_files', 'files_registered_twice', 'snapshots_retained', 'seconds_since_compaction', 'commit_lag_seconds', 'snapshot_age_seconds', 'source_lag_seconds', 'ghost_rows', 'soft_deleted_rows', 'unavailable_value_rows', 'snapshot_stream_overlap_keys', 'lsn_regressed_keys', 'envelope')),
	CONSTRAINT "verdicts_severity_of_state" CHECK (("verdicts"."state" = 'alert') = ("verdicts"."severity" is not distinct from 'alert') and ("verdicts"."state" = 'warning') = ("verdicts"."severity" is not distinct from 'warn'))
);
--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verdicts_of_key_newest" ON "verdicts" USING btree ("key_version_id","observed_at");