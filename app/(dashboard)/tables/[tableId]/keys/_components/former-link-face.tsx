import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { KeySearch } from "../_look-up/key-search.client.tsx";
import { searchColumns } from "../search-columns.ts";

/** A link that was made before the hashes of keys changed. It says the same whether or not there is such a key. */
export function FormerLinkFace({ table, keyRow }: { table: TableWithKeys; keyRow: TableKeyRow }) {
  return (
    <>
      <PageHead title="Link from an earlier version" />
      <KeySearch tableId={table.id} keyName={keyRow.name} columns={searchColumns(keyRow.columns, null)} />
      <Face icon={<StateIcon state="unknown" />} title="This link is from an earlier version">
        <p>
          It was made before the hashes of keys changed. Such a link still opens a key if no column of the key is masked and its rows are
          kept. To look up a key by its value, use the field above.
        </p>
        <p>
          <Link href={keysLink(table.id, { key: keyRow.name })}>The keys that are kept</Link>
        </p>
      </Face>
    </>
  );
}
