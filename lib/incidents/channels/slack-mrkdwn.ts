import type { Part, Sentence } from "#lib/incidents/render-content.ts";
import { sayUtc } from "#lib/incidents/render-words.ts";

/** Nobody sees it, and it parts what Slack would read as one: a mention, an emoji, a mark of bold. */
const JOINER = "\u2060";

/**
 * A text that Slack shows as it is, in what it reads as mrkdwn: nothing in it mentions, links, formats or becomes an emoji. Marks inside a
 * word, such as those of `snake_case`, mean nothing to Slack and stay. Pure.
 */
function literal(text: string): string {
  return escape(
    mentionless(text)
      .replaceAll("`", "ˋ")
      .replaceAll(/:(?=[\w+'-]+:)/g, `:${JOINER}`)
      .replaceAll(/(?<![\p{L}\p{N}])([*_~])|([*_~])(?![\p{L}\p{N}])/gu, `${JOINER}$1$2${JOINER}`)
      .replace(/^(?=>)/, JOINER),
  );
}

/** A text in what Slack shows without reading it, such as a header. Pure. */
export function plain(text: string, max: number): string {
  const guarded = text.replaceAll(/<(?=[!@#])/g, `<${JOINER}`);
  return guarded.length <= max
    ? guarded
    : `${guarded
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, "")}…`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function code(text: string): string {
  return `\`${escape(mentionless(text).replaceAll("`", "ˋ"))}\``;
}

function mentionless(text: string): string {
  return text.replaceAll(/@(?=here|channel|everyone|group)/gi, `@${JOINER}`);
}

function link(url: string, words: string): string {
  const address = escape(url.replaceAll(/[|<>\s]/g, (found) => encodeURIComponent(found)));
  return `<${address}|${literal(words.replaceAll("|", "¦"))}>`;
}

/** In the reader's own zone; where that cannot be shown, in UTC. */
function time(at: Date, now: Date): string {
  return `<!date^${Math.floor(at.getTime() / 1000)}^{date_short_pretty}, {time}|${sayUtc(at, now)}>`;
}

function toMrkdwn(part: Part, now: Date): string {
  if (typeof part === "string") return literal(part);
  if ("at" in part) return time(part.at, now);
  return "code" in part ? code(part.code) : link(part.url, part.words);
}

/** The longest beginning of a text that has at most `max` characters once it is escaped. Pure. */
export function literalUpTo(text: string, max: number): string {
  const whole = literal(text);
  if (whole.length <= max) return whole;
  let taken = text.slice(0, max);
  for (;;) {
    const said = `${literal(
      taken
        .toWellFormed()
        .replace(/\ufffd$/, "")
        .trimEnd(),
    )}…`;
    if (said.length <= max || taken === "") return said;
    taken = taken.slice(0, taken.length - Math.max(1, Math.ceil((said.length - max) / 8)));
  }
}

/** A sentence in Slack's form, at most `max` characters: what finds no room is cut, and ends in `…`. Pure. */
export function sentenceToMrkdwn({ lead, parts }: Sentence, max: number, now: Date): string {
  let said = lead === null ? "" : `*${literalUpTo(lead, 200)}* `;
  for (const part of parts) {
    const piece = toMrkdwn(part, now);
    if (said.length + piece.length < max) {
      said += piece;
      continue;
    }
    return `${said}${typeof part === "string" ? literalUpTo(part, max - said.length) : "…"}`;
  }
  return said;
}
