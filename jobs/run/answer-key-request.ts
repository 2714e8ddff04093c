import { z } from "zod";
import type { Tx } from "#db/client.ts";
import {
  completeKeyRequest,
  failKeyRequest,
  releaseKeyRequest,
  startKeyRequest,
  updateKeyRequestProgress,
  whileAnswering,
  type KeyRequestEnd,
  type KeyRequestRow,
} from "#db/queries/key-requests.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "#db/queries/tables.ts";
import { endRequest, refuseEndless, type RequestOutcome } from "#jobs/run/end-request.ts";
import { watchRequest, type RequestWatch } from "#jobs/run/request-watch.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { defaultSnapshot, toFactsRequest } from "#lib/config/facts-request.ts";
import { AppError } from "#lib/errors.ts";
import type { KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import { hiddenKeyColumns } from "#lib/masking.ts";

export const KeyRequestInput = z.strictObject({ requestId: z.uuid() });
export type KeyRequestInput = z.infer<typeof KeyRequestInput>;

/** What a reading for a request has at hand. */
export interface KeyReading {
  request: KeyRequestRow;
  table: TableWithKeys;
  key: TableKeyRow;
  /** What every reading of the key asks for. */
  base: Omit<KeyLookUpRequest, "values" | "rowsMax">;
  watch: RequestWatch;
  /** Writes beside the request's end, while its claim holds. Throws AppError cancelled, with nothing written, when it does not. */
  store: <T>(write: (tx: Tx) => Promise<T>) => Promise<T>;
}

/**
 * One attempt of a request, from its claim to its stored end. Harmless when it is repeated: one that ended is left alone, one whose worker
 * died is taken over, and a lost attempt stores nothing. Rejects when the request is to go on elsewhere: this worker stops, or the store is
 * silent.
 */
export async function answerKeyRequest(
  deps: TaskDeps,
  { requestId, fileName }: { requestId: string; fileName?: string },
  read: (reading: KeyReading) => Promise<KeyRequestEnd>,
): Promise<RequestOutcome> {
  const { db } = deps.database;
  const started = await startKeyRequest(db, { requestId, workerId: deps.workerId, ...(fileName !== undefined && { fileName }) });
  if (started === null) return "over";
  const { request, claim } = started;
  const log = deps.log.child({ requestId, asks: request.kind });
  const watch = watchRequest({ sign: async (said) => await updateKeyRequestProgress(db, claim, said), log, stopping: deps.stopping });
  let hidesKey = true;
  try {
    const table = await getTable(db, request.tableId);
    const key = chooseKey(table, request);
    hidesKey = hiddenKeyColumns(table.definition.masked, key.columns).length > 0;
    const store: KeyReading["store"] = async (write) => await whileAnswering(db, claim, write);
    const end = await read({ request, table, key, base: baseRequest(table, key, request), watch, store });
    const stored = await completeKeyRequest(db, claim, { ...end, ...(hidesKey && { keyValues: null }) });
    log.info({ ms: end.costMs }, "A request about keys was answered.");
    return stored ? "succeeded" : "over";
  } catch (error) {
    return await endRequest(deps, {
      watch,
      error,
      release: async () => await releaseKeyRequest(db, claim),
      fail: async (fault) => await failKeyRequest(db, claim, fault, hidesKey ? { keyValues: null } : {}),
    });
  } finally {
    watch.end();
  }
}

function chooseKey(table: TableWithKeys, { attempt, tableKeyId }: KeyRequestRow): TableKeyRow {
  refuseEndless({ attempt });
  if (table.archivedAt !== null)
    throw new AppError("unknown_table", `The table ${table.name} is no longer watched: it was removed from the configuration.`);
  const key = table.keys.find(({ id }) => id === tableKeyId);
  if (key) return key;
  throw new AppError("unknown_key", `The table ${table.name} no longer has this key. Choose one of its keys and try again.`);
}

function baseRequest({ definition }: TableWithKeys, key: TableKeyRow, { askedSnapshotId }: KeyRequestRow): KeyReading["base"] {
  const choice = askedSnapshotId === null ? defaultSnapshot(definition) : ({ by: "id", id: askedSnapshotId } as const);
  const { cdc: _cdc, sample: _sample, ...base } = toFactsRequest(definition, key, choice);
  return base;
}
