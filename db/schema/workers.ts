import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** The workers that gave a sign of life lately; by Postgres's clock, so that theirs need not agree. */
export const workers = pgTable("workers", {
  /** As in `runs.worker_id`. */
  id: text("id").primaryKey(),
  host: text("host").notNull(),
  processId: integer("process_id").notNull(),
  startedAt: instant("started_at").notNull().defaultNow(),
  seenAt: instant("seen_at").notNull().defaultNow(),
  /** Why it cannot read tables (an extension is missing); null: it can. */
  fault: text("fault"),
});
