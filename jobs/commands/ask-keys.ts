import { setTimeout as sleep } from "node:timers/promises";
import { cancelKeyRequest, getKeyRequest, type KeyRequestRow, type KeyWish } from "#db/queries/key-requests.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { requestKeys } from "#db/request-keys.ts";
import { getWatchedTable, sayIfNobodyWorks, storedError } from "#jobs/commands/ask-service.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import type { Service } from "#jobs/commands/service.ts";
import { AppError } from "#lib/errors.ts";

export interface AskKeysInput {
  /** By its name; the first unless given. */
  key?: string;
  snapshot?: string;
}

/** Also one that succeeded: then its answer is there. */
export interface AnsweredKeys {
  table: TableWithKeys;
  key: TableKeyRow;
  request: KeyRequestRow;
}

const LOOK_EVERY_MS = 200;

/**
 * Asks the service about a table's keys and waits for the answer. A person who stops waiting cancels it: nobody else wants it. Throws
 * AppError unknown_table, unknown_key, cancelled, and the request's own error when it fails.
 */
export async function askKeys(
  service: Service,
  deps: Pick<CommandDeps, "say" | "signal">,
  { table: name, key: keyName, snapshot }: AskKeysInput & { table: string },
  ask: (key: TableKeyRow) => KeyWish["asks"],
): Promise<AnsweredKeys> {
  const { db } = service.database;
  const table = await getWatchedTable(db, name);
  const key = chooseKey(table, keyName);
  const asks = ask(key);
  await sayIfNobodyWorks(db, deps.say, "this");
  const wish = { tableId: table.id, tableKeyId: key.id, keyVersionId: key.currentVersionId, askedSnapshotId: snapshot ?? null, asks };
  const { id } = await requestKeys(db, await service.queue(), wish);
  const request = await untilEnded(service, deps, id);
  if (request.state === "succeeded") return { table, key, request };
  throw storedError(request, `The request is ${request.state}.`);
}

function chooseKey({ name, keys }: TableWithKeys, wanted: string | undefined): TableKeyRow {
  const key = wanted === undefined ? keys[0] : keys.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  if (key) return key;
  throw new AppError(
    "unknown_key",
    `The table ${name} has no key ${wanted ?? ""}; it has ${keys.map((one) => `"${one.name}"`).join(", ")}.`,
  );
}

async function untilEnded({ database }: Service, { say, signal }: Pick<CommandDeps, "say" | "signal">, id: string): Promise<KeyRequestRow> {
  for (let said = ""; ;) {
    const request = await getKeyRequest(database.db, id);
    if (request.finishedAt !== null) return request;
    const doing = request.state === "queued" ? "waiting for a worker" : (request.progress?.detail ?? "starting");
    if (doing !== said) say(`${request.state}: ${doing}`);
    said = doing;
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    if (signal.aborted) await cancelKeyRequest(database.db, id);
  }
}
