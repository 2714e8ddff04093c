import { notFound } from "next/navigation";
import type { ReactNode } from "react";

/** Answers an address that cannot be a key's with the status of one that is not found, before anything of a page is sent. */
export default async function KeyLayout({ children, params }: { children: ReactNode; params: Promise<{ keyHash: string }> }) {
  if (!/^[0-9a-f]{64}$/.test((await params).keyHash)) notFound();
  return children;
}
