DROP INDEX "snapshot_facts_series";--> statement-breakpoint
CREATE INDEX "snapshot_facts_series" ON "snapshot_facts" USING btree ("key_version_id","committed_at","surplus_rows","multi_partition_keys","delete_ratio","trust_level");--> statement-breakpoint
-- An index answers alone only for pages that were vacuumed; by its own rule Postgres would wait for a fifth of the table, which is months.
ALTER TABLE "snapshot_facts" SET (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000);
