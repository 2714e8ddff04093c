import { isMasked } from "#lib/masking.ts";

// What a person takes for one letter is shown whole or not at all.
const GRAPHEMES = new Intl.Segmenter("en");

/** A key's text for whoever may not see it: its ends where enough stays hidden between them. What is masked already stays so. Pure. */
export function maskKeyText(text: string): string {
  const letters = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  if (isMasked(text)) return text;
  if (letters.length < 6) return "••••";
  const ends = letters.length < 10 ? 1 : 3;
  return `${letters.slice(0, ends).join("")}••${letters.slice(-ends).join("")}`;
}
