import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { runsLink } from "#lib/contracts/links.ts";

/** Nothing is known of the table, or of this key of it. */
export function NeverRead({ table: { id, lastErrorMessage } }: { table: TableWithKeys }) {
  return (
    <>
      <Face icon={<StateIcon state="unknown" />} title="The table has not been read yet">
        <p>{lastErrorMessage ?? "The first run counts its deletes. This page then updates automatically."}</p>
        <p>
          <Link href={runsLink({ table: id })}>Its runs</Link>
        </p>
      </Face>
      <Refresh everySeconds={5} />
    </>
  );
}
