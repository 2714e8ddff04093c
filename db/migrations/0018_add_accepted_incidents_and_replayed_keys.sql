ALTER TABLE "accepted_levels" DROP CONSTRAINT "accepted_levels_metric_known";--> statement-breakpoint
ALTER TABLE "incident_events" DROP CONSTRAINT "incident_events_kind_known";--> statement-breakpoint
ALTER TABLE "incidents" DROP CONSTRAINT "incidents_state_known";--> statement-breakpoint
ALTER TABLE "verdicts" DROP CONSTRAINT "verdicts_metric_known";--> statement-breakpoint
DROP INDEX "incident_events_turns";--> statement-breakpoint
DROP INDEX "incidents_unresolved";--> statement-breakpoint
DROP INDEX "incidents_unresolved_of_catalog";--> statement-breakpoint
ALTER TABLE "snapshot_facts" ADD COLUMN "replayed_keys" bigint;--> statement-breakpoint
CREATE INDEX "incident_events_turns" ON "incident_events" USING btree ("at","incident_id","kind") WHERE kind in ('opened', 'reopened', 'resolved', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_unresolved" ON "incidents" USING btree ("table_id","check_id") WHERE incidents.state not in ('resolved', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_unresolved_of_catalog" ON "incidents" USING btree (lower("catalog"),"check_id") WHERE incidents.state not in ('resolved', 'accepted');--> statement-breakpoint
ALTER TABLE "accepted_levels" ADD CONSTRAINT "accepted_levels_metric_known" CHECK ("accepted_levels"."metric" in ('rows', 'null_key_rows', 'distinct_keys', 'duplicated_keys', 'surplus_rows', 'duplicate_factor', 'rows_per_key_max', 'raw_rows', 'raw_duplicated_keys', 'replayed_keys', 'multi_partition_keys', 'partitions_per_key_max', 'multi_key_bytes_keys', 'position_delete_files', 'position_delete_rows', 'position_delete_bytes', 'equality_delete_files', 'equality_delete_rows', 'equality_delete_bytes', 'deletion_vectors', 'deletion_vector_rows', 'deletion_vector_bytes', 'data_files', 'data_rows', 'data_bytes', 'small_data_files', 'delete_ratio', 'dangling_delete_files', 'files_registered_twice', 'snapshots_retained', 'seconds_since_compaction', 'commit_lag_seconds', 'snapshot_age_seconds', 'source_lag_seconds', 'ghost_rows', 'soft_deleted_rows', 'unavailable_value_rows', 'snapshot_stream_overlap_keys', 'lsn_regressed_keys', 'envelope'));--> statement-breakpoint
ALTER TABLE "incident_events" ADD CONSTRAINT "incident_events_kind_known" CHECK ("incident_events"."kind" in ('opened', 'reopened', 'worsened', 'acknowledged', 'snoozed', 'woken', 'assigned', 'commented', 'dated', 'resolved', 'accepted'));--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_state_known" CHECK ("incidents"."state" in ('open', 'acknowledged', 'snoozed', 'resolved', 'accepted'));--> statement-breakpoint
ALTER TABLE "verdicts" ADD CONSTRAINT "verdicts_metric_known" CHECK ("verdicts"."metric" in ('rows', 'null_key_rows', 'distinct_keys', 'duplicated_keys', 'surplus_rows', 'duplicate_factor', 'rows_per_key_max', 'raw_rows', 'raw_duplicated_keys', 'replayed_keys', 'multi_partition_keys', 'partitions_per_key_max', 'multi_key_bytes_keys', 'position_delete_files', 'position_delete_rows', 'position_delete_bytes', 'equality_delete_files', 'equality_delete_rows', 'equality_delete_bytes', 'deletion_vectors', 'deletion_vector_rows', 'deletion_vector_bytes', 'data_files', 'data_rows', 'data_bytes', 'small_data_files', 'delete_ratio', 'dangling_delete_files', 'files_registered_twice', 'snapshots_retained', 'seconds_since_compaction', 'commit_lag_seconds', 'snapshot_age_seconds', 'source_lag_seconds', 'ghost_rows', 'soft_deleted_rows', 'unavailable_value_rows', 'snapshot_stream_overlap_keys', 'lsn_regressed_keys', 'envelope'));--> statement-breakpoint
UPDATE "snapshot_facts" SET "replayed_keys" = (
	SELECT coalesce(sum((share ->> 'keys')::bigint), 0) FROM jsonb_array_elements("cause_facts"."causes" -> 'shares') AS share
	WHERE share ->> 'cause' IN ('file_registered_twice', 'offset_replayed')
)
FROM "cause_facts", "key_versions", "table_keys"
WHERE "cause_facts"."causes" IS NOT NULL AND "cause_facts"."key_version_id" = "snapshot_facts"."key_version_id"
	AND "cause_facts"."snapshot_id" = "snapshot_facts"."snapshot_id"
	AND "key_versions"."id" = "snapshot_facts"."key_version_id" AND "table_keys"."id" = "key_versions"."table_key_id" AND "table_keys"."promise" = 'none';
