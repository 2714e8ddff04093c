import { isTimeZone } from "#lib/time.ts";
import { isWeek, spanOf } from "./iso-week.ts";
import type { ReviewMoment } from "./review-facts.ts";

/** Why a text names no week that can be reviewed; `from`: when that week, or the first table, begins. */
export type NoReview = { kind: "unknown" } | { kind: "future"; from: Date } | { kind: "before"; from: Date | null };

/**
 * Until when a week is told at `now`: its end, or now while it runs. Not for what names no week, for one that is still to come, and for one
 * that was over before the first data (`firstWatched`; null: there is none, so only the current week is told). Pure.
 */
export function momentOf(
  week: string,
  { now, timeZone, firstWatched }: { now: Date; timeZone: ReviewMoment["timeZone"]; firstWatched: Date | null },
): ReviewMoment | NoReview {
  if (!isWeek(week)) return { kind: "unknown" };
  const { from, to } = spanOf(week, timeZone.name);
  if (from > now) return { kind: "future", from };
  const isOver = to <= now;
  if (isOver && (firstWatched === null || firstWatched >= to)) return { kind: "before", from: firstWatched };
  return { week, timeZone, from, to, asOf: isOver ? to : now, isOver };
}

/** The team's zone: that of the digest where one is configured, else UTC. Pure. */
export function reviewZone(configured: string | null | undefined): ReviewMoment["timeZone"] {
  return configured != null && isTimeZone(configured) ? { name: configured, configured: true } : { name: "UTC", configured: false };
}

/** Why there is no review, in a sentence. Pure. */
export function sayNoReview(week: string, why: NoReview): string {
  switch (why.kind) {
    case "unknown":
      return `"${week}" is not a week. Use ISO 8601, such as 2026-W05; a year has 52 or 53 weeks.`;
    case "future":
      return `${week} has not started: it starts on ${why.from.toISOString().slice(0, 10)}.`;
    case "before":
      return why.from === null
        ? `No data for ${week}: Bergwatch watches no tables yet.`
        : `No data for ${week}: the first data is from ${why.from.toISOString().slice(0, 10)}.`;
  }
}
