import type { Db, Tx } from "./client.ts";
import { queueSender } from "./queue-sender.ts";
import type { JobSender } from "./queue.ts";
import { insertCatalogRequest, type CatalogRequestRow } from "./queries/catalog-requests.ts";
import type { CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";

/** A person's question to a catalog, stored and sent to the workers in one transaction. Throws AppError usage when too many wait already. */
export async function requestCatalog(db: Db, queue: JobSender, asked: CatalogRequestBody): Promise<CatalogRequestRow> {
  return await db.transaction(async (tx) => {
    const request = await insertCatalogRequest(tx, asked);
    await sendCatalogRequest(queue, request, tx);
    return request;
  });
}

/** Sends a question to the workers (again). */
export async function sendCatalogRequest(queue: JobSender, { id }: Pick<CatalogRequestRow, "id">, tx?: Tx): Promise<void> {
  await queue.send("ask-catalog", { requestId: id }, tx ? { db: queueSender(tx) } : {});
}
