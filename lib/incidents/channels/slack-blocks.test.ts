import fc from "fast-check";
import { expect, test } from "vitest";
import { toSlackMessage, toSlackReply, toSlackText } from "#lib/incidents/channels/slack-blocks.ts";
import type { Message, ToldEvent, ToldIncident } from "#lib/incidents/message.ts";
import { renderMessage } from "#lib/incidents/render-message.ts";
import { INCIDENT_CHECKS, INCIDENT_EVENT_KINDS, INCIDENT_STATES, SEVERITIES } from "#lib/names.ts";
import { findMessageFault, findPings } from "#lib/testing/slack-double/message-rules.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import { someToldEvent, someToldIncident, TOLD_AT } from "#lib/testing/told-incidents.ts";

const context = { publicUrl: "https://bergwatch.example.org", now: TOLD_AT };

/** Names as hostile tables, owners and people bear them. */
const nasty = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  {
    weight: 3,
    arbitrary: fc
      .array(
        fc.constantFrom(
          ..."<!channel>|<!here>|<@U123>|<#C1>|<!subteam^S1>|@here|@channel|@channel_x|@everyone|&amp;|&lt;!here&gt;|<|>|&|`|*bold*|_x_|~y~|:tada:|\u202e|\n|\r\n|\u0000|\ud800|>quote|snake_case|http://evil.example|<https://evil.example|Open>|<!date^1^{date}|x>".split(
            "|",
          ),
          "|",
          "😀",
          " ",
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.join("")),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("<", "&", "@here ", ":a:", "*", "x", "😀").chain((one) => fc.nat(6000).map((times) => one.repeat(times))),
  },
);

const event: fc.Arbitrary<ToldEvent> = fc.record({
  id: fc.nat(),
  kind: fc.constantFrom(...INCIDENT_EVENT_KINDS),
  at: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
  by: fc.option(nasty),
  detail: fc.record({ text: nasty, assignee: fc.option(nasty), until: fc.constant("2026-11-24T06:00:00Z"), goodRuns: fc.nat(9) }),
});

const incident: fc.Arbitrary<ToldIncident> = fc
  .record({
    check: fc.constantFrom(...INCIDENT_CHECKS),
    state: fc.constantFrom(...INCIDENT_STATES),
    severity: fc.constantFrom(...SEVERITIES),
    words: fc.array(nasty, { minLength: 9, maxLength: 9 }),
    keys: fc.array(fc.record({ parts: fc.array(nasty, { maxLength: 12 }), partitions: fc.array(nasty, { maxLength: 30 }) }), {
      maxLength: 3,
    }),
    findings: fc.nat(6),
    isDated: fc.boolean(),
  })
  .map(({ check, state, severity, words, keys, findings, isDated }) => {
    const [
      sentence = "",
      name = "",
      owner = "",
      keyName = "",
      committedBy = "",
      assignee = "",
      acknowledgedBy = "",
      operation = "",
      snapshot = "",
    ] = words;
    const since = {
      snapshotId: snapshot,
      committedAt: "2026-11-24T01:44:05Z",
      operation,
      lastGoodAt: null,
      unreadBetween: false,
      isFirst: false,
    };
    return someToldIncident({
      check,
      state,
      severity,
      sentence,
      findings: Array.from({ length: findings }, () => someFinding({ sentence, bound: "at least" })),
      seen: someSighting({ snapshotId: snapshot, since: isDated ? since : null }),
      subject: { of: "table", id: "0d6cb9f2-5a55-4f0e-8f5e-2d1f1c8a0001", name, owner, tags: [] },
      keyName,
      committedBy,
      assignee,
      acknowledgedBy,
      acknowledgedAt: TOLD_AT,
      snoozedUntil: TOLD_AT,
      firstStep: { says: sentence, docs: "/docs/causes/partition_drift" },
      examples: keys.map(({ parts, partitions }) => ({ keyHash: "a1".repeat(32), rowCount: 2, parts, partitions, provisional: false })),
    });
  });

const told = fc.record({ incident, events: fc.array(event, { minLength: 1, maxLength: 30 }) });

