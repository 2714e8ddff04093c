import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import type { EntryFault, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { ENTRY_KINDS } from "#lib/names.ts";

/** What people entered in the place of the configuration file: one row a catalog, store, schema registry, table or channel. References to secrets, never secrets. */
export const settingsEntries = pgTable(
  "settings_entries",
  {
    /** Another one when an entry is removed and entered again. */
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
    /** Unique in its kind, whatever the case. Of a store its scope. */
    name: text("name").notNull(),
    /** As an item of the file's list would say it. */
    written: jsonb("written").$type<WrittenEntry>().notNull(),
    /** From 1, one more with each change. */
    version: integer("version").notNull().default(1),
    changedAt: instant("changed_at").notNull().defaultNow(),
    /** As they signed; null: they did not. */
    changedBy: text("changed_by"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The version that a worker last took over, or refused; null: none was yet. */
    takenVersion: integer("taken_version"),
    /** Why that version is not in use; none: it is. */
    faults: jsonb("faults").$type<EntryFault[]>().notNull().default([]),
  },
  (table) => [
    oneOf("settings_entries_kind_known", table.kind, ENTRY_KINDS),
    uniqueIndex("settings_entries_name_in_kind").on(table.kind, sql`lower(${table.name})`),
  ],
);
