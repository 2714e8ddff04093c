ALTER TABLE "tables" ADD COLUMN "kept_masks" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "key_requests" ADD CONSTRAINT "key_requests_key_hash_sealed" CHECK ("key_requests"."key_hash" !~ '^[0-9a-f]{64}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "samples" ADD CONSTRAINT "samples_key_hash_sealed" CHECK ("samples"."key_hash" !~ '^[0-9a-f]{64}$') NOT VALID;