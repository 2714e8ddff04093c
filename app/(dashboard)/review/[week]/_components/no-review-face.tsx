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

/** Stands in the place of a week that cannot be reviewed, says why and leads to the nearest that can. */
export function NoReviewFace({ week, why, now, zone, firstWatched }: NoReviewProps) {
  const present = weekOf(now, zone);
  return (
    <>
      <h1 className="visually-hidden">Weekly review</h1>
      <Face title={sayTitle(week, why)}>
        <p>{sayWhy(why, now, zone)}</p>
        <p>
          <Link href={reviewLink(present)}>{weekName(present)}, which runs now</Link>
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
      return `There is no week “${week.slice(0, 40)}”`;
    case "future":
      return `${weekName(week)} is still to come`;
    case "before":
      return `${weekName(week)} was not watched`;
  }
}

function sayWhy(why: NoReview, now: Date, zone: string): string {
  switch (why.kind) {
    case "unknown":
      return "Weeks are written by ISO 8601: the year, W and two digits, such as 2026-W05. A year has 52 of them or 53.";
    case "future":
      return `It begins ${formatInstant(why.from, zone, now)} (${zone}).`;
    case "before":
      return why.from === null
        ? "No table is watched yet."
        : `The first table is watched since ${formatInstant(why.from, zone, now)} (${zone}).`;
  }
}
