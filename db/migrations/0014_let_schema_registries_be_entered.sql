ALTER TABLE "catalog_requests" DROP CONSTRAINT "catalog_requests_kind_known";--> statement-breakpoint
ALTER TABLE "settings_entries" DROP CONSTRAINT "settings_entries_kind_known";--> statement-breakpoint
ALTER TABLE "catalog_requests" ADD CONSTRAINT "catalog_requests_kind_known" CHECK ("catalog_requests"."kind" in ('test', 'browse', 'describe', 'sample', 'plan', 'match', 'test_registry'));--> statement-breakpoint
ALTER TABLE "settings_entries" ADD CONSTRAINT "settings_entries_kind_known" CHECK ("settings_entries"."kind" in ('catalog', 'store', 'schema_registry', 'table'));