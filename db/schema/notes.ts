import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { tables } from "./tables.ts";

/** What a person wrote about a moment of a table; drawn on its charts. */
export const notes = pgTable(
  "notes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    /** The moment that it is about. */
    at: instant("at").notNull(),
    author: text("author").notNull(),
    text: text("text").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [index("notes_of_table").on(table.tableId, table.at)],
);
