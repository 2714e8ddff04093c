import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";
import { addressFault } from "#lib/incidents/channels/channel-address.ts";
import { openSlackBot } from "#lib/incidents/channels/slack-bot.ts";
import { openSlackWebhook } from "#lib/incidents/channels/slack-webhook.ts";
import { openWebhook } from "#lib/incidents/channels/webhook.ts";
import type { SendMessage } from "#lib/incidents/message.ts";

export interface OpenChannelOptions {
  /** Reads what a place holds; rejects with AppError usage that names the place when there is nothing. */
  readSecret: (place: SecretPlace) => Promise<string>;
  /** Of Slack's Web API, with a slash at its end. */
  slackApiUrl: string;
  /** Rejects with AppError when the address may not be used. */
  guardAddress?: (address: string) => Promise<void>;
}

/**
 * The way out of a configured channel, with its secrets read; nothing is sent yet. Rejects with what `readSecret` and `guardAddress` reject
 * with, and with AppError usage when an address or a token cannot be one. No error contains a secret.
 */
export async function openChannel(channel: Channel, { readSecret, slackApiUrl, guardAddress }: OpenChannelOptions): Promise<SendMessage> {
  const readAddress = async (place: SecretPlace): Promise<string> => {
    const address = checkAddress(channel, await readSecret(place));
    await guardAddress?.(address);
    return address;
  };
  switch (channel.kind) {
    case "slack_webhook":
      return openSlackWebhook(await readAddress(channel.url));
    case "slack_bot": {
      const token = (await readSecret(channel.token)).trim();
      // What a header cannot hold would be repeated by the error about it.
      if (!/^[\x21-\x7e]+$/.test(token))
        throw new AppError("usage", `The token of channel ${channel.name} is not a token: it contains spaces or other characters.`);
      const buttons = channel.appToken !== null || channel.signingSecret !== null;
      return openSlackBot({ token, conversation: channel.conversation, buttons, apiUrl: slackApiUrl });
    }
    case "webhook":
      return openWebhook({ url: await readAddress(channel.url), secret: await readSecret(channel.secret) });
  }
}

/** The address of a channel, without spaces around it. Throws AppError usage that repeats no part of it. */
function checkAddress({ name }: Channel, text: string): string {
  const fault = addressFault(text);
  if (fault !== null) throw new AppError("usage", `The address of channel ${name} ${fault}`);
  return text.trim();
}
