import type { ReactNode } from "react";
import { findTable } from "./find-table.ts";

/** Leads to the table's permanent address, or to the not-found face, before anything of a page is sent: both with their own status. */
export default async function TableLayout({ children, params }: { children: ReactNode; params: Promise<{ tableId: string }> }) {
  await findTable(params);
  return children;
}
