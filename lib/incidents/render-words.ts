import type { Content, Part, Sentence } from "#lib/incidents/render-content.ts";
import { formatInstant } from "#lib/time.ts";

/** Lengths, in UTF-16 units, of what others wrote: names of tables, owners, people, comments, keys. */
export const WORDS_MAX = { name: 120, person: 80, sentence: 400, advice: 600, comment: 600, keyPart: 60, small: 60 } as const;

// Marks that turn the direction of text around, and those that nobody sees: they can make a name read as another one.
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
// oxlint-disable-next-line no-control-regex -- names hold them, and Slack and terminals act on them
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** On one line, without control characters and marks of direction; half a surrogate pair is a `�`. Pure. */
function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(CONTROL, " ").replaceAll(HIDDEN, "").replaceAll(/ {2,}/g, " ").trim();
}

/** The same, at most `max` long, cut at its end with `…`; a text without anything to see is `(empty)`. Pure. */
export function clip(text: string, max: number): string {
  const line = oneLine(text);
  if (line === "") return "(empty)";
  return line.length <= max ? line : `${cut(line, max - 1).trimEnd()}…`;
}

/** The same, cut in its middle: of names both ends tell them apart. Pure. */
export function clipName(text: string, max: number = WORDS_MAX.name): string {
  const line = oneLine(text);
  if (line === "") return "(empty)";
  if (line.length <= max) return line;
  const head = cut(line, Math.ceil((max - 1) / 2));
  const tail = line.slice(line.length - (max - 1 - head.length));
  return `${head}…${/^[\udc00-\udfff]/.test(tail) ? tail.slice(1) : tail}`;
}

/** The first `max` units, no character cut in two. */
function cut(text: string, max: number): string {
  const head = text.slice(0, max);
  return /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head;
}

/** Without the full stop at its end, for a title. Pure. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/[.\s]+$/, "");
}

/** `Tue 24 Nov, 02:44 UTC`. Pure. */
export function sayUtc(at: Date, now: Date): string {
  return `${formatInstant(at, "UTC", now)} UTC`;
}

/** In words alone; of a link its words. Pure. */
function partsToText(parts: readonly Part[], now: Date): string {
  return parts
    .map((part) => (typeof part === "string" ? part : "at" in part ? sayUtc(part.at, now) : "code" in part ? part.code : part.words))
    .join("");
}

/** In words alone. Pure. */
export function sentenceToText({ lead, parts }: Sentence, now: Date): string {
  return `${lead === null ? "" : `${lead} `}${partsToText(parts, now)}`;
}

/** What stands between a text's body and its end: a list is ended by a line. Pure. */
export function endMark(body: string): string {
  return body.includes("\n") ? "\n" : " ";
}

/** All of a message in words, for whoever takes no more than text. Pure. */
export function wholeText({ text: { body, end } }: Pick<Content, "text">): string {
  return end === "" ? body : `${body}${endMark(body)}${end}`;
}
