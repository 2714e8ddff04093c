import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import { ADDRESS_HEADER } from "#app/_http/security-headers.ts";
import type { Db } from "#db/client.ts";
import { getTable, getTableByName, type TableWithKeys } from "#db/queries/tables.ts";
import { tableLink } from "#lib/contracts/links.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { nullWhen } from "#lib/errors.ts";

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The table that an address names, archived or not, with the keys it has now. A name in the id's place leads to the permanent address, the rest
 * of path and query kept. A table that nobody knows is the not-found face. `ok` false: Postgres does not answer; `message` says so. Never
 * returns when it leads elsewhere.
 */
export async function findTable(params: Promise<{ tableId: string }>): Promise<PageData<TableWithKeys>> {
  const named = unquote((await params).tableId);
  const read = await lookUpOnce(named);
  if (!read.ok) return read;
  if (read.value === null) notFound();
  if (read.value.id !== named) redirect(withTable((await headers()).get(ADDRESS_HEADER) ?? "", read.value.id));
  return { ok: true, value: read.value };
}

/** A layout, a page and its title ask for the same table. */
const lookUpOnce = cache(async (named: string) => await readForPage(async (db) => await lookUp(db, named)));

async function lookUp(db: Db, named: string): Promise<TableWithKeys | null> {
  if (!isStorable(named)) return null;
  const byId = UUID.test(named) ? await nullWhen("unknown_table", getTable(db, named)) : null;
  return byId ?? (await nullWhen("unknown_table", getTableByName(db, named)));
}

/** The address with the table's id in the place of its name. */
function withTable(address: string, tableId: string): string {
  return address.replace(/^\/tables\/[^/?]*/, tableLink(tableId));
}

/** Next hands the parts of an address over as they are written; a stray % is part of the name. */
function unquote(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
