import type { SilenceKind } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

export const KIND_WORDS: Readonly<Record<SilenceKind, string>> = { silence: "Silence", maintenance: "Maintenance" };

/** What comes of it, in a sentence. */
export const KIND_SENTENCES: Readonly<Record<SilenceKind, string>> = {
  silence: "Incidents open and are listed. No notifications are sent.",
  maintenance: "No new incident opens. Open incidents stay open.",
};

/** `covers 12 tables`. Pure. */
export function sayCovers(covers: number): string {
  return covers === 0 ? "covers no table yet" : `covers ${formatCount(covers)} ${covers === 1 ? "table" : "tables"}`;
}

/** How the lists add up, for a person who reads nothing else. Pure. */
export function saySilences({ holding, coming }: { holding: number; coming: number }): string {
  if (holding === 0 && coming === 0) return "Nothing is silenced. All incidents are sent.";
  const now = holding === 0 ? "None active" : `${formatCount(holding)} active ${holding === 1 ? "silence" : "silences"}`;
  return coming === 0 ? `${now}.` : `${now}, ${formatCount(coming)} upcoming.`;
}
