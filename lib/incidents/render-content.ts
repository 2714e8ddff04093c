import type { IncidentEventKind } from "#lib/names.ts";

/** A piece of a sentence: words, or what a channel shows in its own form. All texts are on one line, clipped, and not yet escaped. */
export type Part = string | { at: Date } | { code: string } | { url: string; words: string };

/** `lead`: the word or two that it begins with, such as "Can it wait?"; null: none. */
export interface Sentence {
  lead: string | null;
  parts: readonly Part[];
}

export interface ContentLink {
  kind: "key" | "table" | "catalog" | "incident" | "incidents" | "review";
  /** What it opens, as a button says it. */
  words: string;
  /** Absolute. */
  url: string;
}

/** A row of a list: of several incidents, or of a review's agenda. */
export interface ContentItem {
  parts: readonly Part[];
  /** The same in words alone. */
  text: string;
}

/** A message in words, before any channel's form. */
export interface Content {
  /** On one line, without times: what and how many. */
  title: string;
  sentences: readonly Sentence[];
  /** What was done, one sentence an event: all that a reply in a thread says. */
  happened: readonly Sentence[];
  facts: readonly { name: string; parts: readonly Part[] }[];
  /** Worst first. `sayLeft`: a sentence about those that find no room, which includes the ones that were not given. */
  items: readonly ContentItem[];
  sayLeft: (shown: number) => string | null;
  /** The most needed first. */
  links: readonly ContentLink[];
  /** What a person may do about it from the message; null: nothing. */
  actions: { incidentId: string; acknowledge: boolean; snooze: boolean } | null;
  footer: readonly Part[];
  /** What leads the message; null: no event does. */
  leads: IncidentEventKind | null;
  /** Enough alone: what a locked phone shows. Without mark-up, times named as UTC. `end` is what must stay when the rest is cut. */
  text: { body: string; end: string };
}
