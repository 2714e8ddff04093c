import { database } from "#app/_http/database.ts";
import { withinTime } from "#app/_http/within-time.ts";
import type { Db } from "#db/client.ts";
import { asStoreError } from "#db/store-errors.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

/** A little more than a statement may take. */
const PAGE_MS_MAX = 20_000;

export type PageData<T> = { ok: true; value: T } | { ok: false; message: string };

/**
 * What a page shows, or the sentence that it shows instead: an AppError's message is safe to show, and the rest goes to the log.
 * Errors that nobody foresaw are thrown on, to the page's own error face.
 */
export async function readForPage<T>(read: (db: Db) => Promise<T>): Promise<PageData<T>> {
  let url = "";
  try {
    const { db, url: address } = database();
    url = address;
    return { ok: true, value: await withinTime(read(db), PAGE_MS_MAX) };
  } catch (error) {
    const fault = asStoreError(error, url);
    if (!(fault instanceof AppError)) throw error;
    log().error({ err: fault.cause ?? fault, code: fault.code }, fault.message);
    return { ok: false, message: fault.message };
  }
}
