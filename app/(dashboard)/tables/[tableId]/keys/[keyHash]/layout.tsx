import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { findTable } from "../../find-table.ts";
import { findKey, isUnknown } from "./find-key.ts";

/** Answers an address of which no key is kept with the status of one that is not found, before anything of a page is sent. */
export default async function KeyLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ tableId: string; keyHash: string }>;
}) {
  const { keyHash } = await params;
  if (!/^[0-9a-f]{64}$/.test(keyHash)) notFound();
  const found = await findTable(params);
  if (!found.ok || found.value.keys.length === 0) return children;
  const read = await findKey(found.value, keyHash);
  if (read.ok && isUnknown(read.value)) notFound();
  return children;
}
