import { date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { incidents } from "./incidents.ts";
import { REVIEW_ENTRY_KINDS } from "#lib/names.ts";

/** What people wrote in a weekly review. Two who change the same entry are told so by its version. */
export const reviewEntries = pgTable(
  "review_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Where it was written: `2026-W48`. An action is shown in later weeks too, until it is done. */
    week: text("week").notNull(),
    kind: text("kind", { enum: REVIEW_ENTRY_KINDS }).notNull(),
    text: text("text").notNull(),
    /** Who does it; null: nobody yet. */
    owner: text("owner"),
    /** A day, `2026-11-30`; null: none was set. */
    due: date("due", { mode: "string" }),
    incidentId: uuid("incident_id").references(() => incidents.id),
    doneAt: instant("done_at"),
    doneBy: text("done_by"),
    /** Taken out by a person; kept, so that nothing is lost. */
    removedAt: instant("removed_at"),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
    /** Counts up with each change, from 1. */
    version: integer("version").notNull().default(1),
  },
  (table) => [
    oneOf("review_entries_kind_known", table.kind, REVIEW_ENTRY_KINDS),
    index("review_entries_of_week").on(table.week, table.createdAt),
    index("review_entries_of_incident").on(table.incidentId),
  ],
);
