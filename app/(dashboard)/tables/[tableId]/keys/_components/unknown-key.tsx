import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import type { KeyData } from "../[keyHash]/read-key.ts";
import { KeyFace } from "./key-face.tsx";

/** A key whose rows are not kept, or not shown: why, and the way to read them. */
export function UnknownKey({ data: { unknownMasked, missed }, ...props }: { table: TableWithKeys; keyRow: TableKeyRow; data: KeyData }) {
  return unknownMasked.length > 0 ? (
    <KeyFace {...props} heading="One key" title="The rows of this key are not shown">
      The table has no column {unknownMasked.join(", ")}, which is set to be masked; the column to hide may have another name. Correct{" "}
      <code>masked</code> of the table.
    </KeyFace>
  ) : (
    <KeyFace {...props} heading="Key not found" title="No rows of this key are kept">
      {missed ?? "A run keeps a sample of the duplicated keys, and what it kept expires."} To look up a key by its value in the whole table,
      use the field above.
    </KeyFace>
  );
}
