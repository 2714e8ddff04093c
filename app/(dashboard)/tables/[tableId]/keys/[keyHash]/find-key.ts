import { headers } from "next/headers";
import { cache } from "react";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { ADDRESS_HEADER } from "#app/_http/security-headers.ts";
import type { Db } from "#db/client.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { env } from "#lib/env.ts";
import { keySecretPlace } from "#lib/key-secret.ts";
import { readKeysParams, type KeysParams } from "../search-params.ts";
import { readFormerLink, type FormerLink } from "./former-link.ts";
import { readKey, type KeyData } from "./read-key.ts";

/** What is kept of a key as the request's address asks for it; its layout, its page and its not-found face ask for the same. */
export async function findKey(table: TableWithKeys, keyHash: string): Promise<PageData<KeyData>> {
  return await readKeyOnce(table, keyHash, await readSearch());
}

/** What a former hash leads to, once a request, as findKey. */
export async function findFormerLink(table: TableWithKeys, keyHash: string): Promise<PageData<FormerLink | null>> {
  return await readFormerOnce(table, keyHash, await readSearch());
}

/** The request's query, without its question mark. */
export async function readSearch(): Promise<string> {
  const [, search = ""] = ((await headers()).get(ADDRESS_HEADER) ?? "").split("?", 2);
  return search;
}

/** Nothing is kept of it. What is kept and must not be shown is no such case. Pure. */
export function isUnknown({ shown, unknownMasked }: KeyData): boolean {
  return shown === null && unknownMasked.length === 0;
}

type Asked = { table: TableWithKeys; keyHash: string; params: KeysParams };

function once<Found>(read: (db: Db, asked: Asked) => Promise<Found>) {
  return cache(
    async (table: TableWithKeys, keyHash: string, search: string) =>
      await readForPage(
        async (db) => await read(db, { table, keyHash, params: readKeysParams(Object.fromEntries(new URLSearchParams(search))) }),
      ),
  );
}

const readKeyOnce = once(readKey);
const readFormerOnce = once(async (db, asked) => await readFormerLink(db, { ...asked, place: keySecretPlace(env()) }));
