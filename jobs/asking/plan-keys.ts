import { toFactsRequest } from "#lib/config/facts-request.ts";
import type { EntryPlan } from "#lib/contracts/catalog-requests.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import { estimateSeconds, type ReadingSpeed } from "#lib/estimate-seconds.ts";
import type { Asking, AskOptions } from "#lib/iceberg/contract-asking.ts";
import type { TablePlan } from "#lib/iceberg/contract.ts";

/** What a run of the table would read, key by key; what is wrong with a key is told beside it. Rejects when cancelled. */
export async function planKeys(
  { planTable }: Pick<Asking, "planTable">,
  table: TableDefinition,
  { signal, onProgress, speed }: AskOptions & { speed: ReadingSpeed },
): Promise<EntryPlan["keys"]> {
  const keys: EntryPlan["keys"] = [];
  for (const key of table.keys) {
    try {
      const plan = await planTable(toFactsRequest(table, key), { signal, onProgress: ({ detail }) => onProgress?.(detail) });
      keys.push({ key: key.name, plan: { ...shown(plan), seconds: estimateSeconds(plan.bytesPlanned, speed) }, error: null });
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      keys.push({ key: key.name, plan: null, error: { code: error.code, message: error.message } });
    }
  }
  return keys;
}

function shown({ snapshot, columns, notes, data, deletes, bytesPlanned }: TablePlan) {
  return { snapshotId: snapshot?.id ?? null, columns, notes, data, deletes, bytesPlanned };
}
