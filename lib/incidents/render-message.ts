import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { absoluteLink, incidentLink, tableLink } from "#lib/contracts/links.ts";
import type { Message, ToldReview } from "#lib/incidents/message.ts";
import type { Content, ContentItem, Part } from "#lib/incidents/render-content.ts";
import { renderIncident } from "#lib/incidents/render-incident.ts";
import { reviewLinks } from "#lib/incidents/render-links.ts";
import { renderSeveral } from "#lib/incidents/render-several.ts";
import { markTaken } from "#lib/incidents/render-standing.ts";
import { clip, clipName, sentenceToText, WORDS_MAX } from "#lib/incidents/render-words.ts";
import { formatCount } from "#lib/units.ts";

export interface RenderContext {
  /** What links start with, without a slash at its end. */
  publicUrl: string;
  now: Date;
}

/** A message in words, before any channel's form: every text on one line and clipped, nothing escaped. Pure. */
export function renderMessage(message: Message, context: RenderContext): Content {
  switch (message.kind) {
    case "incident":
      return renderIncident(message, context);
    case "several":
      return renderSeveral(message, context);
    case "digest":
      return renderDigest(message.review, context);
    case "test":
      return renderTest(message);
  }
}

const EMPTY = { happened: [], facts: [], items: [], sayLeft: () => null, links: [], actions: null, footer: [], leads: null } as const;
const TITLE_CHARS_MAX = 150;
const AGENDA_CHARS_MAX = 200;
const TEXT_ITEMS_MAX = 3;

function renderDigest(review: ToldReview, context: RenderContext): Content {
  const { week, sentence, counts, agenda, accepted, left } = review;
  const { publicUrl } = context;
  const title = clip(`Week ${week}: ${sentence}`, TITLE_CHARS_MAX);
  const items = [
    ...agenda.map((item) => digestItem(item, markTaken(item), context)),
    ...accepted.map((item) => digestItem(item, item.levels.flatMap(markAccepted), context)),
  ];
  const sayLeft = (shown: number): string | null => {
    const rest = Math.max(0, items.length - shown) + left;
    return rest === 0 ? null : `${formatCount(rest)} more ${rest === 1 ? "is" : "are"} in the review.`;
  };
  const links = reviewLinks(week, publicUrl);
  const numbers = sayCounts(counts);
  return {
    ...EMPTY,
    title,
    sentences: [
      { lead: null, parts: [clip(sentence, WORDS_MAX.sentence)] },
      { lead: null, parts: [numbers] },
    ],
    items,
    sayLeft,
    links,
    text: {
      body: [`${title}${/[.!?…]$/.test(title) ? "" : "."} ${numbers}`, ...items.slice(0, TEXT_ITEMS_MAX).map(({ text }) => text)].join(
        "\n",
      ),
      end: [sayLeft(TEXT_ITEMS_MAX), links[0]?.url].filter((text) => typeof text === "string").join(" "),
    },
  };
}

/** A row of the agenda: a link to what it is about, and behind it who works on it or accepts it. */
function digestItem(
  { incidentId, tableId, sentence }: Pick<ToldReview["agenda"][number], "incidentId" | "tableId" | "sentence">,
  marks: readonly Part[],
  { publicUrl, now }: RenderContext,
): ContentItem {
  const words = clip(sentence, AGENDA_CHARS_MAX);
  const link = incidentId === null ? (tableId === null ? null : tableLink(tableId)) : incidentLink(incidentId);
  return {
    parts: [link === null ? words : { url: absoluteLink(publicUrl, link), words }, ...marks],
    text: sentenceToText({ lead: null, parts: [words, ...marks] }, now),
  };
}

function markAccepted({ what, by, until }: AcceptedLevel): Part[] {
  return [" · Accepted until ", { at: new Date(until) }, ` by ${clip(by, WORDS_MAX.person)} (${clip(what, WORDS_MAX.name)})`];
}

function sayCounts(counts: ToldReview["counts"]): string {
  const incidents = [
    `${formatCount(counts.opened)} opened`,
    `${formatCount(counts.reopened)} reopened`,
    `${formatCount(counts.resolved)} resolved`,
    ...(counts.accepted === 0 ? [] : [`${formatCount(counts.accepted)} accepted`]),
    `${formatCount(counts.stillOpen)} still open`,
  ].join(", ");
  const late = counts.actionsLate === 0 ? "" : `, ${formatCount(counts.actionsLate)} of them late`;
  const surplus = counts.surplusRows === null ? "Extra rows: unknown." : `Extra rows: ${formatCount(counts.surplusRows)}.`;
  return `Incidents: ${incidents}. ${surplus} Actions open: ${formatCount(counts.actionsOpen)}${late}.`;
}

function renderTest({ channel, by }: Extract<Message, { kind: "test" }>): Content {
  const title = "Bergwatch reaches this channel";
  const asked = `${clip(by, WORDS_MAX.person)} asked for this test of the channel ${clipName(channel)}. Nothing is wrong.`;
  return { ...EMPTY, title, sentences: [{ lead: null, parts: [asked] }], text: { body: `${title}. ${asked}`, end: "" } };
}
