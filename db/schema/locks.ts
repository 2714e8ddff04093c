import { boolean, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** Who took a lock last. The lock itself is a session lock of Postgres: this says which worker its session belongs to. */
export const locks = pgTable(
  "locks",
  {
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    /** As in `workers.id`. */
    workerId: text("worker_id").notNull(),
    /** The session's process of Postgres, and when that began: a process number alone is used again. */
    backendPid: integer("backend_pid").notNull(),
    backendStart: timestamp("backend_start", { withTimezone: true, mode: "string" }).notNull(),
    takenAt: instant("taken_at").notNull().defaultNow(),
    /** The worker is silent, and this role may not end its session. */
    endRefused: boolean("end_refused").notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
