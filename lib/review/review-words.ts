import type { AgendaItem, MoverMetric, ReviewView } from "#lib/contracts/review.ts";
import { isSettled } from "#lib/contracts/agenda-item.ts";
import { formatDay, formatInstant } from "#lib/time.ts";
import { boundSign, formatCount, formatRatio } from "#lib/units.ts";
import { numberOf, startOfDay } from "./iso-week.ts";

type Counts = Pick<ReviewView["numbers"], "opened" | "reopened" | "resolved" | "accepted" | "removed" | "stillOpen">;

/** The week in one sentence: "3 incidents opened, 1 reopened, 2 resolved; 4 still open." Pure. */
export function sayWeek({ opened, reopened, resolved, accepted, removed, stillOpen }: Counts): string {
  const parts = [
    opened.now > 0 ? `${formatCount(opened.now)} ${opened.now === 1 ? "incident" : "incidents"} opened` : null,
    reopened.now > 0 ? `${formatCount(reopened.now)} reopened` : null,
    resolved.now > 0 ? `${formatCount(resolved.now)} resolved` : null,
    accepted.now > 0 ? `${formatCount(accepted.now)} accepted` : null,
    removed.now > 0 ? `${formatCount(removed.now)} left with removed tables` : null,
  ].filter((part) => part !== null);
  const open = stillOpen.now === 0 ? "none still open" : `${formatCount(stillOpen.now)} still open`;
  if (parts.length > 0) return `${parts.join(", ")}; ${open}.`;
  return stillOpen.now === 0 ? "A quiet week: no incidents opened or are open." : `No incidents opened; ${open}.`;
}

type Balance = Pick<ReviewView, "from" | "timeZone"> & { numbers: Counts & Pick<ReviewView["numbers"], "openBefore"> };

/**
 * How the numbers add up: "2 open on Mon 23 Nov + 3 opened - 1 resolved = 4 still open"; null: nothing moved, or it is not known how many
 * were open. Pure.
 */
export function sayBalance({ from, timeZone, numbers }: Balance): string | null {
  const { openBefore, opened, reopened, resolved, accepted, removed, stillOpen } = numbers;
  if (openBefore === null) return null;
  const terms = [
    opened.now > 0 ? `+ ${formatCount(opened.now)} opened` : null,
    reopened.now > 0 ? `+ ${formatCount(reopened.now)} reopened` : null,
    resolved.now > 0 ? `\u2212 ${formatCount(resolved.now)} resolved` : null,
    accepted.now > 0 ? `\u2212 ${formatCount(accepted.now)} accepted` : null,
    removed.now > 0 ? `\u2212 ${formatCount(removed.now)} left with removed tables` : null,
  ].filter((term) => term !== null);
  if (terms.length === 0) return null;
  const day = formatDay(new Date(from), timeZone.name, new Date(from));
  return `${[`${formatCount(openBefore)} open on ${day}`, ...terms].join(" ")} = ${formatCount(stillOpen.now)} still open`;
}

/** Where the extra rows are, and what is unknown; null: neither is known. Pure. */
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
        ? `all in ${worst.name}`
        : `in ${formatCount(harmed)} ${harmed === 1 ? "table" : "tables"}`;
    sentences.push(`${boundSign(bound)}${formatCount(now)} extra ${now === 1 ? "row" : "rows"}, ${where}.`);
  } else if (now === 0) sentences.push(`No extra rows in ${tables.all === 1 ? "the only table" : `${formatCount(tables.all)} tables`}.`);
  if (unknownTables > 0)
    sentences.push(`The number is unknown for ${unknownTables === 1 ? "1 table" : `${formatCount(unknownTables)} tables`}.`);
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
  reopened: "Reopened",
  alert: "Alert",
  no_result: "No result",
  untrusted: "Not trusted",
  warning: "Warning",
  accepted: "Accepted",
  resolved: "Resolved",
};

/** `Since Tue 24 Nov, 02:44 or earlier`, or when an incident ended; null: not known. Pure. */
export function saySince(
  { kind, since, orEarlier }: Pick<AgendaItem, "kind" | "since" | "orEarlier">,
  { asOf, timeZone }: Pick<ReviewView, "asOf" | "timeZone">,
): string | null {
  if (since === null) return null;
  const when = formatInstant(new Date(since), timeZone.name, new Date(asOf));
  return isSettled(kind) ? `${AGENDA_WORDS[kind]} ${when}` : `Since ${when}${orEarlier ? " or earlier" : ""}`;
}

/** What to decide about an item; null: nothing. Pure. */
export function sayProposal({ kind, owner, proposal }: Pick<AgendaItem, "kind" | "owner" | "proposal">): string | null {
  if (isSettled(kind)) return null;
  if (proposal !== null) return `Decide who does this, and when: ${proposal}`;
  if (kind === "no_result") return "Decide who gets it checked again, and when.";
  if (kind === "untrusted") return "Decide who finds out why the counts disagree, and when.";
  return owner === null ? "Name an owner." : "Decide who looks into it, and when.";
}

export const MOVER_WORDS: Readonly<Record<MoverMetric, string>> = {
  surplus_rows: "extra rows",
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
