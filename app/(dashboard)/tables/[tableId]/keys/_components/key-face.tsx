import Link from "next/link";
import type { ReactNode } from "react";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { KeySearch } from "../_look-up/key-search.client.tsx";
import { searchColumns } from "../search-columns.ts";

interface KeyFaceProps {
  table: TableWithKeys;
  keyRow: TableKeyRow;
  heading: string;
  /** Why no rows are shown. `children` explain it. */
  title: string;
  children: ReactNode;
}

/** A key without rows to show: a search by value, the reason, and a link to the stored keys. */
export function KeyFace({ table, keyRow, heading, title, children }: KeyFaceProps) {
  return (
    <>
      <PageHead title={heading} />
      <KeySearch tableId={table.id} keyName={keyRow.name} columns={searchColumns(keyRow.columns, null)} />
      <Face icon={<StateIcon state="unknown" />} title={title}>
        <p>{children}</p>
        <p>
          <Link href={keysLink(table.id, { key: keyRow.name })}>The keys that are kept</Link>
        </p>
      </Face>
    </>
  );
}
