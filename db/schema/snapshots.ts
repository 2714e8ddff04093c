import { isNull } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bigintText, instant } from "../columns.ts";
import { tables } from "./tables.ts";

/** The snapshots that a table's metadata has listed since it is watched. */
export const snapshots = pgTable(
  "snapshots",
  {
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    snapshotId: bigintText("snapshot_id").notNull(),
    /** null: by its parents none is known. */
    parentId: bigintText("parent_id"),
    sequenceNumber: bigint("sequence_number", { mode: "number" }).notNull(),
    committedAt: instant("committed_at").notNull(),
    /** When it was first found missing from the metadata; null while it is retained. */
    expiredAt: instant("expired_at"),
    schemaId: integer("schema_id"),
    operation: text("operation"),
    /** The program that committed it, by the metadata's summary, such as "Flink 1.20, job orders-sink, checkpoint 20417"; null: it does not say. */
    committedBy: text("committed_by"),
    /** Data files and rows that it added, by its summary; null: that does not say. */
    addedFiles: bigint("added_files", { mode: "number" }),
    addedRows: bigint("added_rows", { mode: "number" }),
  },
  (table) => [
    primaryKey({ name: "snapshots_of_table", columns: [table.tableId, table.snapshotId] }),
    index("snapshots_by_commit").on(table.tableId, table.committedAt),
    // A year's table has thousands that expired and a hundred that are retained.
    index("snapshots_retained").on(table.tableId).where(isNull(table.expiredAt)),
  ],
);
