import type { Db } from "#db/client.ts";
import { getTableByName, type TableWithKeys } from "#db/queries/tables.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { AppError, isErrorCode } from "#lib/errors.ts";

/** A worker gives a sign every five seconds. */
const SILENT_SECONDS_MAX = 20;

/** The table of that name. Throws AppError unknown_table, also when it is archived: nobody reads it then. */
export async function getWatchedTable(db: Db, name: string): Promise<TableWithKeys> {
  const table = await getTableByName(db, name);
  if (table.archivedAt === null) return table;
  throw new AppError("unknown_table", `${table.name} is no longer watched: it was removed from the configuration.`);
}

/** Says that `who` waits, when no worker lives that would take it. */
export async function sayIfNobodyWorks(db: Db, say: (line: string) => void, who: string): Promise<void> {
  if ((await listWorkers(db)).some(({ silentSeconds }) => silentSeconds < SILENT_SECONDS_MAX)) return;
  say(`No worker is running; ${who} waits until one starts (npm start).`);
}

/** What a run or a request that did not succeed left, as the error that it was; `said`: in place of a sentence that it did not leave. */
export function storedError(
  { errorCode, errorMessage }: { errorCode: string | null; errorMessage: string | null },
  said: string,
): AppError {
  return new AppError(errorCode !== null && isErrorCode(errorCode) ? errorCode : "internal", errorMessage ?? said);
}
