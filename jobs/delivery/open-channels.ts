import { createHash } from "node:crypto";
import type { OpenedChannel } from "#jobs/delivery/delivery-deps.ts";
import { readSecret } from "#lib/config/secret.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";
import { openChannel } from "#lib/incidents/channels/open-channel.ts";

export interface OpenChannelsOptions {
  configFile: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Of Slack's Web API, with a slash at its end. */
  slackApiUrl: string;
}

/**
 * Opens channels with the secrets of this machine, which are read anew each time, so that one that was replaced holds at once. What cannot be
 * read or used is the channel's fault.
 */
export function createOpenChannel({
  configFile,
  environment,
  slackApiUrl,
}: OpenChannelsOptions): (channel: Channel) => Promise<OpenedChannel> {
  return async (channel) => {
    const { quietHours: _, ...identity } = channel;
    const hash = createHash("sha256").update(JSON.stringify(identity));
    const read = async (place: SecretPlace): Promise<string> => {
      const secret = await readSecret(place, { configFile, environment });
      hash.update("\0").update(secret);
      return secret;
    };
    try {
      const send = await openChannel(channel, { readSecret: read, slackApiUrl });
      return { fingerprint: hash.digest("hex"), send, fault: null };
    } catch (error) {
      const fault = error instanceof AppError ? error.message : "The channel could not be opened.";
      return { fingerprint: hash.update("\0").update(fault).digest("hex"), send: null, fault };
    }
  };
}
