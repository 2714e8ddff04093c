import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { tables } from "./tables.ts";
import { KEY_KEEPS, KEY_PROMISES } from "#lib/names.ts";

/** A business key of a table. Archived, like its table, when the definition no longer names it. */
export const tableKeys = pgTable(
  "table_keys",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    /** Unique in its table, whatever the case. */
    name: text("name").notNull(),
    /** The order in which the keys of a table are shown, from 0. */
    position: integer("position").notNull(),
    /** As a person writes them, in the order of the key. */
    columns: text("columns").array().notNull(),
    promise: text("promise", { enum: KEY_PROMISES }).notNull(),
    keep: text("keep", { enum: KEY_KEEPS }).notNull(),
    archivedAt: instant("archived_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("table_keys_name_in_table").on(table.tableId, sql`lower(${table.name})`),
    oneOf("table_keys_promise_known", table.promise, KEY_PROMISES),
    oneOf("table_keys_keep_known", table.keep, KEY_KEEPS),
  ],
);
