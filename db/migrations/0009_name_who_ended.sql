ALTER TABLE "accepted_levels" ADD COLUMN "ended_by" text;--> statement-breakpoint
ALTER TABLE "silences" ADD COLUMN "ended_by" text;