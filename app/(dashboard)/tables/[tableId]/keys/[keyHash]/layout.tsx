import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { keyLink } from "#lib/contracts/links.ts";
import { keyHashLevel } from "#lib/key-hash.ts";
import { findTable } from "../../find-table.ts";
import { findFormerLink, findKey, isUnknown, readSearch } from "./find-key.ts";

/** Answers an address of which no key is kept with the status of one that is not found, before anything of a page is sent. */
export default async function KeyLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ tableId: string; keyHash: string }>;
}) {
  const { keyHash } = await params;
  if (keyHashLevel(keyHash) === null) notFound();
  const found = await findTable(params);
  if (!found.ok || found.value.keys.length === 0) return children;
  const former = await findFormerLink(found.value, keyHash);
  if (former.ok && former.value !== null) {
    if (former.value.present === null) notFound();
    const search = await readSearch();
    redirect(`${keyLink(found.value.id, former.value.present)}${search === "" ? "" : `?${search}`}`);
  }
  const read = await findKey(found.value, keyHash);
  if (read.ok && isUnknown(read.value)) notFound();
  return children;
}
