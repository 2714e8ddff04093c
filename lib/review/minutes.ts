import { incidentLink, reviewLink, tableLink } from "#lib/contracts/links.ts";
import { onItText, sayOnIt } from "#lib/contracts/on-it-words.ts";
import type { AgendaItem, ReviewDocument, ReviewEntry } from "#lib/contracts/review.ts";
import { formatInstant, formatUtc, isoDay, zoneName } from "#lib/time.ts";
import { boundSign, formatCount } from "#lib/units.ts";
import { agendaLink, agendaName, isSettled } from "#lib/contracts/agenda-item.ts";
import { isLate } from "./build-review.ts";
import { daysOf } from "./iso-week.ts";
import {
  AGENDA_WORDS,
  MOVER_WORDS,
  sayBalance,
  sayChange,
  sayDue,
  sayMoverNumber,
  sayProposal,
  weekName,
  weekTitle,
} from "./review-words.ts";

/** How minutes are written: `publicUrl` without a slash at its end, null where no one is known, so that links are left out. */
export interface MinutesOptions {
  now: Date;
  publicUrl: string | null;
}

/** The week as Markdown, for a wiki or a mail: the numbers, the agenda with what was decided, and what is to be done. No key's value. Pure. */
export function writeMarkdown({ review, entries, closed }: ReviewDocument, { now, publicUrl }: MinutesOptions): string {
  const { numbers, agenda, movers, owners, week, timeZone } = review;
  const zone = timeZone.name;
  const link = (text: string, path: string) => (publicUrl === null ? text : `[${text}](${publicUrl}${path})`);
  const { surplusRows, runs } = numbers;
  const balance = sayBalance(review);
  const compared = (["opened", "reopened", "resolved", "accepted", "removed", "stillOpen"] as const).map((name) => {
    const { now: is, was } = numbers[name];
    return `| ${NUMBER_WORDS[name]} | ${formatCount(is)} | ${formatCount(was)} |`;
  });
  const surplus = `| Extra rows | ${sayNumber(surplusRows.now, surplusRows.bound)} | ${sayNumber(surplusRows.was, null)} |`;
  const of = (entry: ReviewEntry) =>
    entry.incident === null ? "" : ` (${link(`INC-${entry.incident.number}`, incidentLink(entry.incident.id))})`;
  const items = agenda.items.map((item, at) => {
    const incident = item.incident === null ? "" : ` ${link(`INC-${item.incident.number}`, incidentLink(item.incident.id))}.`;
    const owner = item.owner === null ? "No owner." : `${escape(item.owner)}.`;
    const decided = decidedOf(item, entries).map(
      (entry) =>
        `\n   - ${KIND_WORDS[entry.kind]}: ${escape(entry.text)}${entry.createdBy === null ? "" : ` (${escape(entry.createdBy)})`}`,
    );
    const proposal = decided.length === 0 ? sayProposal(item) : null;
    if (proposal !== null) decided.push(`\n   - ${escape(proposal)}`);
    return `${at + 1}. **${AGENDA_WORDS[item.kind]}**: ${link(escape(agendaName(item)), item.table === null ? agendaLink(item) : tableLink(item.table.id))}. ${escape(item.sentence)}${sinceOf(item, zone)}${item.why === null ? "" : ` ${escape(item.why)}`}${incident} ${owner}${takenOf(item, zone)}${decided.join("")}`;
  });
  const left = agenda.left.map(({ owner, count }) => `- ${formatCount(count)} more for ${escape(owner ?? "tables without an owner")}`);
  const list = (kind: ReviewEntry["kind"]) => entries.filter((entry) => entry.kind === kind);
  const actions = list("action").map((entry) => {
    const due = sayDue(entry.due, isoDay(now, zone), zone);
    const late = isLate(entry, isoDay(now, zone)) ? `, **${due.late ?? "late"}**` : "";
    const from = entry.week === week ? "" : `, from ${weekName(entry.week).toLowerCase()}`;
    return `- [${entry.doneAt === null ? " " : "x"}] ${escape(entry.text)}${of(entry)}: ${escape(entry.owner ?? "no owner")}, ${due.day}${late}${from}`;
  });
  const moved = [...movers.worse, ...movers.better].map(
    ({ table, metric, from, to }) =>
      `- ${escape(table.name)}, ${MOVER_WORDS[metric]}: ${sayMoverNumber(metric, from)} → ${sayMoverNumber(metric, to)} (${sayChange(metric, from, to)})`,
  );
  const harm = owners.list.map(({ owner, surplusRows: rows }) => `- ${escape(owner ?? "No owner")}: ${formatCount(rows)} extra rows`);
  return `${[
    `# ${link(weekTitle(week, daysOf(week)), reviewLink(week))}`,
    sayStanding({ review, entries, closed }, zone),
    `**${escape(review.sentence)}**${review.because === null ? "" : ` ${escape(review.because)}`}`,
    ["| | this week | the week before |", "| --- | ---: | ---: |", ...compared, surplus].join("\n"),
    ...(balance === null ? [] : [`${balance}.`]),
    runs.kept ? `Runs: ${formatCount(runs.done)} of ${formatCount(runs.due)} due.` : "The runs of this week are no longer stored.",
    ...section("Agenda", [...items, ...left]),
    ...section("Actions", actions),
    ...section(
      "Decisions",
      list("decision").map((entry) => `- ${escape(entry.text)}${of(entry)}`),
    ),
    ...section(
      "Notes",
      list("note").map((entry) => `- ${escape(entry.text)}${of(entry)}`),
    ),
    ...section("Movers", moved),
    ...section("Extra rows by owner", harm),
  ].join("\n\n")}\n`;
}

const CSV_COLUMNS = [
  "part",
  "number",
  "state",
  "table",
  "owner",
  "incident",
  "text",
  "due",
  "done",
  "from",
  "to",
  "on it",
  "since",
  "author",
] as const;
type CsvRow = Partial<Record<(typeof CSV_COLUMNS)[number], string | number | null>>;

/**
 * The same as CSV by RFC 4180, UTF-8, CRLF: a row for each number, agenda item, entry, mover and owner. A text that a spreadsheet would take
 * for a formula has an apostrophe before it. No key's value. Pure.
 */
export function writeCsv({ review, entries }: ReviewDocument): string {
  const { numbers, agenda, movers, owners } = review;
  const counted = (["opened", "reopened", "resolved", "accepted", "removed", "stillOpen", "surplusRows"] as const).map((name): CsvRow => {
    const { now, was } = numbers[name];
    return { part: "number", text: NUMBER_WORDS[name], from: was, to: now };
  });
  const rows: CsvRow[] = [
    { part: "week", text: review.sentence, from: review.from, to: review.asOf },
    ...counted,
    { part: "number", text: "Runs done of those due", from: numbers.runs.due, to: numbers.runs.done },
    ...agenda.items.map((item, at) => ({
      part: "agenda",
      number: at + 1,
      state: AGENDA_WORDS[item.kind],
      table: agendaName(item),
      owner: item.owner,
      incident: item.incident && `INC-${item.incident.number}`,
      text: item.sentence,
      since: item.since,
      "on it": onItText(sayOnIt(item.onIt, item.silence), formatUtc),
    })),
    ...agenda.left.map(({ owner, count }) => ({ part: "agenda", state: "left out", owner, number: count })),
    ...entries.map((entry) => ({
      part: entry.kind,
      owner: entry.owner,
      incident: entry.incident && `INC-${entry.incident.number}`,
      text: entry.text,
      due: entry.due,
      done: entry.doneAt,
      from: entry.week,
      author: entry.createdBy,
    })),
    ...[...movers.worse, ...movers.better].map(({ table, owner, metric, from, to }) => ({
      part: "mover",
      table: table.name,
      owner,
      text: MOVER_WORDS[metric],
      from,
      to,
    })),
    ...owners.list.map(({ owner, surplusRows }) => ({ part: "owner", owner, text: "extra rows", to: surplusRows })),
  ];
  return [CSV_COLUMNS.join(","), ...rows.map((row) => CSV_COLUMNS.map((name) => cell(row[name] ?? null)).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
}

/** What was decided about an agenda item: of its incident. Pure. */
export function decidedOf({ incident }: AgendaItem, entries: readonly ReviewEntry[]): ReviewEntry[] {
  if (incident === null) return [];
  return entries.filter((entry) => entry.incident?.id === incident.id && entry.kind !== "note");
}

function sinceOf({ since, orEarlier, kind }: AgendaItem, zone: string): string {
  if (since === null || isSettled(kind)) return "";
  return ` Since ${formatInstant(new Date(since), zone, ALWAYS_YEAR)}${orEarlier ? " or earlier" : ""}.`;
}

function takenOf({ onIt, silence, accepted }: AgendaItem, zone: string): string {
  const levels = accepted.map(
    ({ what, by, until }) => ` Accepted until ${formatInstant(new Date(until), zone, ALWAYS_YEAR)} by ${escape(by)} (${escape(what)}).`,
  );
  const taken = sayOnIt(onIt, silence)
    .map((said) => ` ${escape(onItText([said], (at) => formatInstant(at, zone, ALWAYS_YEAR)))}.`)
    .join("");
  return `${levels.join("")}${taken}`;
}

const NUMBER_WORDS = {
  opened: "Opened",
  reopened: "Reopened",
  resolved: "Resolved",
  accepted: "Accepted",
  removed: "Left with removed tables",
  stillOpen: "Still open",
  surplusRows: "Extra rows",
} as const;

const KIND_WORDS: Record<ReviewEntry["kind"], string> = { action: "To do", decision: "Decided", note: "Note" };

/** Minutes are read in other years, so their dates always carry the year. */
const ALWAYS_YEAR = new Date(0);

function sayStanding({ review, closed }: ReviewDocument, zone: string): string {
  const asOf = new Date(review.asOf);
  const told = `As of ${formatInstant(asOf, zone, ALWAYS_YEAR)} ${zoneName(asOf, zone)}, against the same hour of the week before.`;
  const samples = review.tables.samples > 0 ? ` ${formatCount(review.tables.samples)} of the tables are samples.` : "";
  if (closed !== null)
    return `${told} Closed by ${escape(closed.by)} on ${formatInstant(new Date(closed.at), zone, ALWAYS_YEAR)}.${samples}`;
  return `${told}${review.isOver ? " Not closed; computed from stored data." : ""}${samples}`;
}

function sayNumber(value: number | null, bound: "at least" | "at most" | null): string {
  return value === null ? "unknown" : `${boundSign(bound)}${formatCount(value)}`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

/** Names and sentences are texts of people: they make no headings, links or tables of the minutes, and stay on their line. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|#~]/g, String.raw`\$&`).replaceAll(/\s+/g, " ");
}

function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}
