import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { SnapshotRow } from "#db/queries/snapshots.ts";
import classes from "./snapshot-note.module.css";

/** At which snapshot a page stands, and whether the table still has it. */
export function SnapshotNote({
  snapshotId,
  snapshot,
  committedAt = snapshot?.committedAt ?? null,
  isNewest,
}: {
  snapshotId: string;
  snapshot: SnapshotRow | null;
  committedAt?: Date | null;
  isNewest: boolean;
}) {
  return (
    <span className={classes["note"]}>
      at snapshot <code>{snapshotId}</code>
      {committedAt !== null && (
        <>
          , <Time at={committedAt.toISOString()} />
        </>
      )}{" "}
      {snapshot?.expiredAt != null ? (
        <Pill tone="unknown" title="The table's metadata no longer lists it. The stored data still opens.">
          expired <Time at={snapshot.expiredAt.toISOString()} as="day" />
        </Pill>
      ) : (
        !isNewest && <Pill title="The table has moved on since.">not the newest</Pill>
      )}
    </span>
  );
}
