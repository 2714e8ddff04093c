"use client";

import Link from "next/link";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import type { ChartPoint } from "#lib/contracts/series.ts";
import { boundSign, formatCount, formatRatio } from "#lib/units.ts";
import { useBoardView } from "./board-view.client.tsx";
import { sayTrust } from "./board-words.ts";
import classes from "./board.module.css";

interface ReadOutProps {
  tableId: string;
  keyName: string;
  promise: string;
  point: ChartPoint | undefined;
  deleteRatioLimit: number | null;
  /** Why no line goes on from here; null: one does. */
  gap: string | null;
}

/** What is known at the cursor, in words; at rest of the newest point. */
export function ReadOut({ tableId, keyName, promise, point, deleteRatioLimit, gap }: ReadOutProps) {
  const { addressOf } = useBoardView();
  if (point === undefined)
    return (
      <p className={classes["read"]}>
        There are no numbers in this range. <Link href={addressOf({ range: "all" })}>Show all there are</Link>
      </p>
    );
  const { surplus_rows: surplus, delete_ratio: ratio } = point.values;
  const at = new Date(point.at).toISOString();
  return (
    <p className={classes["read"]} aria-live="polite">
      <b className={classes["when"]}>
        {point.count > 1 && (
          <>
            <Time at={new Date(point.firstAt).toISOString()} /> –{" "}
          </>
        )}
        <Time at={at} />
      </b>
      <span>
        surplus rows{" "}
        <b>
          {surplus !== undefined && boundSign(point.direction)}
          {sayBounds(surplus, formatCount)}
        </b>
        {promise === "unique" && ", expected 0"}
      </span>
      <span>
        delete ratio <b>{sayBounds(ratio, formatRatio)}</b>
        {deleteRatioLimit !== null && `, limit ${formatRatio(deleteRatioLimit)}`}
      </span>
      {point.count > 1 && <span>{formatCount(point.count)} snapshots, the last:</span>}
      {point.snapshotId !== null && (
        <span>
          snapshot{" "}
          <Link href={tableLink(tableId, { key: keyName, snapshot: point.snapshotId })} prefetch={false}>
            <code>{point.snapshotId}</code>
          </Link>
          {point.operation !== null && `, ${point.operation}`}
        </span>
      )}
      <span className={point.trust === "exact" ? undefined : classes["doubt"]}>{sayTrust(point)}</span>
      {gap !== null && <span>then {gap}</span>}
    </p>
  );
}

function sayBounds(value: { min: number; max: number; last: number } | undefined, format: (value: number) => string): string {
  if (value === undefined) return "not computed";
  return value.min === value.max ? format(value.last) : `between ${format(value.min)} and ${format(value.max)}`;
}
