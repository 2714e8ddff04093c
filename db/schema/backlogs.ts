import { index, jsonb, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { bigintText, instant } from "../columns.ts";
import { tables } from "./tables.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";

/** Where the live deletes of a snapshot lie; kept for the newest snapshots of a table only. It is one for all keys: it comes from the manifests. */
export const backlogs = pgTable(
  "backlogs",
  {
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    snapshotId: bigintText("snapshot_id").notNull(),
    committedAt: instant("committed_at").notNull(),
    /** Values of masked columns are masked. */
    backlog: jsonb("backlog").$type<Backlog>().notNull(),
  },
  (table) => [
    primaryKey({ name: "backlogs_of_snapshot", columns: [table.tableId, table.snapshotId] }),
    index("backlogs_newest").on(table.tableId, table.committedAt),
  ],
);
