import { subjectName, type IncidentSubject } from "#lib/contracts/incident-subject.ts";
import { checkTitle } from "#lib/incidents/check-title.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { isOver } from "#lib/contracts/incident-state.ts";
import type { ToldEvent, ToldIncident, ToldKey } from "#lib/incidents/message.ts";
import type { Content, Part, Sentence } from "#lib/incidents/render-content.ts";
import { isNews, leadOf, sayEvents } from "#lib/incidents/render-events.ts";
import { docsUrl, incidentLinks, incidentUrl, subjectUrl } from "#lib/incidents/render-links.ts";
import { canItWait, sayBeginning, sayCommit, sayTaken, sayWriting } from "#lib/incidents/render-standing.ts";
import { clip, clipName, sentenceToText, withoutStop, WORDS_MAX } from "#lib/incidents/render-words.ts";
import type { IncidentEventKind } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

/** A message about one of these says already who works on the incident. */
const TAKES: ReadonlySet<IncidentEventKind> = new Set(["acknowledged", "snoozed", "assigned"]);

/** Slack's header takes so many. */
const TITLE_CHARS_MAX = 150;
/** Leaves room for what is wrong beside it. */
const TITLE_NAME_MAX = 70;
const PARTITIONS_MAX = 4;
const COLUMNS_MAX = 4;

/**
 * An incident as it stands, and what happened to it; without events only as it stands. Where a person did something, that is told, and the
 * rest left to the links. Pure.
 */
