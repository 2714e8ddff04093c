import { listTables } from "#db/queries/tables.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import { toMatches } from "#jobs/asking/to-matches.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { MatchRule, TableMatches } from "#lib/contracts/catalog-requests.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";

/** The tables of a catalog that a pattern names, as toMatches says. Throws AppError as Asking.findTables. */
export async function matchEntries(deps: TaskDeps, catalog: string, rule: MatchRule, options: AskOptions): Promise<TableMatches> {
  const { tables, looked, isCut } = await deps.asking.findTables(catalog, rule, options);
  const world = await entriesWorld(deps);
  const watched = (await listTables(deps.database.db)).map(({ name, definition: { location } }) => ({ name, location }));
  return { tables: await toMatches(tables, { rule, world, watched, signal: options.signal }), looked, isCut };
}
