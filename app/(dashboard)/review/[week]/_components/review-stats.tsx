import { Stats, type Stat } from "#app/_ui/stats.tsx";
import { incidentsLink, metricLink, runsLink } from "#lib/contracts/links.ts";
import type { ReviewView } from "#lib/contracts/review.ts";
import { sayBalance } from "#lib/review/review-words.ts";
import { boundSign, formatCount } from "#lib/units.ts";
import classes from "./review-head.module.css";

/** The six numbers of a week, each against the same hour of the week before, and how the incidents add up. */
export function ReviewStats({ review }: { review: ReviewView }) {
  const balance = sayBalance(review);
  return (
    <>
      <Stats stats={listStats(review)} />
      {balance !== null && <p className={classes["balance"]}>{balance}</p>}
    </>
  );
}

/** The same six as the page and the first slide show them. Pure. */
export function listStats({ numbers }: Pick<ReviewView, "numbers">): Stat[] {
  const { opened, reopened, resolved, stillOpen, surplusRows, runs } = numbers;
  const counted = (label: string, { now, was }: { now: number; was: number }, tone: Stat["tone"] = "plain"): Stat => ({
    label,
    value: formatCount(now),
    note: `was ${formatCount(was)}`,
    tone,
  });
  const { now, was, bound, unknownTables } = surplusRows;
  const unknown = unknownTables > 0 ? `, ${formatCount(unknownTables)} unknown` : "";
  const missed = runs.due - runs.done;
  return [
    counted("Opened", opened),
    counted("Reopened", reopened),
    counted("Resolved", resolved),
    { ...counted("Still open", stillOpen, stillOpen.now > 0 ? "alert" : "plain"), href: incidentsLink() },
    {
      label: "Extra rows",
      href: metricLink("surplus_rows"),
      value: now === null ? null : `${boundSign(bound)}${formatCount(now)}`,
      note: `${was === null ? "was unknown" : `was ${formatCount(was)}`}${unknown}`,
      tone: bound === null ? "plain" : "doubt",
    },
    {
      label: "Runs",
      href: runsLink(),
      value: runs.kept ? formatCount(runs.done) : null,
      note: runs.kept
        ? `of ${formatCount(runs.due)} due${runs.underWay > 0 ? `, ${formatCount(runs.underWay)} running` : ""}`
        : "no longer stored",
      tone: runs.kept && missed > 0 ? "doubt" : "plain",
    },
  ];
}
