import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { reviews } from "../schema/reviews.ts";
import { FrozenReview, type ReviewDocument, type ReviewEntry, type ReviewView } from "#lib/contracts/review.ts";
import { AppError } from "#lib/errors.ts";
import type { ToldReview } from "#lib/incidents/message.ts";
import { buildReview, tellReview } from "#lib/review/build-review.ts";
import { shiftWeek, spanOf } from "#lib/review/iso-week.ts";
import type { ReviewMoment } from "#lib/review/review-facts.ts";
import { momentOf, reviewZone, type NoReview } from "#lib/review/review-moment.ts";
import { listFleetSurplus } from "./review-chart.ts";
import { insertReviewEntry, listReviewEntries } from "./review-entries.ts";
import { readWeekIncidents } from "./review-incidents.ts";
import { findFirstWatched, findSampleClock, listReviewKeys } from "./review-keys.ts";
import { readWeekRuns } from "./review-runs.ts";
import { findServiceState } from "./service-states.ts";

const CHART_EVERY_HOURS = 6;

/** Of which week, and when it is asked. `timeZone` null: the digest's where it is configured, else UTC. */
export interface ReviewAsked {
  week: string;
  now: Date;
  timeZone?: string | null;
}

/** A week's review with its entries: as it was closed, else computed from stored data; or why there is none. */
export async function readReview(db: Db, { week, now, timeZone }: ReviewAsked): Promise<ReviewDocument | NoReview> {
  const zone = timeZone == null ? await readReviewZone(db) : reviewZone(timeZone);
  const moment = momentOf(week, { now, timeZone: zone, firstWatched: await findFirstWatched(db) });
  if ("kind" in moment) return moment;
  const closed = await findClosedReview(db, week);
  if (closed !== null) return { review: closed.frozen.view, entries: closed.frozen.entries, closed: { at: closed.at, by: closed.by } };
  const [review, entries] = await Promise.all([computeReview(db, moment), listReviewEntries(db, moment)]);
  return { review, entries, closed: null };
}

/** By whose clock weeks begin: the zone of the digest where the configuration names one, else UTC. */
export async function readReviewZone(db: Db): Promise<ReviewMoment["timeZone"]> {
  const configuration = await findServiceState(db, "configuration");
  return reviewZone(configuration?.service?.notifications.digest?.timeZone);
}

/** The week for the digest, in the zone of its settings; null when there is nothing to tell: no such week, or no table was watched in it. */
export async function readToldReview(
  db: Db,
  { week, now, timeZone }: { week: string; now: Date; timeZone: string },
): Promise<ToldReview | null> {
  const read = await readReview(db, { week, now, timeZone });
  return "kind" in read ? null : tellReview(read.review, read.entries, now);
}

async function computeReview(db: Db, moment: ReviewMoment): Promise<ReviewView> {
  const { from, asOf, week, timeZone } = moment;
  // The same hour of the week before, by the zone's clock: a change to summer time lies between.
  const previous = spanOf(shiftWeek(week, -1), timeZone.name).from;
  const before = new Date(previous.getTime() + (asOf.getTime() - from.getTime()));
  const [keys, incidents, runs, points, sampleClock] = await Promise.all([
    listReviewKeys(db, { from, asOf, before }),
    readWeekIncidents(db, { from, asOf, before, previous }),
    readWeekRuns(db, { from, asOf }),
    listFleetSurplus(db, { from: previous, to: asOf, asOf, everyHours: CHART_EVERY_HOURS }),
    findSampleClock(db),
  ]);
  const chart = { from: previous, to: moment.to, everyHours: CHART_EVERY_HOURS, points };
  return buildReview({ moment, keys, incidents, runs, sampleClock, chart });
}

async function findClosedReview(db: Db, week: string): Promise<{ frozen: FrozenReview; at: string; by: string } | null> {
  const [row] = await db.select().from(reviews).where(eq(reviews.week, week));
  if (!row) return null;
  const parsed = FrozenReview.safeParse(row.frozen);
  if (!parsed.success) {
    throw new AppError(
      "internal",
      `Another version of Bergwatch closed the review of ${week}, and this one cannot read it. Reopen the week.`,
    );
  }
  return { frozen: parsed.data, at: row.closedAt.toISOString(), by: row.closedBy };
}

/** Throws AppError usage when a week is closed: then what was written in it does not change. */
export async function refuseClosed(db: Db, week: string): Promise<void> {
  const [row] = await db.select({ by: reviews.closedBy }).from(reviews).where(eq(reviews.week, week));
  if (row) throw new AppError("usage", `${row.by} closed the review of ${week}. Reopen the week to change it.`);
}

/**
 * Keeps a week as it is now, over or not. False: somebody closed it before, and theirs stays. Throws AppError usage for a week that cannot
 * be reviewed.
 */
export async function closeWeek(db: Db, { week, by, now }: { week: string; by: string; now: Date }): Promise<boolean> {
  const read = await readReview(db, { week, now });
  if ("kind" in read) throw new AppError("usage", `${week} cannot be closed: it has no review.`);
  const entries: ReviewEntry[] = read.entries;
  const frozen = FrozenReview.parse({ version: 1, view: read.review, entries });
  const stored = await db
    .insert(reviews)
    .values({ week, closedAt: now, closedBy: by, frozen: { ...frozen } })
    .onConflictDoNothing()
    .returning({ week: reviews.week });
  return stored.length > 0;
}

/** Reopens a closed week and records that in a note. False: it was not closed. */
export async function openWeekAgain(db: Db, { week, by, now }: { week: string; by: string; now: Date }): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const [was] = await tx.delete(reviews).where(eq(reviews.week, week)).returning();
    if (!was) return false;
    const text = `Reopened by ${by}. ${was.closedBy} had closed it on ${was.closedAt.toISOString().slice(0, 16).replace("T", " at ")} UTC.`;
    await insertReviewEntry(tx, { week, kind: "note", text, owner: null, due: null, incidentId: null, by }, now);
    return true;
  });
}
