import type { TableDefinition } from "#lib/contracts/table-definition.ts";

/** The tables that are watched on a first start without a configuration. */
export async function listSampleTables(): Promise<TableDefinition[]> {
  return await Promise.resolve([]);
}
