import type { ReviewEntry, ReviewView } from "#lib/contracts/review.ts";
import { isLate } from "#lib/review/build-review.ts";
import { numberOf } from "#lib/review/iso-week.ts";
import { sayDue } from "#lib/review/review-words.ts";
import { formatInstant } from "#lib/time.ts";
import { formatCount } from "#lib/units.ts";

/** An entry with what is said of it on the page of a week. Pure. */
export interface SaidEntry {
  entry: ReviewEntry;
  words: { from: string | null; due: string; late: string | null; done: string | null };
}

/** Entries as a week's page says them; `today` is `2026-11-30` by the team's clock. Pure. */
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
        from: entry.week === week ? null : `from ${sayWeekOf(entry.week, week)}`,
        due: day,
        late: isLate(entry, today) ? late : null,
        done:
          entry.doneAt === null
            ? null
            : `done by ${entry.doneBy ?? "somebody"}, ${formatInstant(new Date(entry.doneAt), zone, new Date(today))}`,
      },
    };
  });
}

/** `week 47`; with its year where that is another. */
function sayWeekOf(of: string, week: string): string {
  const { year, number } = numberOf(of);
  return year === numberOf(week).year ? `week ${number}` : `week ${number} of ${year}`;
}

/** How many there are, new ones and carried ones, and how many are late: `3 new, 1 from earlier, 1 late`. Pure. */
export function countEntries(entries: readonly SaidEntry[]): string | undefined {
  const carried = entries.filter(({ words }) => words.from !== null).length;
  const late = entries.filter(({ words }) => words.late !== null).length;
  const parts = [
    entries.length - carried > 0 ? `${formatCount(entries.length - carried)} new` : null,
    carried > 0 ? `${formatCount(carried)} carried on` : null,
    late > 0 ? `${formatCount(late)} late` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join(", ");
}
