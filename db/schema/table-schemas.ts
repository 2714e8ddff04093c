import { integer, jsonb, pgTable, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { tables } from "./tables.ts";
import type { TableColumn } from "#lib/iceberg/contract.ts";

/** The top-level columns of the schemas that were read, in their order: what types a sample's values have. */
export const tableSchemas = pgTable(
  "table_schemas",
  {
    tableId: uuid("table_id")
      .notNull()
      .references(() => tables.id),
    /** As in `snapshots.schema_id`; null: the table's metadata does not number its schemas. */
    schemaId: integer("schema_id"),
    columns: jsonb("columns").$type<TableColumn[]>().notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (table) => [unique("table_schemas_of_table").on(table.tableId, table.schemaId).nullsNotDistinct()],
);
