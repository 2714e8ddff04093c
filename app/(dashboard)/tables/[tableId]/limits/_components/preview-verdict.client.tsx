"use client";

import { Time } from "#app/_ui/time.client.tsx";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { formatAge, formatCount } from "#lib/units.ts";
import classes from "./preview.module.css";

/** How often it would have fired, in a sentence that is read out when it changes. */
export function PreviewVerdict({ preview, days }: { preview: LimitPreview; days: number }) {
  return (
    <p className={classes["verdict"]} aria-live="polite">
      <Sentence preview={preview} days={days} />
    </p>
  );
}

function Sentence({ preview: { openings, openSeconds, judged, missing, rule }, days }: { preview: LimitPreview; days: number }) {
  const [first] = openings;
  if (judged === missing) return `No values are stored in the last ${days} days.`;
  if (first === undefined) {
    if (rule.warnAt === null && rule.alertAt === null && !rule.byPast) return "It has no limit, so it would never fire.";
    return `Would not have fired in ${days} days.`;
  }
  const times = openings.length === 1 ? "once" : openings.length === 2 ? "twice" : `${formatCount(openings.length)} times`;
  const isOpen = openings.at(-1)?.resolvedAt === null;
  return (
    <>
      Would have fired {times} in {days} days, {openings.length === 1 ? "" : "first "}
      {first.fromStart ? "before " : ""}
      <Time at={first.openedAt} />; open for {formatAge(openSeconds * 1000)} in all{isOpen ? ", and still" : ""}.
    </>
  );
}
