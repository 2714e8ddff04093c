import type { ReactNode } from "react";
import { readForPage } from "#app/_http/read-for-page.ts";
import { requestNow } from "#app/_http/request-now.ts";
import { findTable } from "./find-table.ts";
import { readFrame } from "./_frame/read-frame.ts";
import { TableFrame } from "./_frame/table-frame.client.tsx";

/** Leads to the table's permanent address, or to the not-found face, before anything of a page is sent: both with their own status. */
export default async function TableLayout({ children, params }: { children: ReactNode; params: Promise<{ tableId: string }> }) {
  const found = await findTable(params);
  if (!found.ok) return children;
  const table = found.value;
  const facts = await readForPage(async (db) => await readFrame(db, table, requestNow()));
  return (
    <>
      <TableFrame table={{ id: table.id, name: table.name, archived: table.archivedAt !== null }} facts={facts.ok ? facts.value : null} />
      {children}
    </>
  );
}
