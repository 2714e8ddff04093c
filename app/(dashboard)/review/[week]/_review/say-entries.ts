import type { ReviewEntry, ReviewView } from "#lib/contracts/review.ts";
import { isLate } from "#lib/review/build-review.ts";
import { numberOf } from "#lib/review/iso-week.ts";
import { sayDue } from "#lib/review/review-words.ts";
import { formatDay, formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";

/** An entry with what a week's page says about it. */
export interface SaidEntry {
  entry: ReviewEntry;
  words: { author: string | null; from: string | null; due: string; late: string | null; done: string | null };
}

/** Entries as a week's page shows them; `today` is `2026-11-30` by the team's clock. Pure. */
export function sayEntries(
  entries: readonly ReviewEntry[],
  { week, timeZone: { name: zone } }: Pick<ReviewView, "week" | "timeZone">,
  today: string,
): SaidEntry[] {
  return entries.map((entry) => {
    const { day, late } = sayDue(entry.due, today, zone);
    return {
      entry,
      words: {
        author: sayAuthor(entry, zone),
        from: entry.week === week ? null : `from ${sayWeekOf(entry.week, week)}`,
        due: day,
        late: isLate(entry, today) ? late : null,
        done:
          entry.doneAt === null
            ? null
            : `done by ${entry.doneBy ?? "unknown"}, ${formatInstant(new Date(entry.doneAt), zone, new Date(today))}`,
      },
    };
  });
}

/** `Ada, Fri 27 Nov`; null: the entry does not say. Pure. */
export function sayAuthor({ createdBy, createdAt }: Pick<ReviewEntry, "createdBy" | "createdAt">, zone: string): string | null {
  if (createdBy === null) return null;
  return createdAt === null ? createdBy : `${createdBy}, ${formatDay(new Date(createdAt), zone, new Date(createdAt))}`;
}

/** `week 47`; with its year where that is another. */
function sayWeekOf(of: string, week: string): string {
  const { year, number } = numberOf(of);
  return year === numberOf(week).year ? `week ${number}` : `week ${number} of ${year}`;
}

/** `3 new, 1 carried over, 1 late`. Pure. */
export function countEntries(entries: readonly SaidEntry[]): string | undefined {
  const carried = entries.filter(({ words }) => words.from !== null).length;
  const late = entries.filter(({ words }) => words.late !== null).length;
  const parts = [
    entries.length - carried > 0 ? `${formatCount(entries.length - carried)} new` : null,
    carried > 0 ? `${formatCount(carried)} carried over` : null,
    late > 0 ? `${formatCount(late)} late` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(", ");
}
