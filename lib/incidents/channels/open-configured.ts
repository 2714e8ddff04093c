import { createHash } from "node:crypto";
import { readSecret } from "#lib/config/secret.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";
import { guardEntered } from "#lib/config/entered-guard.ts";
import { channelBounds } from "#lib/incidents/channels/channel-address.ts";
import { openChannel } from "#lib/incidents/channels/open-channel.ts";
import type { SendMessage } from "#lib/incidents/message.ts";

export interface OpenConfiguredOptions {
  configFile: string;
  environment: Readonly<Record<string, string | undefined>>;
  /** Of Slack's Web API, with a slash at its end. */
  slackApiUrl: string;
  /** Reads a place before the environment and files do; null: it does not know the place. */
  readFirst?: (place: SecretPlace) => string | null;
}

/** A way out with its secrets read. */
export interface OpenedChannel {
  /** Hash of the channel's definition and its secrets: when it changes, the channel's state starts over. */
  fingerprint: string;
  /** null: it could not be opened. */
  send: SendMessage | null;
  /** Why it could not be opened; never contains a secret. */
  fault: string | null;
}

/**
 * Opens channels with the secrets of this machine, which are read each time, so that a replaced secret takes effect at once. A secret that
 * cannot be read or used is the channel's fault. An address of a channel that was added in the settings has to lie within `bounds`.
 */
export function createOpenChannel({
  configFile,
  environment,
  slackApiUrl,
  readFirst = () => null,
}: OpenConfiguredOptions): (channel: Channel, bounds: EnteredBounds) => Promise<OpenedChannel> {
  return async (channel, bounds) => {
    const { quietHours: _, entered, ...identity } = channel;
    const hash = createHash("sha256").update(JSON.stringify(identity));
    const read = async (place: SecretPlace): Promise<string> => {
      const secret = readFirst(place) ?? (await readSecret(place, { configFile, environment }));
      hash.update("\0").update(secret);
      return secret;
    };
    const guard = guardEntered({ who: `The channel ${channel.name}`, bounds: channelBounds(channel.kind, bounds) });
    const guardAddress = async (address: string): Promise<void> => {
      if (entered === true) await guard(new URL(address));
    };
    try {
      const send = await openChannel(channel, { readSecret: read, slackApiUrl, guardAddress });
      return { fingerprint: hash.digest("hex"), send, fault: null };
    } catch (error) {
      const fault = error instanceof AppError ? error.message : "The channel could not be opened.";
      return { fingerprint: hash.update("\0").update(fault).digest("hex"), send: null, fault };
    }
  };
}
