import { LogLevel, WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebClient, type Logger } from "@slack/web-api";
import { outcomesWithout, type Outcomes } from "#lib/incidents/channels/outcomes.ts";
import { readSlackError, saySlackError } from "#lib/incidents/channels/slack-answers.ts";
import { toSlackMessage, toSlackReply, toSlackText, type SlackMessage } from "#lib/incidents/channels/slack-blocks.ts";
import { watchedFetch, type Heard } from "#lib/incidents/channels/watched-fetch.ts";
import type { PostedMessage, SendMessage, SendOutcome, SendRequest } from "#lib/incidents/message.ts";
import type { Content } from "#lib/incidents/render-content.ts";
import { renderIncident } from "#lib/incidents/render-incident.ts";
import { renderMessage } from "#lib/incidents/render-message.ts";
import type { IncidentEventKind } from "#lib/names.ts";

export interface SlackBot {
  token: string;
  conversation: string;
  /** Presses of buttons reach us. */
  buttons: boolean;
  /** With a slash at its end. */
  apiUrl: string;
}

/** What the channel is to see as well, and not only who follows the thread. */
const BROADCAST: ReadonlySet<IncidentEventKind> = new Set(["opened", "reopened", "worsened", "woken", "resolved", "accepted"]);
/** The reply is said already; that its first message is not up to date may not hold up the next one. */
const UPDATE_MS_MAX = 10_000;

/**
 * A way out by a bot: an incident's first message shows how it stands, and what happens later is said in its thread. The first message is
 * brought up to date after the reply; where that fails the reply counts all the same, and the answer says so.
 */
export function openSlackBot(bot: SlackBot): SendMessage {
  const outcomes = outcomesWithout([bot.token]);
  return async (request) => {
    const content = renderMessage(request.message, request);
    const { first, message } = request;
    if (first === null || message.kind !== "incident") return await post(bot, whole(bot, content, request), request, outcomes);
    const titled = content.leads !== null && BROADCAST.has(content.leads);
    const reply = formOf(request, content, () => toSlackReply(content, { now: request.now, titled }));
    const said = await post(bot, reply, request, outcomes, { first, broadcast: titled });
    // Its thread is gone, so it stands on its own; nothing of it was posted before.
    if (said === "no_thread") return await post(bot, whole(bot, content, request), request, outcomes);
    if (said.outcome !== "delivered") return said;
    const fault = await update(
      bot,
      whole(bot, renderIncident({ incident: message.incident, events: [] }, request), request),
      request,
      first,
      outcomes,
    );
    return fault === null ? said : { ...said, answer: `${said.answer ?? "ok"}; the first message is as it was: ${fault}` };
  };
}

function whole({ buttons }: SlackBot, content: Content, request: SendRequest): Partial<SlackMessage> & { text: string } {
  return formOf(request, content, () => toSlackMessage(content, { buttons, now: request.now }));
}

function formOf({ plain }: SendRequest, content: Content, make: () => SlackMessage): Partial<SlackMessage> & { text: string } {
  return plain ? { text: toSlackText(content) } : make();
}

type Sent = Partial<SlackMessage> & { text: string };

async function post(bot: SlackBot, body: Sent, request: SendRequest, outcomes: Outcomes): Promise<SendOutcome>;
async function post(
  bot: SlackBot,
  body: Sent,
  request: SendRequest,
  outcomes: Outcomes,
  thread: { first: PostedMessage; broadcast: boolean },
): Promise<SendOutcome | "no_thread">;
async function post(
  bot: SlackBot,
  body: Sent,
  { deliveryId, signal }: SendRequest,
  outcomes: Outcomes,
  thread?: { first: PostedMessage; broadcast: boolean },
): Promise<SendOutcome | "no_thread"> {
  const { client, heard } = clientOf(bot, signal);
  const asked = {
    channel: thread?.first.conversation ?? bot.conversation,
    ...body,
    unfurl_links: false,
    unfurl_media: false,
    metadata: { event_type: "bergwatch_delivery", event_payload: { delivery_id: deliveryId } },
    ...inThread(thread),
  };
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Slack's method, not a window's
    const { channel, ts } = await client.chat.postMessage(asked);
    return outcomes.delivered(heard.status, "ok", { conversation: channel ?? bot.conversation, ts: ts ?? "" });
  } catch (error) {
    if (thread !== undefined && error instanceof WebAPIPlatformError && readSlackError(error.data.error) === "thread") return "no_thread";
    return readFault(error, heard, { outcomes, signal });
  }
}

/** The library tells a reply that is broadcast from one that is not by its type. */
function inThread(thread: { first: PostedMessage; broadcast: boolean } | undefined) {
  if (thread === undefined) return {};
  const { ts } = thread.first;
  return thread.broadcast ? { thread_ts: ts, reply_broadcast: true as const } : { thread_ts: ts };
}

/** Why it could not be done; null: done. */
async function update(
  bot: SlackBot,
  body: Sent,
  { signal }: SendRequest,
  first: PostedMessage,
  outcomes: Outcomes,
): Promise<string | null> {
  const { client, heard } = clientOf(bot, signal, UPDATE_MS_MAX);
  try {
    // Without blocks of its own the old ones, with their buttons, would stay.
    await client.chat.update({ channel: first.conversation, ts: first.ts, blocks: [], ...body });
    return null;
  } catch (error) {
    const { answer, outcome } = readFault(error, heard, { outcomes, signal });
    return answer ?? outcome;
  }
}

function readFault(error: unknown, heard: Heard, { outcomes, signal }: { outcomes: Outcomes; signal: AbortSignal }): SendOutcome {
  const { status } = heard;
  if (error instanceof WebAPIRateLimitedError || status === 429) return outcomes.limited(heard, saySlackError("ratelimited"));
  if (error instanceof WebAPIHTTPError) return readStatus(error.statusCode, outcomes);
  if (!(error instanceof WebAPIPlatformError)) return outcomes.failed(error, heard, signal);
  const said = error.data.error;
  switch (readSlackError(said)) {
    case "message":
      return outcomes.refused("message", status, saySlackError(said));
    case "limited":
      return outcomes.limited(heard, saySlackError(said));
    case "own":
      return outcomes.unreachable(status, saySlackError(said));
    case "thread":
    case "channel":
      return outcomes.refused("channel", status, saySlackError(said));
    case "no_answer_of_slack":
      return outcomes.unreachable(status, "An answer came that is not Slack's, such as a proxy's page.");
  }
}

function readStatus(status: number, outcomes: Outcomes): SendOutcome {
  const answer = `Answered with ${status}.`;
  if (status >= 500 || status === 408) return outcomes.unreachable(status, answer);
  return outcomes.refused(status === 413 ? "message" : "channel", status, answer);
}

/** One call, never repeated by the library: whether a message is tried again is decided by who keeps count of it. */
function clientOf({ token, apiUrl }: SlackBot, signal: AbortSignal, answerMsMax?: number): { client: WebClient; heard: Heard } {
  const { fetch, heard } = watchedFetch(signal, answerMsMax);
  const client = new WebClient(token, {
    slackApiUrl: apiUrl,
    fetch,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: SILENT,
  });
  return { client, heard };
}

/** Its own would write messages, and so keys, to standard output. */
export const SILENT: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
};
