import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import { insertKeyRequest, type KeyRequestRow, type KeyWish } from "./queries/key-requests.ts";

const QUEUE_OF = { look_up: "look-up-key", export: "export-keys", bisect: "bisect" } as const;

/** A person's request about keys, stored and sent to the workers in one transaction. */
export async function requestKeys(db: Db, queue: JobSender, wish: KeyWish): Promise<KeyRequestRow> {
  return await db.transaction(async (tx) => await requestKeysWithin(tx, queue, wish));
}

/** The same in a transaction that is under way: asked if and only if `tx` commits. */
export async function requestKeysWithin(tx: Tx, queue: JobSender, wish: KeyWish): Promise<KeyRequestRow> {
  const request = await insertKeyRequest(tx, wish);
  await sendKeyRequest(queue, request, tx);
  return request;
}

/** Sends a request to the workers (again). */
export async function sendKeyRequest(queue: JobSender, { id, kind }: Pick<KeyRequestRow, "id" | "kind">, tx?: Tx): Promise<void> {
  await queue.send(QUEUE_OF[kind], { requestId: id }, tx ? { db: queueSender(tx) } : {});
}
