import { refuseAddress } from "#lib/config/refuse-entered.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import { isLoopback } from "#lib/loopback.ts";
import type { ChannelKind } from "#lib/names.ts";

/** Where Slack serves incoming webhooks. */
const SLACK_HOSTS = ["hooks.slack.com", "hooks.slack-gov.com"];

/** Why a text cannot be the address of a channel, as the end of a sentence that starts with what it is; null: it can. Repeats no part of it. Pure. */
export function addressFault(text: string): string | null {
  const address = text.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return "is not a web address. It starts with https://.";
  if (url.username !== "" || url.password !== "") return "contains a user name or a password, which is not supported. Remove it.";
  // Messages contain keys, so they leave this machine only over a safe connection.
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return "is not encrypted. Use https://; http:// works for this machine only.";
  return null;
}

/** The bounds for a channel's address: Slack's own webhooks are always allowed for Slack channels. Pure. */
export function channelBounds(kind: ChannelKind, bounds: EnteredBounds): EnteredBounds {
  const { addresses } = bounds;
  return kind === "slack_webhook" && addresses !== null ? { ...bounds, addresses: [...addresses, ...SLACK_HOSTS] } : bounds;
}

/** Why an address may not be used for a channel that is added in the settings, in a sentence; null: it may. Names are not resolved. Pure. */
export function refuseChannelAddress(kind: ChannelKind, text: string, bounds: EnteredBounds): string | null {
  const fault = addressFault(text);
  return fault === null ? refuseAddress(text.trim(), channelBounds(kind, bounds)) : `The address ${fault}`;
}
