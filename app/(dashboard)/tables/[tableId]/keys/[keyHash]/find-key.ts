import { headers } from "next/headers";
import { cache } from "react";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { ADDRESS_HEADER } from "#app/_http/security-headers.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { readKeysParams } from "../search-params.ts";
import { readKey, type KeyData } from "./read-key.ts";

/** What is kept of a key as the request's address asks for it; its layout, its page and its not-found face ask for the same. */
export async function findKey(table: TableWithKeys, keyHash: string): Promise<PageData<KeyData>> {
  const [, search = ""] = ((await headers()).get(ADDRESS_HEADER) ?? "").split("?", 2);
  return await readOnce(table, keyHash, search);
}

/** Nothing is kept of it. What is kept and must not be shown is no such case. Pure. */
export function isUnknown({ shown, unknownMasked }: KeyData): boolean {
  return shown === null && unknownMasked.length === 0;
}

const readOnce = cache(
  async (table: TableWithKeys, keyHash: string, search: string) =>
    await readForPage(
      async (db) => await readKey(db, { table, keyHash, params: readKeysParams(Object.fromEntries(new URLSearchParams(search))) }),
    ),
);
