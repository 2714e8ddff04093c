import { desc, inArray } from "drizzle-orm";
import type { Db } from "../client.ts";
import { tableSchemas } from "../schema/table-schemas.ts";
import { findServiceState } from "./service-states.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { findWriter, type TableWriter } from "#lib/layouts/table-writer.ts";

interface WrittenTable {
  id: string;
  definition: TableDefinition;
}

/** Who owns each of these tables, by id: its settings, the catalogs as a worker last applied them, and the columns seen last. */
export async function listTableWriters(db: Db, tables: readonly WrittenTable[]): Promise<Map<string, TableWriter>> {
  if (tables.length === 0) return new Map();
  const ids = [...new Set(tables.map(({ id }) => id))];
  const [configuration, schemas] = await Promise.all([
    findServiceState(db, "configuration"),
    db
      .selectDistinctOn([tableSchemas.tableId], { tableId: tableSchemas.tableId, columns: tableSchemas.columns })
      .from(tableSchemas)
      .where(inArray(tableSchemas.tableId, ids))
      .orderBy(tableSchemas.tableId, desc(tableSchemas.seenAt)),
  ]);
  const columns = new Map(schemas.map((schema) => [schema.tableId, schema.columns]));
  const catalogs = configuration?.service?.sources.catalogs ?? [];
  return new Map(tables.map(({ id, definition }) => [id, findWriter(definition, columns.get(id) ?? null, catalogs)]));
}

/** The same of one table. */
export async function readTableWriter(db: Db, table: WrittenTable): Promise<TableWriter> {
  return (await listTableWriters(db, [table])).get(table.id) ?? { managedBy: "you", layout: null };
}
