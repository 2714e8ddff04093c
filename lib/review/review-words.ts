import type { AgendaItem, MoverMetric, ReviewView } from "#lib/contracts/review.ts";
import { formatDay } from "#lib/time.ts";
import { boundSign, formatCount, formatRatio } from "#lib/units.ts";
import { capital } from "#lib/words.ts";
import { numberOf, startOfDay } from "./iso-week.ts";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function inWords(count: number): string {
  return WORDS[count] ?? formatCount(count);
}

type Counts = Pick<ReviewView["numbers"], "opened" | "reopened" | "resolved" | "stillOpen">;

/** The week in one sentence: "Three incidents opened, one opened again, two were resolved; four still stand." Pure. */
export function sayWeek({ opened, reopened, resolved, stillOpen }: Counts): string {
  const stand = stillOpen.now;
  const parts = [
    opened.now > 0 ? `${inWords(opened.now)} ${opened.now === 1 ? "incident" : "incidents"} opened` : null,
    reopened.now > 0 ? `${inWords(reopened.now)} opened again` : null,
    resolved.now > 0 ? `${inWords(resolved.now)} ${resolved.now === 1 ? "was" : "were"} resolved` : null,
  ].filter((part) => part !== null);
  const tail = stand === 0 ? "none stands" : `${inWords(stand)} still ${stand === 1 ? "stands" : "stand"}`;
  if (parts.length === 0)
    return stand === 0 ? "A quiet week: no incident opened, and none stands." : `${capital(`no incident opened; ${tail}`)}.`;
  return `${capital(parts.join(", "))}; ${tail}.`;
}

/** Where the harm lies, and what is not known; null: nothing is to be said. Pure. */
export function sayWhy({
  agenda,
  numbers: { surplusRows },
  owners,
  tables,
}: Pick<ReviewView, "agenda" | "numbers" | "owners" | "tables">): string | null {
  const { now, bound, unknownTables } = surplusRows;
  const sentences: string[] = [];
  const worst = agenda.items.find(({ table }) => table !== null)?.table;
  if (now !== null && now > 0) {
    const harmed = owners.list.reduce((sum, { tables: some }) => sum + some, 0);
    const where =
      harmed === 1 && worst != null && owners.left === 0
        ? `${worst.name} has all of them`
        : `${formatCount(harmed)} ${harmed === 1 ? "table has" : "tables have"} them`;
    sentences.push(`${boundSign(bound)}${formatCount(now)} surplus ${now === 1 ? "row" : "rows"}: ${where}.`);
  } else if (now === 0)
    sentences.push(`No surplus row is known in ${tables.all === 1 ? "the one table" : `${formatCount(tables.all)} tables`}.`);
  if (unknownTables > 0)
    sentences.push(`Of ${unknownTables === 1 ? "one table" : `${formatCount(unknownTables)} tables`} the number is not known.`);
  return sentences.length === 0 ? null : sentences.join(" ");
}

/** `Week 48`. Pure. */
export function weekName(week: string): string {
  return `Week ${numberOf(week).number}`;
}

/** `Week 48, 23 to 29 November 2026`; the month and year twice where they differ. Pure. */
export function weekTitle(week: string, days: readonly string[]): string {
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""].map((day) => {
    const [year = "", month = "", date = ""] = day.split("-");
    return { year, month: MONTHS[Number(month) - 1] ?? "", date: String(Number(date)) };
  });
  if (first === undefined || last === undefined) return weekName(week);
  const begin =
    first.year !== last.year
      ? `${first.date} ${first.month} ${first.year}`
      : first.month !== last.month
        ? `${first.date} ${first.month}`
        : first.date;
  return `${weekName(week)}, ${begin} to ${last.date} ${last.month} ${last.year}`;
}

const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/** What an agenda item is called. Pure. */
export const AGENDA_WORDS: Readonly<Record<AgendaItem["kind"], string>> = {
  open: "Still open",
  reopened: "Re-opened",
  alert: "Alert",
  no_result: "No result",
  untrusted: "Not trusted",
  warning: "Warning",
  resolved: "Resolved",
};

export const MOVER_WORDS: Readonly<Record<MoverMetric, string>> = {
  surplus_rows: "surplus rows",
  delete_files: "delete files",
  delete_ratio: "delete ratio",
};

/** A mover's number as its unit asks for. Pure. */
export function sayMoverNumber(metric: MoverMetric, value: number): string {
  return metric === "delete_ratio" ? formatRatio(value) : formatCount(value);
}

/** The change in its own unit and, where it can be said, in percent: `+544, +171 %`. Pure. */
export function sayChange(metric: MoverMetric, from: number, to: number): string {
  const size = sayMoverNumber(metric, Math.abs(to - from));
  const sign = to > from ? "+" : "\u2212";
  if (from === 0) return `${sign}${size}`;
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  return `${sign}${size}, ${sign}${percent === 0 ? "<\u20091" : formatCount(percent)}\u202f%`;
}

/** When an action is due, and how late it is by the zone's calendar on `today`, `2026-11-30`. Pure. */
export function sayDue(due: string | null, today: string, zone: string): { day: string; late: string | null } {
  if (due === null) return { day: "no date", late: null };
  const days = Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000);
  const day = formatDay(startOfDay(due, zone), zone, new Date(today));
  if (days <= 0) return { day: days === 0 ? `${day}, today` : day, late: null };
  return { day, late: days === 1 ? "1 day late" : `${formatCount(days)} days late` };
}
