import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** A week that was closed, as it was then: it does not change any more. A week that nobody closed has no row. */
export const reviews = pgTable("reviews", {
  /** ISO 8601, such as `2026-W48`. */
  week: text("week").primaryKey(),
  closedAt: instant("closed_at").notNull(),
  closedBy: text("closed_by").notNull(),
  /** What the page shows, in the shape of `lib/contracts/review.ts`. */
  frozen: jsonb("frozen").$type<Record<string, unknown>>().notNull(),
});
