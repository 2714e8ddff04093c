import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { MetricName } from "#lib/metrics.ts";

/**
 * Why metrics are null, by metric. One row for each distinct set: a table gives the same reasons for every snapshot, and a kilobyte
 * of sentences in each of millions of rows would outweigh the numbers fourfold.
 */
export const reasonSets = pgTable("reason_sets", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the reasons with sorted names, in hex. */
  contentHash: text("content_hash").notNull().unique(),
  reasons: jsonb("reasons").$type<Partial<Record<MetricName, string>>>().notNull(),
});
