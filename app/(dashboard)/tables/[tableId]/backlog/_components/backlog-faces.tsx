import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { backlogLink, tableLink } from "#lib/contracts/links.ts";
import type { BacklogPage } from "../read-backlog.ts";

/** Nothing is left to delete: the good end. */
export function NoDeletes({ committedAt }: { committedAt: Date }) {
  return (
    <Face icon={<StateIcon state="ok" />} title="No delete is live">
      <p>
        Readers have no deletes to apply, as of the commit of <Time at={committedAt.toISOString()} />.
      </p>
    </Face>
  );
}

/** The numbers of the snapshot are known, and not where its deletes lie. */
export function NoBreakdown({ table, page: { isNewest, newestStored } }: { table: TableWithKeys; page: BacklogPage }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title="The delete locations of this snapshot are not stored">
      <p>Partitions and ages are kept for the newest fifty snapshots that were read.</p>
      <p>
        {isNewest || newestStored === null ? (
          <>
            The next run that reads the table keeps them; <Link href={tableLink(table.id)}>run it now</Link>.
          </>
        ) : (
          <Link href={backlogLink(table.id, { snapshot: newestStored })}>The newest snapshot that has them</Link>
        )}
      </p>
    </Face>
  );
}

/** The address names a snapshot that nobody knows; null: that none can be. */
export function UnknownSnapshot({ tableId, snapshotId }: { tableId: string; snapshotId: string | null }) {
  return (
    <Face icon={<StateIcon state="unknown" />} title="Snapshot not found">
      <p>
        {snapshotId === null
          ? "A snapshot's id is a whole number."
          : `Snapshot ${snapshotId} is unknown: it may belong to another table, or it expired before you watched this one.`}
      </p>
      <p>
        <Link href={backlogLink(tableId)}>The newest snapshot</Link>
      </p>
    </Face>
  );
}
