import { z } from "zod";
import {
  completeKeyRequest,
  failKeyRequest,
  releaseKeyRequest,
  startKeyRequest,
  updateKeyRequestProgress,
  type KeyRequestClaim,
  type KeyRequestEnd,
  type KeyRequestRow,
} from "#db/queries/key-requests.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "#db/queries/tables.ts";
import { asStoreError, isStoreUnreachable } from "#db/store-errors.ts";
import { watchRequest, type RequestStop, type RequestWatch } from "#jobs/run/request-watch.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { defaultSnapshot, toFactsRequest } from "#lib/config/facts-request.ts";
import { AppError } from "#lib/errors.ts";
import type { KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import { hiddenKeyColumns } from "#lib/masking.ts";

export const KeyRequestInput = z.strictObject({ requestId: z.uuid() });
export type KeyRequestInput = z.infer<typeof KeyRequestInput>;

/** `over`: it had ended before, or ended by another hand. */
export type KeyRequestOutcome = "succeeded" | "failed" | "over";

/** What a reading for a request has at hand. */
export interface KeyReading {
  request: KeyRequestRow;
  table: TableWithKeys;
  key: TableKeyRow;
  /** What every reading of the key asks for. */
  base: Omit<KeyLookUpRequest, "values" | "rowsMax">;
  watch: RequestWatch;
}

/** A request that began so often is given up: it may be what kills its workers. */
const ATTEMPTS_MAX = 3;
const TOO_LARGE = "The export grew beyond BERGWATCH_SPILL_MAX, which bounds what one reading may write; raise it, or watch fewer rows.";

/**
 * One attempt of a request, from its claim to its stored end. Harmless when it is repeated: one that ended is left alone, one whose worker
 * died is taken over, and a lost attempt stores nothing. Rejects when the request is to go on elsewhere: this worker stops, or the store is
 * silent.
 */
export async function answerKeyRequest(
  deps: TaskDeps,
  { requestId, fileName }: { requestId: string; fileName?: string },
  read: (reading: KeyReading) => Promise<KeyRequestEnd>,
): Promise<KeyRequestOutcome> {
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
    const end = await read({ request, table, key, base: baseRequest(table, key, request), watch });
    const stored = await completeKeyRequest(db, claim, { ...end, ...(hidesKey && { keyValues: null }) });
    log.info({ ms: end.costMs }, "A request about keys was answered.");
    return stored ? "succeeded" : "over";
  } catch (error) {
    return await endFailed(deps, { claim, watch, error, hidesKey });
  } finally {
    watch.end();
  }
}

function chooseKey(table: TableWithKeys, { attempt, tableKeyId }: KeyRequestRow): TableKeyRow {
  if (attempt > ATTEMPTS_MAX)
    throw new AppError("reader_crashed", `It began ${ATTEMPTS_MAX} times and never ended; it is given up. Ask again.`);
  if (table.archivedAt !== null)
    throw new AppError("unknown_table", `The table ${table.name} is watched no more: it was taken out of the configuration.`);
  const key = table.keys.find(({ id }) => id === tableKeyId);
  if (key) return key;
  throw new AppError("unknown_key", `The table ${table.name} has this key no more; choose one that it has, and ask again.`);
}

function baseRequest({ definition }: TableWithKeys, key: TableKeyRow, { askedSnapshotId }: KeyRequestRow): KeyReading["base"] {
  const choice = askedSnapshotId === null ? defaultSnapshot(definition) : ({ by: "id", id: askedSnapshotId } as const);
  const { cdc: _cdc, sample: _sample, ...base } = toFactsRequest(definition, key, choice);
  return base;
}

async function endFailed(
  deps: TaskDeps,
  { claim, watch, error, hidesKey }: { claim: KeyRequestClaim; watch: RequestWatch; error: unknown; hidesKey: boolean },
): Promise<KeyRequestOutcome> {
  const { db } = deps.database;
  const stopped = watch.signal.aborted ? (watch.signal.reason as RequestStop) : null;
  if (stopped === "claim lost") return "over";
  if (stopped === "worker stopping") {
    await releaseKeyRequest(db, claim);
    throw new AppError("cancelled", "The worker was stopped; another answers the request.");
  }
  // Its row cannot be written now; the queue gives the job out again.
  if (isStoreUnreachable(error)) throw error;
  const fault = stopped === "too large" ? new AppError("out_of_disk", TOO_LARGE) : toAppError(asStoreError(error, deps.database.url));
  if (fault.code === "internal") deps.log.error({ err: error }, fault.message);
  const failed = await failKeyRequest(db, claim, fault, hidesKey ? { keyValues: null } : {});
  return failed ? "failed" : "over";
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // The error's own text may hold what was asked for.
  return new AppError("internal", "The reading failed in a way that is not known; the worker's log says how.", { cause: error });
}
