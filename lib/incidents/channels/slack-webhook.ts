import { IncomingWebhook, IncomingWebhookHTTPError } from "@slack/webhook";
import { outcomesWithout, type Outcomes } from "#lib/incidents/channels/outcomes.ts";
import { readSlackError, saySlackError } from "#lib/incidents/channels/slack-answers.ts";
import { toSlackMessage, toSlackText } from "#lib/incidents/channels/slack-blocks.ts";
import { watchedFetch, type Heard } from "#lib/incidents/channels/watched-fetch.ts";
import type { SendMessage, SendOutcome } from "#lib/incidents/message.ts";
import { renderMessage } from "#lib/incidents/render-message.ts";

/** A way out over an incoming webhook of Slack, which can neither answer in a thread nor change what it said. */
export function openSlackWebhook(url: string): SendMessage {
  const outcomes = outcomesWithout([url]);
  return async (request) => {
    const { fetch, heard } = watchedFetch(request.signal);
    const content = renderMessage(request.message, request);
    const body = request.plain ? { text: toSlackText(content) } : toSlackMessage(content, { buttons: false, now: request.now });
    try {
      const webhook = new IncomingWebhook(url, { fetch });
      const { text } = await webhook.send({ ...body, unfurl_links: false, unfurl_media: false });
      // Slack says `ok`; a page is what stands between here and Slack.
      if (/^\s*</.test(text))
        return outcomes.unreachable(heard.status, "A page came for an answer, such as a proxy's: Slack was not reached.");
      return outcomes.delivered(heard.status, text);
    } catch (error) {
      if (error instanceof IncomingWebhookHTTPError) return readAnswer(error.body, heard, outcomes);
      // The status says that it was taken; only the words got lost.
      if (heard.status !== null && heard.status < 300) return outcomes.delivered(heard.status, "");
      return outcomes.failed(error, heard, request.signal);
    }
  };
}

function readAnswer(body: string, heard: Heard, outcomes: Outcomes): SendOutcome {
  const status = heard.status ?? 0;
  const said = body.trim();
  const fault = readSlackError(said);
  const answer = fault === "no_answer_of_slack" ? `Answered with ${status}.` : saySlackError(said);
  if (status === 429 || fault === "limited") return outcomes.limited(heard, answer);
  if (status >= 500 || status === 408 || fault === "own") return outcomes.unreachable(status, answer);
  if (status >= 300 && status < 400)
    return outcomes.refused("channel", status, "It leads elsewhere, which is not followed: set the address that Slack gave.");
  if (fault === "message" || (fault !== "channel" && [400, 413, 415, 422].includes(status)))
    return outcomes.refused("message", status, answer);
  return outcomes.refused("channel", status, answer);
}
