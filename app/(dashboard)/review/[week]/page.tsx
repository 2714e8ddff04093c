import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { findFirstWatched } from "#db/queries/review-keys.ts";
import { readReview, readReviewZone } from "#db/queries/reviews.ts";
import { daysOf, isWeek } from "#lib/review/iso-week.ts";
import { weekTitle } from "#lib/review/review-words.ts";
import { NoReviewFace } from "./_components/no-review-face.tsx";
import { ReviewPage } from "./_components/review-page.tsx";

interface Asked {
  params: Promise<{ week: string }>;
}

/** Weeks are written `2026-W48`; a lower-case w is accepted. */
async function weekAsked({ params }: Asked): Promise<string> {
  return decodeURIComponent((await params).week).toUpperCase();
}

export async function generateMetadata(asked: Asked): Promise<Metadata> {
  const week = await weekAsked(asked);
  return { title: isWeek(week) ? `Weekly review: ${weekTitle(week, daysOf(week))}` : "Weekly review" };
}

export default async function WeekPage(asked: Asked) {
  const week = await weekAsked(asked);
  const now = new Date();
  const read = await readForPage(async (db) => {
    const [review, zone, firstWatched] = await Promise.all([readReview(db, { week, now }), readReviewZone(db), findFirstWatched(db)]);
    return { review, zone, firstWatched };
  });
  if (!read.ok) {
    return (
      <>
        <h1 className="visually-hidden">Weekly review</h1>
        <UnreadFace title="The review could not be read" message={read.message} />
      </>
    );
  }
  const { review, zone, firstWatched } = read.value;
  if ("kind" in review) return <NoReviewFace week={week} why={review} now={now} zone={zone.name} firstWatched={firstWatched} />;
  return (
    <>
      <ReviewPage document={review} now={now} firstWatched={firstWatched} />
      <Refresh everySeconds={60} />
    </>
  );
}
