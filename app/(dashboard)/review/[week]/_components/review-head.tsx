import Link from "next/link";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { reviewLink } from "#lib/contracts/links.ts";
import type { ReviewDocument } from "#lib/contracts/review.ts";
import { numberOf, shiftWeek, weekOf } from "#lib/review/iso-week.ts";
import { weekName } from "#lib/review/review-words.ts";
import { formatDay, formatInstant, formatUtc, zoneName } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";
import { CloseWeek } from "./close-week.client.tsx";
import { MinutesMenu } from "./minutes-menu.client.tsx";
import { PrintButton } from "./print-button.client.tsx";
import classes from "./review-head.module.css";

/** Which week, as of when and against what, the week in a sentence, and the actions of its review. */
export function ReviewHead({
  document: { review, closed },
  title,
  now,
  firstWatched,
}: {
  document: ReviewDocument;
  title: string;
  now: Date;
  firstWatched: Date | null;
}) {
  const { week, timeZone, isOver } = review;
  const zone = timeZone.name;
  const asOf = new Date(review.asOf);
  const previous = shiftWeek(week, -1);
  return (
    <>
      <div className={classes["line"]}>
        <span className={classes["here"]}>Weekly review</span>
        <WeekSteps week={week} zone={zone} now={now} firstWatched={firstWatched} />
        <span className={classes["standing"]}>{sayStanding({ review, closed }, zone, now)}</span>
      </div>
      <PageHead
        title={title}
        facts={
          <>
            as of{" "}
            <time dateTime={review.asOf} title={formatUtc(asOf)}>
              {formatInstant(asOf, zone, now)} {zoneName(asOf, zone)}
            </time>
            , against the same hour of week {numberOf(previous).number}
          </>
        }
        verdict={review.sentence}
        because={
          <>
            {review.because}
            {review.tables.samples > 0 && ` ${saySamples(review.tables, review.sampleClock, { zone, now })}`}
          </>
        }
        actions={
          <span className={classes["actions"]}>
            <ButtonLink href={reviewLink(week, { present: 1 })} main>
              Present
            </ButtonLink>
            <PrintButton />
            <MinutesMenu week={week} />
            <CloseWeek says={sayClosing(closed !== null, isOver)} />
          </span>
        }
      />
      <p className={classes["zone"]}>
        {timeZone.configured
          ? `Times are ${zone} (notifications.digest.time_zone).`
          : "Times are UTC (set notifications.digest.time_zone to change)."}
      </p>
    </>
  );
}

/** The weeks beside it, as far as there is data for them, and the current one where that is neither. */
function WeekSteps({ week, zone, now, firstWatched }: { week: string; zone: string; now: Date; firstWatched: Date | null }) {
  const previous = shiftWeek(week, -1);
  const next = shiftWeek(week, 1);
  const current = weekOf(now, zone);
  const hasPrevious = firstWatched !== null && weekOf(firstWatched, zone) <= previous;
  const hasNext = next <= current;
  return (
    <nav aria-label="Weeks" className={classes["weeks"]}>
      {hasPrevious && (
        <Link href={reviewLink(previous)} prefetch={false}>
          <Arrow d="m10 4-4 4 4 4" />
          {weekName(previous)}
        </Link>
      )}
      {hasNext && (
        <Link href={reviewLink(next)} prefetch={false}>
          {weekName(next)}
          <Arrow d="m6 4 4 4-4 4" />
        </Link>
      )}
      {next < current && (
        <Link href={reviewLink(current)} prefetch={false}>
          {weekName(current)}, current
        </Link>
      )}
    </nav>
  );
}

function sayStanding({ review, closed }: Pick<ReviewDocument, "review" | "closed">, zone: string, now: Date): string {
  if (closed !== null) {
    const early = new Date(closed.at) < new Date(review.to) ? "Closed early" : "Closed";
    return `${early} by ${closed.by}, ${formatInstant(new Date(closed.at), zone, now)}; frozen`;
  }
  if (review.isOver) return "Not closed; computed from stored data";
  return `Ends ${formatDay(new Date(Date.parse(review.to) - 1), zone, now)}, not closed`;
}

function saySamples(
  { all, samples }: { all: number; samples: number },
  clock: string | null,
  { zone, now }: { zone: string; now: Date },
): string {
  const which =
    samples === all
      ? all === 1
        ? "The table is a sample"
        : `All ${formatCount(all)} tables are samples`
      : `${formatCount(samples)} of the tables are samples`;
  const frozen = clock === null ? "" : ` frozen at ${formatDay(new Date(clock), zone, now)}; their last days are shown as this week`;
  return `${which}${frozen}.`;
}

/** What closing the week, or reopening it, does. Pure. */
export function sayClosing(isClosed: boolean, isOver: boolean): string {
  if (isClosed) return "Reopening computes the week from stored data again and lets people write. A note records who reopened it.";
  const kept = "Closing freezes this week; open actions carry over.";
  return isOver ? kept : `${kept} The week is not over: later events will appear in no review.`;
}

function Arrow({ d }: { d: string }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d={d} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
