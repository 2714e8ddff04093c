import { createHash } from "node:crypto";
import { incidentName } from "#lib/contracts/incident-number.ts";
import type { WebhookDocument } from "#lib/contracts/webhook-document.ts";
import type { SendRequest, ToldEvent, ToldIncident } from "#lib/incidents/message.ts";
import { docsUrl, incidentUrl, keyUrl, reviewLinks, subjectUrl } from "#lib/incidents/render-links.ts";
import { renderMessage } from "#lib/incidents/render-message.ts";
import { wholeText } from "#lib/incidents/render-words.ts";

/** A message as the contract of webhooks has it; `plain`: of several the words alone. Pure. */
export function toWebhookDocument(request: Omit<SendRequest, "signal" | "first">): WebhookDocument {
  const { message, deliveryId, publicUrl, now } = request;
  const shared = { version: 1, deliveryId, sentAt: now.toISOString(), text: wholeText(renderMessage(message, request)) } as const;
  switch (message.kind) {
    case "incident":
      return { kind: "incident", ...shared, ...tell(message, publicUrl) };
    case "several":
      return { kind: "several", ...shared, shared: message.shared, told: message.told.map((one) => tell(one, publicUrl)) };
    case "digest": {
      const { week, sentence, counts, agenda, accepted, left } = message.review;
      const url = reviewLinks(week, publicUrl)[0]?.url ?? publicUrl;
      return {
        kind: "digest",
        ...shared,
        week,
        url,
        sentence,
        counts,
        agenda: [...agenda],
        accepted: accepted.map((item) => ({ ...item, levels: [...item.levels] })),
        left,
      };
    }
    case "test":
      return { kind: "test", ...shared, channel: message.channel, by: message.by };
  }
}

type Told = Extract<WebhookDocument, { kind: "incident" }>;

function tell(
  { incident, events }: { incident: ToldIncident; events: readonly ToldEvent[] },
  publicUrl: string,
): Pick<Told, "incident" | "events"> {
  return {
    incident: tellIncident(incident, publicUrl),
    events: events.map(({ id, kind, at, by, detail }) => ({
      id: eventUuid(incident.id, id),
      kind,
      at: at.toISOString(),
      by,
      text: detail.text ?? null,
    })),
  };
}

/** An entry's number is one of its installation; the incident's id is of no other. The form is UUID version 8: made by a rule of our own. */
function eventUuid(incidentId: string, entry: number): string {
  const hex = createHash("sha256").update(`${incidentId} ${entry}`).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) % 4) + 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function tellIncident(incident: ToldIncident, publicUrl: string): Told["incident"] {
  const { id, number, check, state, severity, sentence, subject, keyName, seen, committedBy, onIt, silence } = incident;
  const url = subjectUrl(incident, publicUrl);
  return {
    id,
    name: incidentName(number),
    url: incidentUrl(id, publicUrl),
    check,
    state,
    severity,
    sentence,
    table: subject.of === "catalog" ? null : { id: subject.id, name: subject.name, owner: subject.owner, tags: [...subject.tags], url },
    catalog: subject.of === "catalog" ? { name: subject.name, url } : null,
    sample: incident.isSample,
    key: keyName,
    findings: incident.findings.map(({ kind, severity, metric, key, value, bound, limit, expected, sentence }) => {
      return { kind, severity, metric, key: key?.name ?? null, value, bound, limit, expected, sentence };
    }),
    snapshotId: seen.snapshotId,
    keys: seen.keys,
    why: incident.why,
    causes: incident.causes && incident.causes.map((one) => ({ ...one })),
    provisional: incident.provisional,
    first_step: incident.firstStep?.says ?? null,
    docs: docsUrl(incident, publicUrl),
    since: seen.since && {
      snapshotId: seen.since.snapshotId,
      committedAt: new Date(seen.since.committedAt).toISOString(),
      operation: seen.since.operation,
      committedBy,
      afterGood: seen.since.lastGoodAt !== null && !seen.since.unreadBetween,
    },
    examples: incident.examples.map((example) => ({
      key: [...example.parts],
      rows: example.rowCount,
      partitions: [...example.partitions],
      provisional: example.provisional,
      url: keyUrl(incident, example.keyHash, publicUrl),
    })),
    assignee: incident.assignee,
    openedAt: incident.openedAt.toISOString(),
    lastOpenedAt: incident.lastOpenedAt.toISOString(),
    acknowledgedBy: incident.acknowledgedBy,
    snoozedUntil: incident.snoozedUntil?.toISOString() ?? null,
    onIt,
    silence,
    resolvedAt: incident.resolvedAt?.toISOString() ?? null,
  };
}
