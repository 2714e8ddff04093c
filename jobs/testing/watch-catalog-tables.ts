import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { listTables, type TableWithKeys } from "#db/queries/tables.ts";
import { someDefinition } from "#db/testing/factories.ts";
import type { DeliveryWorld } from "#jobs/testing/delivery-world.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

/** Looked for every minute, observed every five. */
const POLLED = { by: "snapshot", pollSeconds: 60, observeEverySeconds: 300 } as const;
/** That the catalog names of each of its tables. */
export const CURRENT_SNAPSHOT = "3821267374434050284";

/** Tables of the catalog `lake` that were observed a moment ago, at the snapshot that it still names: `t0000`, `t0001` and so on. */
export async function watchCatalogTables(
  { world: { database, lake, clock }, double }: { world: DeliveryWorld; double: CatalogDouble },
  count: number,
  changes: Partial<TableDefinition> = {},
): Promise<TableWithKeys[]> {
  const names = Array.from({ length: count }, (_, n) => `t${String(n).padStart(4, "0")}`);
  double.options.tables = names.map((name) => aCatalogTable({ name }));
  const definitions = names.map((name) => someDefinition({ name, location: `catalog:lake/shop.${name}`, schedule: POLLED, ...changes }));
  await applyTableDefinitions(database.db, definitions, "settings");
  for (const { location } of definitions) if (!lake.tables.has(location)) lake.add(location);
  const now = `'${clock.now.toISOString()}'::timestamptz`;
  await database.db.execute(`update tables set last_observed_at = ${now}, last_succeeded_at = ${now}, created_at = ${now},
    last_snapshot_id = ${CURRENT_SNAPSHOT}, next_observation_due_at = ${now} + interval '5 minutes'`);
  return await listTables(database.db);
}
