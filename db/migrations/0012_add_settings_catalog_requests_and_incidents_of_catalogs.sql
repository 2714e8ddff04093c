CREATE TABLE "catalog_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"asked" jsonb NOT NULL,
	"finding" jsonb,
	"progress" jsonb,
	"error_code" text,
	"error_message" text,
	"worker_id" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"heartbeat_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "catalog_requests_kind_known" CHECK ("catalog_requests"."kind" in ('test', 'browse', 'describe', 'sample', 'plan', 'match')),
	CONSTRAINT "catalog_requests_state_known" CHECK ("catalog_requests"."state" in ('queued', 'running', 'succeeded', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "settings_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"written" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_version" integer,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "settings_entries_kind_known" CHECK ("settings_entries"."kind" in ('catalog', 'store', 'table'))
);
--> statement-breakpoint
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_check_known";--> statement-breakpoint
ALTER TABLE "tables" DROP CONSTRAINT "tables_source_known";--> statement-breakpoint
UPDATE "tables" SET "source" = 'settings' WHERE "source" = 'cli';--> statement-breakpoint
ALTER TABLE "incidents" ALTER COLUMN "table_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "incidents" ADD COLUMN "catalog" text;--> statement-breakpoint
CREATE INDEX "catalog_requests_expiring" ON "catalog_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "catalog_requests_under_way" ON "catalog_requests" USING btree ("requested_at") WHERE state in ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "settings_entries_name_in_kind" ON "settings_entries" USING btree ("kind",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_unresolved_of_catalog" ON "incidents" USING btree (lower("catalog"),"check_id") WHERE state <> 'resolved';--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_about_one" CHECK (num_nonnulls("incidents"."table_id", "incidents"."catalog") = 1);--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_check_known" CHECK ("incidents"."check_id" in ('duplicates', 'partitions_per_key', 'delete_backlog', 'freshness', 'cdc', 'runs', 'catalog'));--> statement-breakpoint
ALTER TABLE "tables" ADD CONSTRAINT "tables_source_known" CHECK ("tables"."source" in ('file', 'sample', 'settings'));