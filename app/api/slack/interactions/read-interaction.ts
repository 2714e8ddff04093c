import { changeIncident } from "#db/change-incident.ts";
import type { Db } from "#db/client.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import type { JobSender } from "#db/queue.ts";
import { readSecret } from "#lib/config/secret.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import { openSlackPeople } from "#lib/incidents/channels/slack-people.ts";
import type { PressDeps, PressedBot } from "#lib/incidents/channels/slack-press.ts";
import { isSignedBySlack } from "#lib/incidents/channels/slack-signature.ts";

const BODY_BYTES_MAX = 256 * 1024;

export interface InteractionContext {
  /** Where secrets are looked up. */
  environment: Readonly<Record<string, string | undefined>>;
  slackApiUrl: string;
  now: Date;
}

/** A press that Slack signed, and what taking it needs; or what to answer. */
type ReadInteraction =
  | { ok: true; payload: unknown; deps: (queue: JobSender) => Omit<PressDeps, "onFault"> }
  | { ok: false; status: number; message: string };

type Bot = Extract<Channel, { kind: "slack_bot" }>;

/** Believes only what one of the configured apps signed in the last minutes; nothing of the body is looked at before. */
export async function readInteraction(
  db: Db,
  request: Request,
  { environment, slackApiUrl, now }: InteractionContext,
): Promise<ReadInteraction> {
  if (Number(request.headers.get("content-length") ?? 0) > BODY_BYTES_MAX) return no(413, "The request is too large.");
  const body = await request.text();
  if (body.length > BODY_BYTES_MAX) return no(413, "The request is too large.");
  const configuration = await findServiceState(db, "configuration");
  const channels = configuration?.service?.notifications.channels ?? [];
  const read = async (place: Parameters<typeof readSecret>[0]): Promise<string | null> =>
    await readSecret(place, { configFile: configuration?.file ?? "", environment }).catch(() => null);
  const bots = channels.filter((channel): channel is Bot => channel.kind === "slack_bot" && channel.signingSecret !== null);
  if (bots.length === 0) return no(404, "No channel of the configuration takes buttons here.");
  const signed = { timestamp: request.headers.get("x-slack-request-timestamp"), signature: request.headers.get("x-slack-signature") };
  const pressed: PressedBot[] = [];
  for (const { signingSecret, token, conversation, users } of bots) {
    const secret = signingSecret && (await read(signingSecret));
    if (!secret || !isSignedBySlack(body, signed, { secret: secret.trim(), now })) continue;
    const botToken = await read(token);
    if (botToken !== null) pressed.push({ conversation, users, people: openSlackPeople({ token: botToken.trim(), apiUrl: slackApiUrl }) });
  }
  if (pressed.length === 0) return no(401, "The request is not signed by an app that is known here, or is too old.");
  return {
    ok: true,
    payload: parse(new URLSearchParams(body).get("payload")),
    deps: (queue) => ({
      bots: pressed,
      find: async (incidentId) => await findIncidentRow(db, incidentId),
      change: async (change) => await changeIncident(db, queue, change),
      now: () => new Date(),
    }),
  };
}

function no(status: number, message: string): ReadInteraction {
  return { ok: false, status, message };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "") as unknown;
  } catch {
    return null;
  }
}
