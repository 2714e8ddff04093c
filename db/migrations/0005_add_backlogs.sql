CREATE TABLE "backlogs" (
	"table_id" uuid NOT NULL,
	"snapshot_id" bigint NOT NULL,
	"committed_at" timestamp with time zone NOT NULL,
	"backlog" jsonb NOT NULL,
	CONSTRAINT "backlogs_of_snapshot" PRIMARY KEY("table_id","snapshot_id")
);
--> statement-breakpoint
ALTER TABLE "backlogs" ADD CONSTRAINT "backlogs_table_id_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "public"."tables"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "backlogs_newest" ON "backlogs" USING btree ("table_id","committed_at");