import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { backlogLink } from "#lib/contracts/links.ts";
import type { BacklogPage } from "../read-backlog.ts";
import classes from "./snapshot-steps.module.css";

/** At which snapshot the page stands, and the way to the ones before and after it. */
export function SnapshotSteps({ tableId, page }: { tableId: string; page: BacklogPage }) {
  const { snapshotId, committedAt, snapshot, isNewest, earlier, later } = page;
  return (
    <span className={classes["steps"]}>
      <span className={classes["at"]}>
        at snapshot <code>{snapshotId}</code>
        {committedAt !== null && (
          <>
            , <Time at={committedAt.toISOString()} />
          </>
        )}{" "}
        {snapshot?.expiredAt != null ? (
          <Pill tone="unknown" title="The table's metadata no longer lists it. The stored data still opens.">
            expired
          </Pill>
        ) : (
          !isNewest && <Pill title="The table has moved on since.">not the newest</Pill>
        )}
      </span>
      {earlier !== null && <ButtonLink href={backlogLink(tableId, { snapshot: earlier })}>Earlier</ButtonLink>}
      {later !== null && <ButtonLink href={backlogLink(tableId, { snapshot: later })}>Later</ButtonLink>}
      {!isNewest && <ButtonLink href={backlogLink(tableId)}>Newest</ButtonLink>}
    </span>
  );
}
