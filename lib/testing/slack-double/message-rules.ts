import { findBlockFaults } from "./block-rules.ts";

/** What Slack cuts a message's text at, and what it asks senders to keep to. */
const TEXT_CHARS_MAX = 40_000;
const TEXT_CHARS_ADVISED = 4000;

export interface MessageFault {
  /** As Slack names it. */
  error: "invalid_blocks" | "no_text" | "msg_too_long";
  details: string[];
}

/** What Slack would refuse a message for; null: it takes it. */
export function findMessageFault(message: Readonly<Record<string, unknown>>): MessageFault | null {
  const { text, blocks } = message;
  if (typeof text !== "string" || text.trim() === "") {
    // Slack takes blocks without a text, and a phone then shows nothing: nobody means that.
    return { error: "no_text", details: ["text: missing"] };
  }
  if (text.length > TEXT_CHARS_MAX) return { error: "msg_too_long", details: [`text: ${text.length} characters`] };
  const advised = text.length > TEXT_CHARS_ADVISED ? [`text: ${text.length} characters, at most ${TEXT_CHARS_ADVISED} advised`] : [];
  const faults = [...advised, ...(blocks === undefined ? [] : findBlockFaults(blocks))];
  return faults.length === 0 ? null : { error: "invalid_blocks", details: faults };
}

/** Whatever in a message would call people, be it meant or not, and what is not escaped as Slack asks: `&`, `<` and `>`. */
export function findPings(message: Readonly<Record<string, unknown>>): string[] {
  const flags = [message["link_names"], message["parse"]].some(
    (value) => value === true || value === "true" || value === 1 || value === "full",
  );
  return [...(flags ? ["names are made mentions"] : []), ...[...readTexts(message)].flatMap(findInText)];
}

/** Texts that Slack reads as mrkdwn: of blocks those that say so, and the message's own. */
function* readTexts(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const one of value) yield* readTexts(one);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  const fields = value as Record<string, unknown>;
  if (typeof fields["text"] === "string" && fields["type"] !== "plain_text") yield fields["text"];
  for (const [name, field] of Object.entries(fields)) if (name !== "metadata") yield* readTexts(field);
}

const SEQUENCE = /<([^<>]*)>/g;
const ALLOWED = /^(?:https?:\/\/[^|\s]+(?:\|[^|]*)?|!date\^\d+\^[^^|]+(?:\^https?:[^|]+)?\|[^|]+)$/;

function findInText(text: string): string[] {
  const sequences = [...text.matchAll(SEQUENCE)].flatMap(([whole, inner = ""]) => (ALLOWED.test(inner) ? [] : [whole]));
  const rest = text.replaceAll(SEQUENCE, "");
  const raw = /[<>]/.test(rest) ? [`< or > not escaped: ${rest}`] : [];
  const ampersands = /&(?!amp;|lt;|gt;)/.test(text) ? [`& not escaped: ${text}`] : [];
  const names = /@(?:here|channel|everyone)\b/i.test(rest) ? [`names everybody: ${rest}`] : [];
  return [...sequences, ...raw, ...ampersands, ...names];
}
