"use client";

import { Time } from "#app/_ui/time.client.tsx";
import type { LimitPreview } from "#lib/contracts/limits.ts";
import { formatCount, formatMetric } from "#lib/units.ts";
import classes from "./preview.module.css";

const DAY_MS = 86_400_000;

/** What the preview is and is not: what was replayed, as what, and what was left out. */
export function PreviewNotes({ preview, accepted: mode }: { preview: LimitPreview; accepted: "in" | "out" }) {
  const { by, found, judged, missing, untrusted, accepted, unit, points, from, rule } = preview;
  const [first] = points;
  const thing = by === "commit" ? "snapshots" : "runs";
  return (
    <ul className={classes["notes"]}>
      <li>
        {by === "commit"
          ? `${formatCount(judged)} stored snapshots are replayed in the order of their commits, each as one run, by the judging that runs use: hysteresis, three good runs to resolve. A snapshot that was current for long counts once.`
          : `Replays the results of ${formatCount(judged)} runs in their order, with the same rules as real runs: hysteresis, three good runs to resolve.`}{" "}
        This metric alone: others of its check share its incident.
      </li>
      {found > judged && (
        <li>
          {formatCount(found)} {thing} are stored; of each stretch the lowest and the highest were judged, {formatCount(judged)} in all, so
          a preview of fewer days is more exact.
        </li>
      )}
      {first !== undefined && first.at - Date.parse(from) > DAY_MS && (
        <li>
          The numbers are kept from <Time at={new Date(first.at).toISOString()} /> on.
        </li>
      )}
      {(untrusted > 0 || missing > 0) && (
        <li>
          {untrusted > 0 && `${formatCount(untrusted)} are untrusted, and are judged as runs judge them: only a lower bound opens. `}
          {missing > 0 && `${formatCount(missing)} have no value, so they neither open nor resolve.`}
        </li>
      )}
      {accepted.length > 0 && (
        <li>
          {mode === "in" ? "What was accepted counts: " : "Accepted levels are ignored. Excluded: "}
          {accepted.map((one, at) => (
            <span key={one.from}>
              {at > 0 && "; "}
              up to {formatMetric(one.level, unit)}, <Time at={one.from} /> – <Time at={one.to} />
            </span>
          ))}
          .
        </li>
      )}
      {rule.byPast && rule.warnAt === null && rule.alertAt === null && (
        <li>Judged by its past: beyond five deviations from the median of comparable earlier numbers, those of open incidents left out.</li>
      )}
    </ul>
  );
}
