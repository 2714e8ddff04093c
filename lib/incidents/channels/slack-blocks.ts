import type { ActionsBlock, Button, ContextBlock, HeaderBlock, KnownBlock, MrkdwnElement, SectionBlock } from "@slack/types";
import { literalUpTo, plain, sentenceToMrkdwn } from "#lib/incidents/channels/slack-mrkdwn.ts";
import { endMark } from "#lib/incidents/render-words.ts";
import type { Content, ContentLink } from "#lib/incidents/render-content.ts";

/** What a press of a button is known by; its value is the incident's id. */
export const ACTION_IDS = { acknowledge: "bergwatch_acknowledge", snooze: "bergwatch_snooze_4h" } as const;

/** Slack's limits; counted in UTF-16 units, which are never fewer than its own count. */
const MAX = { header: 150, section: 3000, field: 2000, fields: 10, buttonWords: 75, url: 3000, text: 4000, blocks: 50 } as const;
/** Ours: a message that somebody reads. */
const SENTENCES_MAX = 24;
const SENTENCE_CHARS_MAX = 2900;
const ITEMS_MAX = 20;
/** Slack refuses a message whose blocks hold too much in all, and does not say how much that is. */
const ALL_CHARS_MAX = 9000;

export interface SlackMessage {
  text: string;
  blocks: KnownBlock[];
}

/** `buttons`: presses reach us; where not, links stand as words, since Slack warns of a button whose press nobody takes. */
export interface SlackForm {
  buttons: boolean;
  now: Date;
}

/** A message as Slack takes it, inside its limits; what found no room is said. Pure. */
export function toSlackMessage(content: Content, form: SlackForm): SlackMessage {
  const header: HeaderBlock = { type: "header", text: { type: "plain_text", text: plain(content.title, MAX.header), emoji: false } };
  const room = new Room(ALL_CHARS_MAX - content.title.length);
  const sentences = content.sentences
    .slice(0, SENTENCES_MAX)
    .flatMap((sentence) => room.take(sentenceToMrkdwn(sentence, SENTENCE_CHARS_MAX, form.now)))
    .map(section);
  const facts = fieldsOf(content, room, form.now);
  return {
    text: toSlackText(content),
    blocks: [
      header,
      ...sentences,
      ...facts,
      ...listOf(content, room, form.now),
      ...room.sayDropped(),
      ...waysOut(content, form),
      ...footerOf(content, form.now),
    ],
  };
}

/** What happened, for the thread of the message that tells the rest. `titled`: it is shown outside its thread too. Pure. */
export function toSlackReply(content: Content, { now, titled }: { now: Date; titled: boolean }): SlackMessage {
  const room = new Room(ALL_CHARS_MAX);
  const title = titled ? room.take(`*${literalUpTo(content.title, 600)}*`) : [];
  const happened = content.happened.flatMap((sentence) => room.take(sentenceToMrkdwn(sentence, SENTENCE_CHARS_MAX, now)));
  return {
    text: toSlackText(content),
    blocks: [...[...title, ...happened].map(section), ...room.sayDropped(), ...linksAsWords(content.links, now)],
  };
}

/** All of it in words, for when blocks are refused, and for the notice on a phone. Pure. */
export function toSlackText({ text: { body, end } }: Content): string {
  const tail = literalUpTo(end, 1500);
  return `${literalUpTo(body, MAX.text - tail.length - 1)}${endMark(body)}${tail}`.trim();
}

/** Counts what a message may still hold; after the first text that finds no room none does. */
class Room {
  private left: number;
  private dropped = false;
  constructor(left: number) {
    this.left = left;
  }
  /** The text, or nothing. `told`: whoever asks says himself what is left out. */
  take(text: string, told = false): string[] {
    if (text.length <= this.left) {
      this.left -= text.length;
      return [text];
    }
    this.left = 0;
    this.dropped ||= !told;
    return [];
  }
  sayDropped(): SectionBlock[] {
    return this.dropped ? [section("The rest does not fit into a message; Bergwatch has all of it.")] : [];
  }
}

function mrkdwn(text: string): MrkdwnElement {
  // Verbatim: Slack makes no mentions and links of plain words.
  return { type: "mrkdwn", text, verbatim: true };
}

function section(text: string): SectionBlock {
  return { type: "section", text: mrkdwn(text) };
}

function fieldsOf({ facts }: Content, room: Room, now: Date): SectionBlock[] {
  const fields = facts.slice(0, MAX.fields).flatMap(({ name, parts }) => {
    return room.take(`*${literalUpTo(name, 200)}*\n${sentenceToMrkdwn({ lead: null, parts }, MAX.field - 300, now)}`);
  });
  return fields.length === 0 ? [] : [{ type: "section", fields: fields.map(mrkdwn) }];
}

/** The items that find room, a few to a block, and a sentence about the others. */
function listOf({ items, sayLeft }: Content, room: Room, now: Date): SectionBlock[] {
  const lines = items
    .slice(0, ITEMS_MAX)
    .flatMap(({ parts }) => room.take(`• ${sentenceToMrkdwn({ lead: null, parts }, MAX.section - 100, now)}`, true));
  const packed: string[] = [];
  for (const line of lines) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + line.length + 1 <= MAX.section) packed[packed.length - 1] = `${last}\n${line}`;
    else packed.push(line);
  }
  const left = sayLeft(lines.length);
  return [...packed, ...(left === null ? [] : [literalUpTo(left, MAX.section)])].map(section);
}

function waysOut({ links, actions }: Content, { buttons, now }: SlackForm): (ActionsBlock | ContextBlock)[] {
  if (!buttons) return linksAsWords(links, now);
  const elements = [
    ...links.filter(({ url }) => url.length <= MAX.url).map(linkButton),
    ...(actions?.acknowledge ? [pressButton("Acknowledge", ACTION_IDS.acknowledge, actions.incidentId)] : []),
    ...(actions?.snooze ? [pressButton("Snooze 4 h", ACTION_IDS.snooze, actions.incidentId)] : []),
  ];
  return elements.length === 0 ? [] : [{ type: "actions", elements }];
}

function linkButton({ kind, words, url }: ContentLink, at: number): Button {
  return { type: "button", action_id: `bergwatch_open_${kind}`, text: label(words), url, ...(at === 0 && { style: "primary" as const }) };
}

function pressButton(words: string, actionId: string, value: string): Button {
  return { type: "button", action_id: actionId, text: label(words), value };
}

function label(words: string): Button["text"] {
  return { type: "plain_text", text: plain(words, MAX.buttonWords), emoji: false };
}

function linksAsWords(links: readonly ContentLink[], now: Date): ContextBlock[] {
  const elements = links.map(({ url, words }) => mrkdwn(sentenceToMrkdwn({ lead: null, parts: [{ url, words }] }, MAX.section, now)));
  return elements.length === 0 ? [] : [{ type: "context", elements }];
}

function footerOf({ footer }: Content, now: Date): ContextBlock[] {
  const text = sentenceToMrkdwn({ lead: null, parts: footer }, 1000, now);
  return text === "" ? [] : [{ type: "context", elements: [mrkdwn(text)] }];
}
