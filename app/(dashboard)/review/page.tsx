import { redirect } from "next/navigation";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { readReviewZone } from "#db/queries/reviews.ts";
import { reviewLink } from "#lib/contracts/links.ts";
import { weekOf } from "#lib/review/iso-week.ts";

export const metadata: Metadata = { title: "Review" };

/** Leads to the week that runs by the team's clock, presented where it was asked for so. */
export default async function ReviewPage({ searchParams }: { searchParams: Promise<{ present?: string | string[] }> }) {
  const { present } = await searchParams;
  const zone = await readForPage(readReviewZone);
  if (zone.ok) redirect(reviewLink(weekOf(new Date(), zone.value.name), { present: Array.isArray(present) ? present[0] : present }));
  return (
    <>
      <h1 className="visually-hidden">Weekly review</h1>
      <UnreadFace title="The review could not be read" message={zone.message} />
    </>
  );
}
