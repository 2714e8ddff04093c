import { incidentName } from "#lib/contracts/incident-number.ts";
import { isOver } from "#lib/contracts/incident-state.ts";
import { subjectName } from "#lib/contracts/incident-subject.ts";
import type { Message, ToldIncident } from "#lib/incidents/message.ts";
import type { Content, ContentItem, Part, Sentence } from "#lib/incidents/render-content.ts";
import { leadOf } from "#lib/incidents/render-events.ts";
import { docsUrl, incidentsLinks, incidentUrl } from "#lib/incidents/render-links.ts";
import { clip, clipName, withoutStop, WORDS_MAX } from "#lib/incidents/render-words.ts";
import type { IncidentEventKind, IncidentState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

type Several = Extract<Message, { kind: "several" }>;
type Told = Several["told"][number];

const TITLE_CHARS_MAX = 150;
const SENTENCE_CHARS_MAX = 200;
/** A phone shows no more. */
const TEXT_ITEMS_MAX = 3;

const DONE: Readonly<Record<IncidentEventKind, string>> = {
  opened: "opened",
  reopened: "opened again",
  worsened: "got worse",
  woken: "woke from a snooze",
  acknowledged: "acknowledged",
  snoozed: "snoozed",
  assigned: "assigned",
  commented: "commented",
  dated: "dated",
  resolved: "resolved",
  accepted: "accepted",
};

/** Several incidents as one: what they have in common, how many of what, then each on a line, worst first. Pure. */
export function renderSeveral({ told, shared }: Several, { publicUrl }: { publicUrl: string }): Content {
  const ordered = told.toSorted((a, b) => rankOf(a.incident) - rankOf(b.incident));
  const title = titleOf(ordered, shared);
  const items = ordered.map((one) => itemOf(one, publicUrl));
  const links = incidentsLinks(publicUrl);
  const sayLeft = (shown: number): string | null => sayRest(ordered.slice(shown));
  return {
    title,
    sentences: [...(shared === null ? [] : [{ lead: "In common:", parts: [clip(shared, WORDS_MAX.sentence)] }]), countsOf(ordered)],
    happened: [],
    facts: [],
    items,
    sayLeft,
    links,
    actions: null,
    footer: [],
    leads: null,
    text: {
      body: [`${title}.`, ...items.slice(0, TEXT_ITEMS_MAX).map(({ text }) => text)].join("\n"),
      end: [sayLeft(TEXT_ITEMS_MAX), links[0]?.url].filter((text) => typeof text === "string").join(" "),
    },
  };
}

function rankOf({ state, severity }: ToldIncident): number {
  return (isOver(state) ? 2 : 0) + (severity === "alert" ? 0 : 1);
}

function titleOf(told: readonly Told[], shared: string | null): string {
  const count = `${formatCount(told.length)} incidents`;
  const unresolved = told.filter(({ incident }) => !isOver(incident.state));
  const alerts = unresolved.filter(({ incident }) => incident.severity === "alert").length;
  const isAccepted = told.every(({ incident }) => incident.state === "accepted");
  const over = isAccepted ? "accepted" : told.some(({ incident }) => incident.state === "accepted") ? "resolved or accepted" : "resolved";
  const what = unresolved.length === 0 ? `${count} ${over}` : `${count} at once${alerts === 0 ? "" : `, ${sayAlerts(alerts)}`}`;
  const mark = told.every(({ incident }) => incident.isSample) ? "Sample: " : "";
  return clip(`${mark}${what}${shared === null ? "" : `: ${withoutStop(shared)}`}`, TITLE_CHARS_MAX);
}

function countsOf(told: readonly Told[]): Sentence {
  const counts = new Map<string, number>();
  for (const { incident, events } of told) {
    const kind = leadOf(incident, events)?.kind;
    if (kind !== undefined) counts.set(DONE[kind], (counts.get(DONE[kind]) ?? 0) + 1);
  }
  const subjects = told.map(({ incident }) => incident.subject);
  const tables = new Set(subjects.flatMap((subject) => (subject.of === "table" ? [subject.id] : []))).size;
  const catalogs = new Set(subjects.flatMap((subject) => (subject.of === "catalog" ? [subject.name] : []))).size;
  const where = [...many(tables, "table"), ...many(catalogs, "catalog")].join(" and ");
  const done = [...counts].map(([words, count]) => `${formatCount(count)} ${words}`).join(", ");
  return { lead: null, parts: [`In ${where}: ${done}.`] };
}

function many(count: number, what: string): string[] {
  return count === 0 ? [] : [count === 1 ? `1 ${what}` : `${formatCount(count)} ${what}s`];
}

const MARKS: Partial<Record<IncidentState, string>> = { resolved: "Resolved", accepted: "Accepted" };

function itemOf({ incident, events }: Told, publicUrl: string): ContentItem {
  const name = clipName(subjectName(incident.subject), WORDS_MAX.name);
  const kind = leadOf(incident, events)?.kind;
  const state = MARKS[incident.state] ?? (incident.severity === "alert" ? "Alert" : "Warning");
  const mark = incident.isSample ? `Sample: ${state}` : state;
  const done = kind === undefined || kind === "opened" || kind === "resolved" || kind === "accepted" ? "" : ` (${DONE[kind]})`;
  const what = `: ${clip(incident.sentence, SENTENCE_CHARS_MAX)}${done} ${incidentName(incident.number)}`;
  // The whole step would leave no room for the incidents below.
  const docs = isOver(incident.state) ? null : docsUrl(incident, publicUrl);
  const first: Part[] = docs === null ? [] : [" · ", { url: docs, words: "What to do first" }];
  return {
    parts: [`${mark}: `, { url: incidentUrl(incident.id, publicUrl), words: name }, what, ...first],
    text: `${mark}: ${name}${what}`,
  };
}

function sayRest(left: readonly Told[]): string | null {
  if (left.length === 0) return null;
  const alerts = left.filter(({ incident }) => !isOver(incident.state) && incident.severity === "alert").length;
  const more = left.length === 1 ? "1 more is not shown here" : `${formatCount(left.length)} more are not shown here`;
  return `${more}${alerts === 0 ? "" : `, ${sayAlerts(alerts)}`}; all are in Bergwatch.`;
}

function sayAlerts(alerts: number): string {
  return alerts === 1 ? "1 of them an alert" : `${formatCount(alerts)} of them alerts`;
}
