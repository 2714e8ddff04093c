import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Permalink } from "#app/_ui/copy-link.client.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { keyLink } from "#lib/contracts/links.ts";
import type { KeysParams } from "../../search-params.ts";
import { SnapshotNote } from "../../snapshot-note.tsx";
import classes from "../page.module.css";
import type { ShownKey } from "../read-key.ts";

interface PlaceProps {
  table: TableWithKeys;
  keyHash: string;
  asked: KeysParams;
  shown: ShownKey;
}

/** The snapshot that the rows are of, and the neighbours in the list as it was narrowed. */
export function Place({ table, keyHash, asked, shown }: PlaceProps) {
  const { snapshotId, snapshot, committedAt, from, previous, next } = shown;
  const view = {
    key: asked.key ?? (table.keys.length > 1 ? shown.key.name : undefined),
    snapshot: snapshotId ?? undefined,
    cause: asked.cause,
  };
  return (
    <div className={classes["place"]}>
      {snapshotId !== null && (
        <SnapshotNote
          snapshotId={snapshotId}
          snapshot={snapshot}
          committedAt={committedAt}
          isNewest={snapshotId === table.lastSnapshotId}
        />
      )}
      {previous !== null && <ButtonLink href={keyLink(table.id, previous.keyHash, view)}>Previous</ButtonLink>}
      {next !== null && <ButtonLink href={keyLink(table.id, next.keyHash, view)}>Next</ButtonLink>}
      <Permalink path={keyLink(table.id, keyHash, { ...view, request: from === "look-up" ? asked.request : undefined })} />
    </div>
  );
}

/** What has to be known to read the rows right: where they come from, and what was asked for and is not there. */
export function Notes({ shown: { from, snapshot, expiresAt, trust }, missed }: { shown: ShownKey; missed: string | null }) {
  return (
    <>
      {missed !== null && <p className={classes["note"]}>{missed}</p>}
      <p className={classes["note"]}>
        {from === "sample" ? "Kept with a run" : "Looked up by a person"}
        {expiresAt !== null && (
          <>
            {" "}
            until <Time at={expiresAt.toISOString()} />
          </>
        )}
        .
        {snapshot?.expiredAt != null && (
          <>
            {" "}
            The table let go of this snapshot on <Time at={snapshot.expiredAt.toISOString()} as="day" />; the rows open from what was kept.
          </>
        )}
      </p>
      {trust !== null && trust.level !== "exact" && (
        <p className={classes["note"]}>
          <Pill tone="unknown">{trust.level}</Pill> {trust.reasons.join(" ")}
        </p>
      )}
    </>
  );
}
