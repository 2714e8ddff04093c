import { readReadingSpeed } from "#db/queries/reading-speed.ts";
import { entriesWorld } from "#jobs/asking/entries-world.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { parseCatalogLocation } from "#lib/catalog-table.ts";
import { toFactsRequest } from "#lib/config/facts-request.ts";
import { takeTable } from "#lib/config/take-one-entry.ts";
import type { EntryPlan } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { estimateSeconds, SMALL_BYTES } from "#lib/estimate-seconds.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import type { TablePlan } from "#lib/iceberg/contract.ts";

/**
 * What a run of an entered table would read for each of its keys, and how long that would take by how fast tables were read here. What is
 * wrong with the entry, and with a key, is told in the answer; rejects when cancelled, and when the store is silent.
 */
export async function planEntry(deps: TaskDeps, written: WrittenEntry, { signal, onProgress }: AskOptions): Promise<EntryPlan> {
  const { table, faults } = takeTable(written, await entriesWorld(deps));
  if (table === null) return { faults, keys: [] };
  const catalog = catalogOf(table.location);
  const speed = await readReadingSpeed(deps.database.db, { catalog, smallBytes: SMALL_BYTES });
  const keys: EntryPlan["keys"] = [];
  for (const key of table.keys) {
    try {
      const plan = await deps.asking.planTable(toFactsRequest(table, key), { signal, onProgress: ({ detail }) => onProgress?.(detail) });
      keys.push({ key: key.name, plan: { ...shownPlan(plan), seconds: estimateSeconds(plan.bytesPlanned, speed) }, error: null });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      keys.push({ key: key.name, plan: null, error: { code: error.code, message: error.message } });
    }
  }
  return { faults: [], keys };
}

function shownPlan({ snapshot, columns, notes, data, deletes, bytesPlanned }: TablePlan) {
  return { snapshotId: snapshot?.id ?? null, columns, notes, data, deletes, bytesPlanned };
}

function catalogOf(location: string): string | null {
  return parseCatalogLocation(location)?.catalog ?? null;
}
