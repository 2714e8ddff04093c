import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { readersLink } from "#lib/contracts/links.ts";

/** The address names a key that the table has not. */
export function UnknownKey({ table }: { table: TableWithKeys }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title="The table has no such key">
      <p>
        It has {table.keys.map(({ name }) => name).join(", ")}. <Link href={readersLink(table.id)}>The first of them</Link>
      </p>
    </Face>
  );
}
