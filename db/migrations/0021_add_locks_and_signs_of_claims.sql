CREATE TABLE "locks" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"worker_id" text NOT NULL,
	"backend_pid" integer NOT NULL,
	"backend_start" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"end_refused" boolean DEFAULT false NOT NULL,
	CONSTRAINT "locks_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "claim_seen_at" timestamp with time zone;