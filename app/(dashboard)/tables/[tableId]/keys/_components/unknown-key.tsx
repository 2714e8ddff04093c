import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { KeySearch } from "../_look-up/key-search.client.tsx";
import { searchColumns } from "../search-columns.ts";
import type { KeyData } from "../[keyHash]/read-key.ts";

/** A key whose rows are not kept, or not shown: why, and the way to read them. */
export function UnknownKey({ table, keyRow, data }: { table: TableWithKeys; keyRow: TableKeyRow; data: KeyData }) {
  const { unknownMasked, missed } = data;
  return (
    <>
      <PageHead title={unknownMasked.length > 0 ? "One key" : "Key not found"} />
      <KeySearch tableId={table.id} keyName={keyRow.name} columns={searchColumns(keyRow.columns, null)} />
      <Face
        icon={<StateIcon state="unknown" />}
        title={unknownMasked.length > 0 ? "The rows of this key are not shown" : "No rows of this key are kept"}
      >
        {unknownMasked.length > 0 ? (
          <p>
            The table has no column {unknownMasked.join(", ")}, which is set to be masked; the column to hide may have another name. Correct{" "}
            <code>masked</code> of the table.
          </p>
        ) : (
          <p>
            {missed ?? "A run keeps a sample of the duplicated keys, and what it kept expires."} To look up a key by its value in the whole
            table, use the field above.
          </p>
        )}
        <p>
          <Link href={keysLink(table.id, { key: keyRow.name })}>The keys that are kept</Link>
        </p>
      </Face>
    </>
  );
}