export function renderIncident(
  { incident, events }: { incident: ToldIncident; events: readonly ToldEvent[] },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Content {
  const lead = leadOf(incident, events);
  const isWhole = isNews(lead) && !isOver(incident.state);
  const title = titleOf(incident, lead);
  const happened = sayEvents(incident, events, now);
  // What leads stands in the title already.
  const others =
    lead !== null && isWhole && events.length > 1
      ? sayEvents(
          incident,
          events.filter((event) => event !== lead),
          now,
        )
      : [];
  const sentences = isWhole
    ? [...sayWrong(incident, title, publicUrl), ...others, ...(events.some(({ kind }) => TAKES.has(kind)) ? [] : sayTaken(incident))]
    : [...sayOver(incident), ...happened];
  return {
    title,
    sentences,
    happened,
    facts: isWhole ? factsOf(incident, publicUrl) : [],
    items: [],
    sayLeft: () => null,
    links: isOver(incident.state) ? incidentLinks({ ...incident, examples: [] }, publicUrl) : incidentLinks(incident, publicUrl),
    actions: actionsOf(incident),
    footer: footerOf(incident),
    leads: lead?.kind ?? null,
    text: textOf({ incident, title, isWhole, sentences: isWhole ? others : happened }, { publicUrl, now }),
  };
}

function titleOf(incident: ToldIncident, lead: ToldEvent | null): string {
  const name = clipName(subjectName(incident.subject), TITLE_NAME_MAX);
  const what = `${name}: ${withoutStop(clip(incident.sentence, WORDS_MAX.sentence))}`;
  const about = incident.subject.of === "catalog" ? name : `${name}, ${checkTitle(incident.check).toLowerCase()}`;
  return clip(`${incident.isSample ? "Sample: " : ""}${headline(incident, lead, { what, about })}`, TITLE_CHARS_MAX);
}

function headline(incident: ToldIncident, lead: ToldEvent | null, { what, about }: { what: string; about: string }): string {
  if (incident.state === "resolved") return `Resolved: ${about}`;
  if (incident.state === "accepted") return `Accepted: ${about}`;
  switch (lead?.kind) {
    case undefined:
    case "opened":
      return what;
    case "reopened":
      return `Again: ${what}`;
    case "worsened":
      return `Worse: ${what}`;
    case "woken":
      return `${lead?.by === null ? "Still wrong" : "No longer snoozed"}: ${what}`;
    // A resolved incident that was opened again since is told by that.
    case "resolved":
      return `Resolved, and open again: ${about}`;
    case "accepted":
      return `Accepted, and open again: ${about}`;
    case "acknowledged":
      return `Acknowledged: ${about}`;
    case "snoozed":
      return `Snoozed: ${about}`;
    case "assigned":
      return `Assigned: ${about}`;
    case "commented":
      return `Comment: ${about}`;
    case "dated":
      return `Beginning found: ${about}`;
  }
}

/** What is wrong, why, since when, whether it can wait, what to do first, which keys. */
function sayWrong(incident: ToldIncident, title: string, publicUrl: string): Sentence[] {
  const [, ...more] = incident.findings;
  const [second] = more;
  const rest = more.length > 1 ? ` And ${formatCount(more.length - 1)} more.` : "";
  return [
    // Where the title had no room for it.
    ...(title.endsWith("…") ? [{ lead: null, parts: [clip(incident.sentence, WORDS_MAX.sentence)] }] : []),
    ...(second ? [{ lead: "Also:", parts: [`${clip(second.sentence, WORDS_MAX.sentence)}${rest}`] }] : []),
    ...sayCause(incident),
    ...sayBeginning(incident.seen.since),
    sayWait(incident),
    ...sayFirst(incident, publicUrl),
    ...sayKeys(incident.examples),
  ];
}

function sayCause({ why }: ToldIncident): Sentence[] {
  return why === null ? [] : [{ lead: "Why:", parts: [clip(why, WORDS_MAX.sentence)] }];
}

function sayWait(incident: ToldIncident): Sentence {
  return { lead: "Can it wait?", parts: [canItWait(incident)] };
}

/** What to do first, with a link to what says more. */
function sayFirst(incident: ToldIncident, publicUrl: string): Sentence[] {
  const url = docsUrl(incident, publicUrl);
  if (incident.firstStep === null || url === null) return [];
  return [{ lead: "First:", parts: [clip(incident.firstStep.says, WORDS_MAX.advice), " ", { url, words: "How this happens" }] }];
}

const FIRST_WORDS = ["", "One of them:", "Two of them:", "Three of them:"];

function sayKeys(examples: readonly ToldKey[]): Sentence[] {
  if (examples.length === 0) return [];
  const parts = examples.slice(0, 3).flatMap(({ parts: columns, rowCount, partitions }, at): Part[] => {
    const shown = columns.slice(0, COLUMNS_MAX).map((text) => clip(text, WORDS_MAX.keyPart));
    const code = `${shown.join(" · ")}${columns.length > COLUMNS_MAX ? " · …" : ""}`;
    const named = partitions.slice(0, PARTITIONS_MAX).map((text) => clip(text, WORDS_MAX.small));
    const left = partitions.length - named.length;
    const where = named.length === 0 ? "" : ` in ${named.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
    return [at === 0 ? "" : "; ", { code }, ` ${formatCount(rowCount)} rows${where}`];
  });
  return [{ lead: FIRST_WORDS[Math.min(examples.length, 3)] ?? null, parts }];
}

function sayOver(incident: ToldIncident): Sentence[] {
  return isOver(incident.state) ? [{ lead: "It was:", parts: [clip(incident.sentence, WORDS_MAX.sentence)] }] : [];
}

function factsOf(incident: ToldIncident, publicUrl: string): Content["facts"] {
  const { seen, committedBy, findings } = incident;
  const { since } = seen;
  const isBound = findings[0]?.bound === "at least";
  const writing = since === null ? null : sayWriting(since.operation, committedBy);
  return [
    ...(since === null
      ? []
      : [
          {
            name: since.lastGoodAt === null && !since.isFirst ? "Earliest bad snapshot known" : "First bad snapshot",
            parts: [{ url: subjectUrl(incident, publicUrl, since.snapshotId), words: since.snapshotId }],
          },
        ]),
    ...(writing === null ? [] : [{ name: "Written by", parts: [writing] }]),
    ...(isBound ? [{ name: "How sure", parts: ["at least so many: not all could be counted"] }] : []),
  ];
}

function actionsOf({ id, state }: ToldIncident): Content["actions"] {
  if (isOver(state)) return null;
  return { incidentId: id, acknowledge: state !== "acknowledged", snooze: state !== "snoozed" };
}

function footerOf(incident: ToldIncident): Part[] {
  const { subject, nextObservationDueAt, state, seen } = incident;
  return [
    `${incidentName(incident.number)}${sayOwner(subject)}`,
    ...(seen.snapshotId === null ? [] : [" · seen at snapshot ", { code: clip(seen.snapshotId, WORDS_MAX.small) }]),
    ...(isOver(state) || nextObservationDueAt === null ? [] : [" · next check ", { at: nextObservationDueAt }]),
  ];
}

function sayOwner(subject: IncidentSubject): string {
  if (subject.of === "catalog") return "";
  return subject.owner === null ? " · no owner" : ` · owner ${clip(subject.owner, WORDS_MAX.person)}`;
}

/** A text has no links behind words: the address follows. */
function sayFirstAsText(incident: ToldIncident, publicUrl: string): Sentence[] {
  const url = docsUrl(incident, publicUrl);
  if (incident.firstStep === null || url === null) return [];
  return [{ lead: "First:", parts: [`${clip(incident.firstStep.says, WORDS_MAX.advice)} ${url}`] }];
}

/** Beyond it nobody reads on. */
const TEXT_CHARS_MAX = 1500;

function textOf(
  { incident, title, isWhole, sentences }: { incident: ToldIncident; title: string; isWhole: boolean; sentences: readonly Sentence[] },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Content["text"] {
  // A phone shows the beginning: which snapshot it was comes after what decides about getting up.
  const wrong = isWhole ? [...sayCause(incident), ...sayBeginning(incident.seen.since), sayWait(incident)] : [];
  const after = isWhole ? [...sayFirstAsText(incident, publicUrl), ...sayCommit(incident)] : [];
  const told = [...wrong, ...after, ...sentences].map((sentence) => sentenceToText(sentence, now));
  return {
    body: [`${title}.`, clip(told.join(" "), TEXT_CHARS_MAX)].join(" "),
    end: `${incidentName(incident.number)} ${incidentUrl(incident.id, publicUrl)}`,
  };
}
