import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { KeyFace } from "./key-face.tsx";

/** A link with an old hash. The page is the same whether or not the key exists. */
export function FormerLinkFace(props: { table: TableWithKeys; keyRow: TableKeyRow }) {
  return (
    <KeyFace {...props} heading="Link from an earlier version" title="This link is from an earlier version">
      It was made before the hashes of keys changed. Such a link still opens a key if no column of the key is masked and its rows are kept.
      To look up a key by its value, use the field above.
    </KeyFace>
  );
}
