"use client";

import Link from "next/link";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { tableLink } from "#lib/contracts/links.ts";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { formatAge, formatCount, formatMetric } from "#lib/units.ts";
import classes from "./preview.module.css";

const SHOWN_MAX = 20;

interface OpeningsProps {
  tableId: string;
  keyName: string;
  preview: LimitPreview;
}

/** When it would have opened and resolved, the latest first, with the snapshot that would have opened it. */
export function Openings({ tableId, keyName, preview: { openings, unit, to } }: OpeningsProps) {
  if (openings.length === 0) return null;
  const shown = openings.toReversed().slice(0, SHOWN_MAX);
  return (
    <>
      <div className={classes["scroll"]}>
        <table className={classes["openings"]} aria-label="When it would have fired">
          <thead>
            <tr>
              <th scope="col">Opened</th>
              <th scope="col">Resolved</th>
              <th scope="col">Open for</th>
              <th scope="col">Worst</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ openedAt, resolvedAt, snapshotId, severity, worst, bound, sentence, fromStart }) => (
              <tr key={openedAt} title={sentence}>
                <td>
                  {fromStart && "before "}
                  {snapshotId === null ? (
                    <Time at={openedAt} />
                  ) : (
                    <Link href={tableLink(tableId, { key: keyName, snapshot: snapshotId })} prefetch={false}>
                      <Time at={openedAt} />
                    </Link>
                  )}
                </td>
                <td>{resolvedAt === null ? "not yet" : <Time at={resolvedAt} />}</td>
                <td>{formatAge(Date.parse(resolvedAt ?? to) - Date.parse(openedAt))}</td>
                <td>
                  {bound !== null && `${bound} `}
                  {formatMetric(worst, unit)}{" "}
                  <Pill tone={severity === "alert" ? "alert" : "warning"}>{severity === "alert" ? "Alert" : "Warning"}</Pill>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {openings.length > SHOWN_MAX && (
        <p className={classes["hint"]}>
          The latest {SHOWN_MAX} of {formatCount(openings.length)}.
        </p>
      )}
    </>
  );
}
