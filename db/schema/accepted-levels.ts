import { doublePrecision, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { tableKeys } from "./table-keys.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";

/** What a person accepts of a metric for a while, such as known duplicates: only what goes beyond it is wrong. */
export const acceptedLevels = pgTable(
  "accepted_levels",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tableKeyId: uuid("table_key_id")
      .notNull()
      .references(() => tableKeys.id),
    metric: text("metric", { enum: METRIC_NAMES }).notNull(),
    level: doublePrecision("level").notNull(),
    by: text("by").notNull(),
    why: text("why").notNull(),
    acceptedAt: instant("accepted_at").notNull(),
    until: instant("until").notNull(),
    /** When a person took it back, or put another in its place. */
    endedAt: instant("ended_at"),
    /** Who did either. null: nobody, or it ended before names were kept. */
    endedBy: text("ended_by"),
  },
  (table) => [
    oneOf("accepted_levels_metric_known", table.metric, METRIC_NAMES),
    index("accepted_levels_of_key").on(table.tableKeyId, table.until),
  ],
);
