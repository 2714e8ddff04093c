CREATE TABLE "cause_facts" (
	"snapshot_id" bigint NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"duplicated_keys" bigint NOT NULL,
	"key_version_id" integer NOT NULL,
	"causes" jsonb,
	"not_explained" text,
	CONSTRAINT "cause_facts_of_snapshot" PRIMARY KEY("key_version_id","snapshot_id")
);
--> statement-breakpoint
ALTER TABLE "incident_events" DROP CONSTRAINT "incident_events_kind_known";--> statement-breakpoint
ALTER TABLE "key_requests" DROP CONSTRAINT "key_requests_kind_known";--> statement-breakpoint
ALTER TABLE "key_requests" ADD COLUMN "metric" text;--> statement-breakpoint
ALTER TABLE "key_requests" ADD COLUMN "bad_above" double precision;--> statement-breakpoint
ALTER TABLE "key_requests" ADD COLUMN "since" jsonb;--> statement-breakpoint
ALTER TABLE "samples" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "samples" ADD COLUMN "verdict" jsonb;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "added_files" bigint;--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "added_rows" bigint;--> statement-breakpoint
ALTER TABLE "cause_facts" ADD CONSTRAINT "cause_facts_key_version_id_key_versions_id_fk" FOREIGN KEY ("key_version_id") REFERENCES "public"."key_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cause_facts_by_commit" ON "cause_facts" USING btree ("key_version_id","committed_at");--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_kind_known" CHECK ("incident_events"."kind" in ('opened', 'reopened', 'worsened', 'acknowledged', 'snoozed', 'woken', 'assigned', 'commented', 'dated', 'resolved'));--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_kind_known" CHECK ("key_requests"."kind" in ('look_up', 'export', 'bisect'));--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_cause_known" CHECK ("samples"."cause" in ('file_registered_twice', 'offset_replayed', 'offset_reused', 'by_design', 'ghost_delete', 'soft_delete', 'snapshot_overlap', 'unkeyed', 'key_encoding', 'key_is_not_business_key', 'several_topics', 'partition_drift', 'delete_in_same_commit', 'delete_in_other_partition', 'upsert_off', 'appended_without_delete', 'unknown'));