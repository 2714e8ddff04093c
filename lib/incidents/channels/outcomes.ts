import { RETRY_AFTER_MS_USUAL, type Heard } from "#lib/incidents/channels/watched-fetch.ts";
import type { PostedMessage, SendOutcome } from "#lib/incidents/message.ts";
import { clip } from "#lib/incidents/render-words.ts";

const ANSWER_CHARS_MAX = 300;
/** A piece of an address that is shorter names nothing. */
const SECRET_CHARS_MIN = 6;

/** Makes outcomes of what came back. `hide` takes the secrets out of every text that is kept. */
export interface Outcomes {
  delivered: (status: number | null, answer: string, posted?: PostedMessage) => SendOutcome;
  refused: (fault: "message" | "channel", status: number | null, answer: string) => SendOutcome;
  limited: (heard: Heard, answer: string) => SendOutcome;
  unreachable: (status: number | null, answer: string) => SendOutcome;
  /** A request that failed without an answer: whether it can have arrived decides. */
  failed: (error: unknown, heard: Heard, signal: AbortSignal) => SendOutcome;
}

/** Outcomes without these secrets, whole or in the pieces by which an address could be put together again. */
export function outcomesWithout(secrets: readonly string[]): Outcomes {
  const hide = hiding(secrets);
  const outcome = (kind: SendOutcome["outcome"], status: number | null, answer: string, more: Partial<SendOutcome> = {}): SendOutcome => ({
    outcome: kind,
    status,
    answer: answer.trim() === "" ? null : clip(hide(answer), ANSWER_CHARS_MAX),
    retryAfterMs: null,
    fault: null,
    posted: null,
    ...more,
  });
  const unreachable = (status: number | null, answer: string): SendOutcome => outcome("unreachable", status, answer);
  return {
    delivered: (status, answer, posted) => outcome("delivered", status, answer, { posted: posted ?? null }),
    refused: (fault, status, answer) => outcome("refused", status, answer, { fault }),
    limited: ({ status, retryAfterMs }, answer) =>
      outcome("limited", status, answer, { retryAfterMs: retryAfterMs ?? RETRY_AFTER_MS_USUAL }),
    unreachable,
    failed: (error, { status }, signal) => {
      const code = codeOf(error);
      if (status === null && code !== null && NOT_SENT.test(code)) return unreachable(null, `${sayNotSent(code)} (${code}).`);
      if (code === "bad port") return outcome("refused", null, "Its address has a port that no program asks.", { fault: "channel" });
      return outcome("unanswered", status, sayUnanswered(error, status, code, signal));
    },
  };
}

/** Faults that come before a byte of the message is on its way. */
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

function sayNotSent(code: string): string {
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) return "The name in its address is not known to the network";
  if (code === "ECONNREFUSED") return "Nobody listens at its address";
  if (/^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME)/.test(code))
    return "No safe connection: its certificate is not trusted here";
  return "Its address is not reached";
}

function sayUnanswered(error: unknown, status: number | null, code: string | null, signal: AbortSignal): string {
  const isLate = [error, signal.reason].some((one) => one instanceof Error && namesOf(one).includes("TimeoutError"));
  if (isLate) return "No answer came in time.";
  if (signal.aborted) return "Bergwatch ended while it waited for an answer.";
  const when = status === null ? "before an answer came" : "in the middle of the answer";
  return `The connection broke ${when}${code === null ? "" : ` (${code})`}.`;
}

/** The errors that caused it, itself first; a chain may be a circle. */
function chainOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 10; at = "original" in at ? at.original : at.cause) chain.push(at);
  return chain;
}

function codeOf(error: unknown): string | null {
  for (const { message, ...one } of chainOf(error).map((one) => ({ message: one.message, code: "code" in one ? one.code : undefined }))) {
    if (message === "bad port") return message;
    if (typeof one.code === "string" && /^[A-Z][A-Z0-9_]+$/.test(one.code)) return one.code;
  }
  return null;
}

function namesOf(error: Error): string[] {
  return chainOf(error).map(({ name }) => name);
}

function hiding(secrets: readonly string[]): (text: string) => string {
  const pieces = new Set(secrets.flatMap((secret) => [secret, encodeURIComponent(secret), ...piecesOf(secret)]));
  const longestFirst = [...pieces].filter((piece) => piece.length >= SECRET_CHARS_MIN).toSorted((a, b) => b.length - a.length);
  return (text) => longestFirst.reduce((hidden, piece) => hidden.replaceAll(piece, "…"), text);
}

/** Of an address what follows the host, whole and in parts, and what signs in. */
function piecesOf(secret: string): string[] {
  if (!URL.canParse(secret)) return [];
  const { pathname, search, username, password, searchParams } = new URL(secret);
  return [`${pathname}${search}`, pathname, search, username, password, ...pathname.split("/"), ...searchParams.values()].flatMap(
    (piece) => {
      return [piece, decode(piece)];
    },
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
