import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";
import { openSlackBot } from "#lib/incidents/channels/slack-bot.ts";
import { openSlackWebhook } from "#lib/incidents/channels/slack-webhook.ts";
import { openWebhook } from "#lib/incidents/channels/webhook.ts";
import type { SendMessage } from "#lib/incidents/message.ts";
import { isLoopback } from "#lib/loopback.ts";

export interface OpenChannelOptions {
  /** Reads what a place holds; rejects with AppError usage that names the place when there is nothing. */
  readSecret: (place: SecretPlace) => Promise<string>;
  /** Of Slack's Web API, with a slash at its end. */
  slackApiUrl: string;
}

/**
 * The way out of a configured channel, with its secrets read; nothing is sent yet. Rejects with what `readSecret` rejects with, and with
 * AppError usage when an address or a token cannot be one. No error holds a secret.
 */
export async function openChannel(channel: Channel, { readSecret, slackApiUrl }: OpenChannelOptions): Promise<SendMessage> {
  switch (channel.kind) {
    case "slack_webhook":
      return openSlackWebhook(checkAddress(channel, await readSecret(channel.url)));
    case "slack_bot": {
      const token = (await readSecret(channel.token)).trim();
      // What a header cannot hold would be repeated by the error about it.
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new AppError("usage", `The token of channel ${channel.name} is none: it holds spaces or other signs.`);
      const buttons = channel.appToken !== null || channel.signingSecret !== null;
      return openSlackBot({ token, conversation: channel.conversation, buttons, apiUrl: slackApiUrl });
    }
    case "webhook":
      return openWebhook({ url: checkAddress(channel, await readSecret(channel.url)), secret: await readSecret(channel.secret) });
  }
}

/** Messages hold keys, so they leave this machine only over a safe connection. */
function checkAddress({ name }: Channel, text: string): string {
  const address = text.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AppError("usage", `The address of channel ${name} is no web address; it begins with https://.`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new AppError("usage", `The address of channel ${name} holds a user or a password, which is not supported; leave them out.`);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new AppError(
      "usage",
      `The address of channel ${name} is not safe: use https://. Only this machine itself is reached over http://.`,
    );
  }
  return address;
}
