import { Stats, type Stat } from "#app/_ui/stats.tsx";
import { incidentsLink, metricLink, runsLink } from "#lib/contracts/links.ts";
import type { ReviewView } from "#lib/contracts/review.ts";
import { boundSign, formatCount } from "#lib/units.ts";

/** The six numbers of a week, each against the same hour of the week before. */
export function ReviewStats({ review: { numbers } }: { review: ReviewView }) {
  const { opened, reopened, resolved, stillOpen, surplusRows, runs } = numbers;
  const counted = (label: string, { now, was }: { now: number; was: number }, tone: Stat["tone"] = "plain"): Stat => ({
    label,
    value: formatCount(now),
    note: `was ${formatCount(was)}`,
    tone,
  });
  const { now, was, bound, unknownTables } = surplusRows;
  const unknown = unknownTables > 0 ? `, ${formatCount(unknownTables)} not known` : "";
  const missed = runs.due - runs.done;
  return (
    <Stats
      stats={[
        counted("Opened", opened),
        counted("Re-opened", reopened),
        counted("Resolved", resolved),
        { ...counted("Still open", stillOpen, stillOpen.now > 0 ? "alert" : "plain"), href: incidentsLink() },
        {
          label: "Surplus rows",
          href: metricLink("surplus_rows"),
          value: now === null ? null : `${boundSign(bound)}${formatCount(now)}`,
          note: `${was === null ? "was not known" : `was ${formatCount(was)}`}${unknown}`,
          tone: bound === null ? "plain" : "doubt",
        },
        {
          label: "Runs",
          href: runsLink(),
          value: runs.kept ? formatCount(runs.done) : null,
          note: runs.kept
            ? `of ${formatCount(runs.due)} due${runs.underWay > 0 ? `, ${formatCount(runs.underWay)} under way` : ""}`
            : "not kept so long",
          tone: runs.kept && missed > 0 ? "doubt" : "plain",
        },
      ]}
    />
  );
}
