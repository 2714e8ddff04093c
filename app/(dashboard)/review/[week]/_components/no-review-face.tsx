import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { reviewLink } from "#lib/contracts/links.ts";
import { weekOf } from "#lib/review/iso-week.ts";
import type { NoReview } from "#lib/review/review-moment.ts";
import { weekName } from "#lib/review/review-words.ts";
import { formatInstant } from "#lib/time.ts";

interface NoReviewProps {
  week: string;
  why: NoReview;
  now: Date;
  zone: string;
  firstWatched: Date | null;
}

/** Says why a week has no review and links to the nearest one that has. */
export function NoReviewFace({ week, why, now, zone, firstWatched }: NoReviewProps) {
  const present = weekOf(now, zone);
  return (
    <>
      <h1 className="visually-hidden">Weekly review</h1>
      <Face title={sayTitle(week, why)}>
        <p>{sayWhy(why, now, zone)}</p>
        <p>
          <Link href={reviewLink(present)}>{weekName(present)}, the current week</Link>
          {why.kind === "before" && firstWatched !== null && weekOf(firstWatched, zone) !== present && (
            <>
              {" · "}
              <Link href={reviewLink(weekOf(firstWatched, zone))}>{weekName(weekOf(firstWatched, zone))}, the first</Link>
            </>
          )}
        </p>
      </Face>
    </>
  );
}

function sayTitle(week: string, why: NoReview): string {
  switch (why.kind) {
    case "unknown":
      return `No week “${week.slice(0, 40)}”`;
    case "future":
      return `${weekName(week)} has not started`;
    case "before":
      return `No data for ${weekName(week).toLowerCase()}`;
  }
}

function sayWhy(why: NoReview, now: Date, zone: string): string {
  switch (why.kind) {
    case "unknown":
      return "Weeks follow ISO 8601: the year, W and two digits, such as 2026-W05. A year has 52 or 53 weeks.";
    case "future":
      return `It starts ${formatInstant(why.from, zone, now)} (${zone}).`;
    case "before":
      return why.from === null
        ? "Bergwatch watches no tables yet."
        : `The first data is from ${formatInstant(why.from, zone, now)} (${zone}).`;
  }
}
