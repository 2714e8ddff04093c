import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { runs } from "./runs.ts";
import { RUN_LOG_LEVELS } from "#lib/names.ts";

/** What a run said, a bounded number of lines. */
export const runLogs = pgTable(
  "run_logs",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    line: integer("line").notNull(),
    at: instant("at").notNull(),
    level: text("level", { enum: RUN_LOG_LEVELS }).notNull(),
    message: text("message").notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.line] }), oneOf("run_logs_level_known", table.level, RUN_LOG_LEVELS)],
);
