import {
  absoluteLink,
  catalogLink,
  incidentLink,
  incidentsLink,
  keyLink,
  reviewLink,
  tableLink,
  type TableView,
} from "#lib/contracts/links.ts";
import type { ToldIncident } from "#lib/incidents/message.ts";
import type { ContentLink } from "#lib/incidents/render-content.ts";

/** Slack takes 3,000, in a sentence with its escapes and words. */
const URL_CHARS_MAX = 2000;

/** An absolute link; where names make it longer than any channel takes, the plainer one. */
function link(publicUrl: string, wanted: string, plainer: string): string {
  const whole = absoluteLink(publicUrl, wanted);
  return whole.length <= URL_CHARS_MAX ? whole : absoluteLink(publicUrl, plainer);
}

/** The table as the incident saw it: its key, what is wrong, at the snapshot. */
function viewOf({ keyName, seen, findings }: ToldIncident): TableView {
  return { key: keyName ?? undefined, metric: findings[0]?.metric ?? undefined, snapshot: seen.snapshotId ?? undefined };
}

/** The table at a snapshot, by default the one at which the incident was last seen; or the catalog. Absolute. Pure. */
export function subjectUrl(incident: ToldIncident, publicUrl: string, snapshotId?: string): string {
  const { subject } = incident;
  if (subject.of === "catalog") return absoluteLink(publicUrl, catalogLink(subject.name));
  const view = { ...viewOf(incident), ...(snapshotId !== undefined && { snapshot: snapshotId }) };
  return link(publicUrl, tableLink(subject.id, view), tableLink(subject.id));
}

/** One incident. Absolute. Pure. */
export function incidentUrl(incidentId: string, publicUrl: string): string {
  return absoluteLink(publicUrl, incidentLink(incidentId));
}

/** One key as it was at the snapshot at which the incident was last seen. Absolute. Pure. */
export function keyUrl(incident: ToldIncident, keyHash: string, publicUrl: string): string {
  const { subject, keyName, seen } = incident;
  if (subject.of === "catalog") return incidentUrl(incident.id, publicUrl);
  const view = { key: keyName ?? undefined, snapshot: seen.snapshotId ?? undefined };
  return link(publicUrl, keyLink(subject.id, keyHash, view), keyLink(subject.id, keyHash));
}

/** The page of the docs about its first step; null: it has none. Absolute. Pure. */
export function docsUrl({ firstStep }: Pick<ToldIncident, "firstStep">, publicUrl: string): string | null {
  return firstStep && absoluteLink(publicUrl, firstStep.docs);
}

/** The first key where there is one, the table or catalog, the incident. Pure. */
export function incidentLinks(incident: ToldIncident, publicUrl: string): ContentLink[] {
  const [first] = incident.examples;
  const { of } = incident.subject;
  const subject: ContentLink = { kind: of, words: `Open the ${of}`, url: subjectUrl(incident, publicUrl) };
  const page: ContentLink = { kind: "incident", words: "Open the incident", url: incidentUrl(incident.id, publicUrl) };
  if (first === undefined) return [page, subject];
  return [{ kind: "key", words: "Open the first key", url: keyUrl(incident, first.keyHash, publicUrl) }, subject, page];
}

/** All incidents. Pure. */
export function incidentsLinks(publicUrl: string): ContentLink[] {
  return [{ kind: "incidents", words: "Open all incidents", url: absoluteLink(publicUrl, incidentsLink()) }];
}

/** The review of a week. Pure. */
export function reviewLinks(week: string, publicUrl: string): ContentLink[] {
  return [{ kind: "review", words: "Open the review", url: absoluteLink(publicUrl, reviewLink(week)) }];
}
