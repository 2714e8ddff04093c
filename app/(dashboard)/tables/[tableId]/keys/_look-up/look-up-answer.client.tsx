"use client";

import Link from "next/link";
import { Time } from "#app/_ui/time.client.tsx";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { keyLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./look-up.module.css";

interface LookUpAnswerProps {
  tableId: string;
  keyName: string;
  request: KeyRequestView;
  /** How many rows the key had when it was last seen; not given: it was not seen before. */
  rowsBefore?: number;
}

/** What a look-up that has ended found, or why it found nothing. */
export function LookUpAnswer({ tableId, keyName, request, rowsBefore }: LookUpAnswerProps) {
  const { state, error, found, snapshotId, expiresAt, trust } = request;
  const at = snapshotId === null ? "" : ` at snapshot ${snapshotId}`;
  if (state === "cancelled") return <p className={classes["answer"]}>The look-up was cancelled.</p>;
  if (state === "failed") {
    return (
      <p className={classes["answer"]}>
        <b>The look-up failed.</b> {error?.message}
      </p>
    );
  }
  if (found === null) {
    return (
      <p className={classes["answer"]}>
        <b>{snapshotId === null ? "The table was never written." : `No row has this key${rowsBefore === undefined ? "" : " now"}${at}.`}</b>
        {trust === "untrusted" && " The reading contradicts the manifests, so the key may still be there."}
        {snapshotId !== null &&
          rowsBefore === undefined &&
          " Upper and lower case, spaces and leading zeros matter. Rows that the table's filter excludes are not searched."}
      </p>
    );
  }
  const { rowCount, keyHash } = found;
  return (
    <p className={classes["answer"]}>
      <b>
        {sayRows(rowCount, rowsBefore)}
        {at}.
      </b>{" "}
      <Link href={keyLink(tableId, keyHash, { key: keyName, request: request.id })}>Open the {rowCount === 1 ? "row" : "rows"}</Link>
      {trust === "untrusted" && " The reading cannot be trusted; the page says why."}
      {expiresAt !== null && (
        <span className={classes["since"]}>
          {" "}
          kept until <Time at={expiresAt} />
        </span>
      )}
    </p>
  );
}

function sayRows(rows: number, before: number | undefined): string {
  if (rows === 1) return before !== undefined && before > 1 ? "One row: no longer duplicated" : "One row: not duplicated";
  return before !== undefined && before > 1 ? `Still duplicated: ${formatCount(rows)} rows` : `${formatCount(rows)} rows`;
}
