import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { tableKeys } from "./table-keys.ts";

/**
 * What the numbers of a key depend on: its columns, the row filter, the Kafka and CDC columns, the kind. Facts of two versions are not compared.
 * A definition that returns to an earlier content returns to the earlier version, and its facts count again.
 */
export const keyVersions = pgTable(
  "key_versions",
  {
    // Four bytes and not a uuid's sixteen: it stands in every row of facts and in their indexes.
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    tableKeyId: uuid("table_key_id")
      .notNull()
      .references(() => tableKeys.id),
    /** From 1, for people. */
    version: integer("version").notNull(),
    /** For people: what the hash was made of. */
    content: jsonb("content").$type<Record<string, unknown>>().notNull(),
    /** Two definitions with the same hash share their history; made by whoever knows what a key's numbers depend on. */
    contentHash: text("content_hash").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** null: the current version of its key. */
    supersededAt: instant("superseded_at"),
  },
  (table) => [
    unique("key_versions_content_of_key").on(table.tableKeyId, table.contentHash),
    unique("key_versions_version_of_key").on(table.tableKeyId, table.version),
    uniqueIndex("key_versions_current")
      .on(table.tableKeyId)
      .where(sql`superseded_at is null`),
  ],
);
