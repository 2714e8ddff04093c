import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { findFirstWatched } from "#db/queries/review-keys.ts";
import { readReview, readReviewZone } from "#db/queries/reviews.ts";
import { daysOf, isWeek } from "#lib/review/iso-week.ts";
import { weekTitle } from "#lib/review/review-words.ts";
import { NoReviewFace } from "./_components/no-review-face.tsx";
import { readSlideCharts } from "./_review/read-slide-charts.ts";
import { ReviewPage } from "./_components/review-page.tsx";

interface Asked {
  params: Promise<{ week: string }>;
  searchParams: Promise<{ present?: string | string[] }>;
}

/** Weeks are written `2026-W48`; a lower-case w is accepted. */
async function weekAsked({ params }: Pick<Asked, "params">): Promise<string> {
  return decodeURIComponent((await params).week).toUpperCase();
}

export async function generateMetadata(asked: Asked): Promise<Metadata> {
  const week = await weekAsked(asked);
  return { title: isWeek(week) ? `Weekly review: ${weekTitle(week, daysOf(week))}` : "Weekly review" };
}

export default async function WeekPage(asked: Asked) {
  const week = await weekAsked(asked);
  const now = new Date();
  const presented = (await asked.searchParams).present !== undefined;
  const read = await readForPage(async (db) => {
    const [review, zone, firstWatched] = await Promise.all([readReview(db, { week, now }), readReviewZone(db), findFirstWatched(db)]);
    const charts = presented && !("kind" in review) ? await readSlideCharts(db, review.review) : [];
    return { review, zone, firstWatched, charts };
  });
  if (!read.ok) {
    return (
      <>
        <h1 className="visually-hidden">Weekly review</h1>
        <UnreadFace title="The review could not be read" message={read.message} />
      </>
    );
  }
  const { review, zone, firstWatched, charts } = read.value;
  if ("kind" in review) return <NoReviewFace week={week} why={review} now={now} zone={zone.name} firstWatched={firstWatched} />;
  return (
    <>
      <ReviewPage document={review} now={now} firstWatched={firstWatched} charts={charts} />
      <Refresh everySeconds={60} />
    </>
  );
}