const message: fc.Arbitrary<Message> = fc.oneof(
  told.map((one) => ({ kind: "incident" as const, ...one })),
  fc
    .record({ told: fc.array(told, { minLength: 1, maxLength: 60, size: "max" }), shared: fc.option(nasty) })
    .map((one) => ({ kind: "several" as const, ...one })),
  fc
    .record({ sentence: nasty, agenda: fc.array(nasty, { maxLength: 60, size: "max" }), person: nasty, left: fc.nat(999) })
    .map(({ sentence, agenda, person, left }) => {
      const counts = { opened: 1, reopened: 0, resolved: 2, accepted: 1, stillOpen: 3, surplusRows: null, actionsOpen: 4, actionsLate: 1 };
      const at = "2026-11-30T09:00:00.000Z";
      const onIt = { acknowledged: { by: person, at }, assignee: person, snoozed: { until: at, by: person } };
      const levels = [{ what: sentence, by: person, why: person, until: at }];
      return {
        kind: "digest" as const,
        review: {
          week: "2026-W48",
          sentence,
          counts,
          left,
          agenda: agenda.map((sentence) => ({ incidentId: "x", tableId: null, sentence, onIt, silence: null })),
          accepted: agenda.map((sentence) => ({ incidentId: "x", tableId: null, sentence, levels })),
        },
      };
    }),
  fc.record({ channel: nasty, by: nasty }).map((one) => ({ kind: "test" as const, ...one })),
);

/** The pages that messages lead to, and no other. */
const PAGES =
  /^https:\/\/bergwatch\.example\.org\/(?:tables\/[^/?#]+(?:\/keys\/[0-9a-f]{64})?|incidents(?:\/[^/?#]+)?|review\/2026-W48|docs\/causes\/partition_drift)(?:\?[^#]*)?$/;

/** Of buttons, and of what Slack reads as mrkdwn. */
function urlsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsOf);
  if (typeof value !== "object" || value === null) return [];
  const { type, text, url } = value as { type?: unknown; text?: unknown; url?: unknown };
  const inWords =
    type === "mrkdwn" ? [...String(text).matchAll(/<(https?:[^|>]*)/g)].map(([, found = ""]) => found.replaceAll("&amp;", "&")) : [];
  return [...inWords, ...(typeof url === "string" ? [url] : []), ...Object.values(value).flatMap(urlsOf)];
}

test("whatever a message is about, Slack takes it, nobody is called by it, and its links lead to pages of ours", () => {
  fc.assert(
    fc.property(message, fc.boolean(), (message, buttons) => {
      const content = renderMessage(message, context);
      const forms = [
        { ...toSlackMessage(content, { buttons, now: TOLD_AT }) },
        ...(message.kind === "incident" ? [{ ...toSlackReply(content, { now: TOLD_AT, titled: buttons }) }] : []),
        { text: toSlackText(content) },
      ];
      for (const form of forms) {
        for (const url of urlsOf(form)) expect(url).toMatch(PAGES);
        expect(findMessageFault(form)).toBeNull();
        expect(findPings(form)).toEqual([]);
      }
    }),
    { numRuns: 400 },
  );
}, 120_000);

test("of very many incidents the worst are shown, and the number of the others is said with their alerts", () => {
  const told = Array.from({ length: 70 }, (_, at) => ({
    incident: someToldIncident({ number: at + 1, severity: at >= 40 ? "alert" : "warn" }),
    events: [someToldEvent()],
  }));
  const { blocks, text } = toSlackMessage(renderMessage({ kind: "several", told, shared: null }, context), { buttons: true, now: TOLD_AT });
  const said = JSON.stringify(blocks);
  expect(said).toContain("70 incidents at once, 30 of them alerts");
  expect(said).toContain("INC-41");
  expect(said).not.toContain("Warning: ");
  expect(said).toContain("50 more are not shown here, 10 of them alerts; all are in Bergwatch.");
  expect(text).toContain("INC-41");
});

test("what is pressed stands under an incident that can still be changed so, and only where presses arrive", () => {
  const buttonsOf = (state: ToldIncident["state"], buttons = true): string[] => {
    const content = renderMessage({ kind: "incident", incident: someToldIncident({ state }), events: [someToldEvent()] }, context);
    const { blocks } = toSlackMessage(content, { buttons, now: TOLD_AT });
    return blocks.flatMap((block) =>
      block.type === "actions" ? block.elements.flatMap((one) => ("value" in one ? [String(one.value)] : [])) : [],
    );
  };
  expect(buttonsOf("open")).toHaveLength(2);
  expect(buttonsOf("acknowledged")).toHaveLength(1);
  expect(buttonsOf("snoozed")).toHaveLength(1);
  expect(buttonsOf("resolved")).toEqual([]);
  expect(buttonsOf("accepted")).toEqual([]);
  expect(buttonsOf("open", false)).toEqual([]);
});
