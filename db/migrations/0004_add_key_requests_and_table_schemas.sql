CREATE TABLE "key_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"table_id" uuid NOT NULL,
	"table_key_id" uuid NOT NULL,
	"key_version_id" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"asked_snapshot_id" bigint,
	"snapshot_id" bigint,
	"snapshot_committed_at" timestamp with time zone,
	"key_values" text[],
	"key_hash" text,
	"result" jsonb,
	"columns" jsonb,
	"format" text,
	"file_name" text,
	"file_bytes" bigint,
	"exported_keys" bigint,
	"exported_rows" bigint,
	"trust" jsonb,
	"progress" jsonb,
	"error_code" text,
	"error_message" text,
	"cost_bytes" bigint,
	"cost_ms" double precision,
	"worker_id" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "key_requests_kind_known" CHECK ("key_requests"."kind" in ('look_up', 'export')),
	CONSTRAINT "key_requests_state_known" CHECK ("key_requests"."state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
	CONSTRAINT "key_requests_format_known" CHECK ("key_requests"."format" in ('csv', 'arrow'))
);
--> statement-breakpoint
CREATE TABLE "table_schemas" (
	"table_id" uuid NOT NULL,
	"schema_id" integer,
	"columns" jsonb NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "table_schemas_of_table" UNIQUE NULLS NOT DISTINCT("table_id","schema_id")
);
--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_table_key_id_table_keys_id_fk" FOREIGN KEY ("table_key_id") REFERENCES "public"."table_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_schemas" ADD CONSTRAINT "table_schemas_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_requests_of_key" ON "key_requests" USING btree ("table_key_id","kind","requested_at");--> statement-breakpoint
CREATE INDEX "key_requests_expiring" ON "key_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "key_requests_under_way" ON "key_requests" USING btree ("requested_at") WHERE state in ('queued', 'running');