/** What Slack says when it does not take a message, and what mends it: of the Web API's `error`, and of a webhook's text. */

/** The message is at fault: another one would be taken. */
const MESSAGE = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "invalid_payload",
  "invalid_attachments",
  "invalid_arguments",
  "invalid_array_arg",
  "invalid_form_data",
  "invalid_metadata_format",
  "invalid_metadata_schema",
  "metadata_too_large",
  "metadata_must_be_sent_from_app",
  "msg_blocks_too_long",
  "msg_too_long",
  "no_text",
  "markdown_text_conflict",
  "slack_connect_file_link_sharing_blocked",
  "too_many_attachments",
  "too_long",
]);

const LIMITED = new Set(["ratelimited", "rate_limited", "message_limit_exceeded"]);

/** Slack has a fault of its own. */
const SLACKS_OWN = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "rollup_error",
  "team_added_to_org",
]);

/** The message in whose thread this one was to stand is gone, or takes none. */
const THREAD_GONE = new Set(["thread_not_found", "message_not_found", "cannot_reply_to_message", "restricted_action_thread_locked"]);

const MENDS: Readonly<Record<string, string>> = {
  account_inactive: "the bot's user was removed; install the app again",
  channel_is_archived: "un-archive the channel, or choose another",
  channel_not_found: "the bot does not see a conversation with this id; check it, and invite the bot",
  invalid_auth: "the token is not valid; set the bot's token of this app",
  invalid_token: "the webhook's address is incomplete or revoked; copy it again",
  is_archived: "un-archive the channel, or choose another",
  missing_scope: "the app lacks the scope chat:write; add it and install the app again",
  no_active_hooks: "the webhook was switched off; make a new one",
  no_service: "the webhook was removed; make a new one",
  no_team: "the workspace is gone; make a new webhook",
  not_authed: "no token was sent; set the bot's token",
  not_in_channel: "invite the bot to the channel",
  restricted_action: "the workspace's settings do not let the bot write there",
  token_expired: "set a token that does not expire, or renew it",
  token_revoked: "the token was revoked; install the app again and set its token",
};

export type SlackFault = "message" | "channel" | "limited" | "own" | "thread" | "no_answer_of_slack";

/** What a word of Slack's means for whoever sends. An answer that is no such word did not come from Slack. Pure. */
export function readSlackError(error: string): SlackFault {
  if (!/^[a-z][a-z0-9_]{1,60}$/.test(error)) return "no_answer_of_slack";
  if (MESSAGE.has(error)) return "message";
  if (LIMITED.has(error)) return "limited";
  if (SLACKS_OWN.has(error)) return "own";
  return THREAD_GONE.has(error) ? "thread" : "channel";
}

/** `not_in_channel: invite the bot to the channel`. Pure. */
export function saySlackError(error: string): string {
  const mend = MENDS[error];
  return mend === undefined ? error : `${error}: ${mend}`;
}
