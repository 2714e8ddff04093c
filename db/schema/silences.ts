import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { tables } from "./tables.ts";
import { SILENCE_KINDS } from "#lib/names.ts";

/** A span in which nobody is told of a table's incidents (`silence`), or none opens (`maintenance`): of one table, a tag's, or an owner's. */
export const silences = pgTable(
  "silences",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: SILENCE_KINDS }).notNull(),
    tableId: uuid("table_id").references(() => tables.id),
    tag: text("tag"),
    owner: text("owner"),
    by: text("by").notNull(),
    why: text("why").notNull(),
    /** Half-open, `[from, until)`. */
    from: instant("from").notNull(),
    until: instant("until").notNull(),
    /** When a person ended it early. */
    endedAt: instant("ended_at"),
    /** Who did. null: nobody, or it was ended before names were kept. */
    endedBy: text("ended_by"),
  },
  (table) => [
    oneOf("silences_kind_known", table.kind, SILENCE_KINDS),
    check("silences_one_scope", sql`num_nonnulls(${table.tableId}, ${table.tag}, ${table.owner}) = 1`),
    check("silences_span", sql`${table.from} < ${table.until}`),
    index("silences_until").on(table.until),
  ],
);
