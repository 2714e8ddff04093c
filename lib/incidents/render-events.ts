import { isOver } from "#lib/contracts/incident-state.ts";
import type { EntryDetail } from "#lib/incidents/incident.ts";
import type { ToldEvent, ToldIncident } from "#lib/incidents/message.ts";
import type { Part, Sentence } from "#lib/incidents/render-content.ts";
import { clip, withoutStop, WORDS_MAX } from "#lib/incidents/render-words.ts";
import type { IncidentEventKind } from "#lib/names.ts";
import { formatAge, formatCount } from "#lib/units.ts";

/** What leads when several are told at once: what is wrong before what people did. */
const RANKS: readonly IncidentEventKind[] = [
  "opened",
  "reopened",
  "worsened",
  "woken",
  "resolved",
  "accepted",
  "acknowledged",
  "snoozed",
  "assigned",
  "commented",
];

/** Of these an incident is told whole; of the others only what was done. */
const NEWS: ReadonlySet<IncidentEventKind> = new Set(["opened", "reopened", "worsened", "woken"]);

/** The event that a message leads with; null: it tells none. What is over leads, however it came. Pure. */
export function leadOf({ state }: Pick<ToldIncident, "state">, events: readonly ToldEvent[]): ToldEvent | null {
  const ranked = events.toSorted((a, b) => RANKS.indexOf(a.kind) - RANKS.indexOf(b.kind));
  const ended = isOver(state) ? events.findLast(({ kind }) => kind === state) : undefined;
  return ended ?? ranked[0] ?? null;
}

/** Whether the message tells what is wrong, and not only what a person did. Pure. */
export function isNews(lead: ToldEvent | null): boolean {
  return lead === null || NEWS.has(lead.kind);
}

const OLD_MS = 10 * 60_000;
const EVENTS_MAX = 8;

/** Each event as a sentence, oldest first; with its time where that is not the message's own. Of very many the latest, and how many came before. Pure. */
export function sayEvents(incident: ToldIncident, events: readonly ToldEvent[], now: Date): Sentence[] {
  const left = Math.max(0, events.length - EVENTS_MAX);
  const said = events.slice(left).map((event): Sentence => {
    const withTime = events.length > 1 || now.getTime() - event.at.getTime() > OLD_MS;
    return { lead: null, parts: [...(withTime ? [{ at: event.at }, ": "] : []), ...sayEvent(incident, event)] };
  });
  return left === 0 ? said : [{ lead: null, parts: [`${formatCount(left)} more came before; the incident lists them.`] }, ...said];
}

function sayEvent(incident: ToldIncident, { kind, by, detail }: ToldEvent): Part[] {
  const who = by === null ? "Bergwatch" : clip(by, WORDS_MAX.person);
  const found = clip(detail.findings?.[0]?.sentence ?? incident.sentence, WORDS_MAX.sentence);
  switch (kind) {
    case "opened":
      return [`Found: ${found}`];
    case "reopened":
      return [`Wrong again: ${found}`];
    case "worsened":
      return [`Worse than before: ${found}`];
    case "woken":
      return [by === null ? `The snooze is over, and it is still wrong: ${found}` : `${who} ended the snooze.`];
    case "acknowledged":
      return [`${who} acknowledged it.`];
    case "snoozed":
      return [`${who} snoozed it`, ...(detail.until === undefined ? [] : [" until ", { at: new Date(detail.until) }]), "."];
    case "assigned":
      return [sayAssigned(who, by, detail.assignee ?? null)];
    case "commented":
      return [`${who}: “${clip(detail.text ?? "", WORDS_MAX.comment)}”`];
    case "dated":
      return [clip(detail.text ?? "The first bad commit was found.", WORDS_MAX.sentence)];
    case "resolved":
      return [by === null ? sayHealed(incident, detail) : `${who} resolved it manually.`];
    case "accepted": {
      const why = detail.text === undefined ? "" : ` ${clip(detail.text, WORDS_MAX.comment)}`;
      return ["Accepted", ...(detail.until === undefined ? [] : [" until ", { at: new Date(detail.until) }]), `, by ${who}.${why}`];
    }
  }
}

function sayAssigned(who: string, by: string | null, assignee: string | null): string {
  if (assignee === null) return `${who} removed the assignee.`;
  return assignee === by ? `${who} took it.` : `${who} gave it to ${clip(assignee, WORDS_MAX.person)}.`;
}

function sayHealed({ check, lastOpenedAt, resolvedAt }: ToldIncident, { goodRuns, text }: EntryDetail): string {
  const runs =
    text !== undefined
      ? `: ${text.charAt(0).toLowerCase()}${withoutStop(text.slice(1))}`
      : goodRuns === undefined
        ? check === "catalog"
          ? ": the catalog answers again"
          : ""
        : `: ${goodRuns === 1 ? "the last run was good" : `the last ${formatCount(goodRuns)} runs were good`}`;
  return `It is over${runs}.${resolvedAt === null ? "" : ` It lasted ${formatAge(resolvedAt.getTime() - lastOpenedAt.getTime())}.`}`;
}
