import { readReadingSpeed } from "#db/queries/reading-speed.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import { planKeys } from "#jobs/asking/plan-keys.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { takeTable } from "#lib/config/take-one-entry.ts";
import type { EntryPlan } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { SMALL_BYTES } from "#lib/estimate-seconds.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";

/**
 * What a run of an entered table would read for each of its keys, and how long that would take by how fast tables were read here. What is
 * wrong with the entry, and with a key, is told in the answer; rejects when cancelled, and when the store is silent.
 */
export async function planEntry(deps: TaskDeps, written: WrittenEntry, options: AskOptions): Promise<EntryPlan> {
  const { table, faults } = takeTable(written, await entriesWorld(deps));
  if (table === null) return { faults, keys: [] };
  const catalog = catalogOf(table);
  const speed = await readReadingSpeed(deps.database.db, { catalog, smallBytes: SMALL_BYTES });
  return { faults: [], keys: await planKeys(deps.asking, table, { ...options, speed }) };
}
