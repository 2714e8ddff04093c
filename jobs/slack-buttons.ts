import { createHash } from "node:crypto";
import { SocketModeClient } from "@slack/socket-mode";
import { changeIncident } from "#db/change-incident.ts";
import { withAdvisoryLock, type LockFence } from "#db/queries/advisory-lock.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { aborted, pause } from "#jobs/pause.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { SILENT } from "#lib/incidents/channels/slack-bot.ts";
import { openSlackPeople } from "#lib/incidents/channels/slack-people.ts";
import { takePress, type PressedBot } from "#lib/incidents/channels/slack-press.ts";

export interface ButtonsDeps extends Pick<TaskDeps, "database" | "queue" | "settings" | "now" | "log" | "workerId"> {
  readSecret: (place: SecretPlace) => Promise<string>;
  /** With a slash at its end. */
  slackApiUrl: string;
}

type Bot = Extract<Channel, { kind: "slack_bot" }>;

const LOOK_EVERY_MS = 5000;
const RETRY_MS = { min: 1000, max: 60_000 } as const;
const LOST = "The connection that held the lock of Slack's buttons broke; another worker takes them.";

/**
 * Takes presses of buttons over Slack's Socket Mode until the signal aborts: one connection for each app that the configuration names, held
 * by one worker of all. What changes in the configuration holds within seconds. Never rejects.
 */
export async function serveSlackButtons(deps: ButtonsDeps, signal: AbortSignal, lookEveryMs: number = LOOK_EVERY_MS): Promise<void> {
  const serving = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const faults = new Set<string>();
  while (!signal.aborted) {
    const wanted = await listApps(deps, faults);
    for (const [token, { stop }] of serving) if (!wanted.has(token)) stop.abort();
    for (const token of wanted) {
      if (serving.has(token)) continue;
      const stop = new AbortController();
      const done = serveApp(deps, token, { signal: AbortSignal.any([signal, stop.signal]), lookEveryMs });
      serving.set(token, { stop, done: done.finally(() => serving.delete(token)) });
    }
    await pause(lookEveryMs, signal);
  }
  await Promise.all([...serving.values()].map(async ({ done }) => await done));
}

/** The tokens of all apps. What cannot be read is said once. */
async function listApps(deps: ButtonsDeps, faults: Set<string>): Promise<Set<string>> {
  const tokens = new Set<string>();
  for (const { name, appToken } of listBots(deps)) {
    try {
      if (appToken !== null) tokens.add((await deps.readSecret(appToken)).trim());
    } catch (error) {
      if (!faults.has(name))
        deps.log.warn({ err: error, channel: name }, "Buttons of a channel are not taken: its app token cannot be read.");
      faults.add(name);
    }
  }
  return tokens;
}

function listBots({ settings }: Pick<ButtonsDeps, "settings">): Bot[] {
  return settings().notifications.channels.filter((channel) => channel.kind === "slack_bot");
}

/** Connects again and again, while this worker is the one to do so. */
async function serveApp(
  deps: ButtonsDeps,
  token: string,
  { signal, lookEveryMs }: { signal: AbortSignal; lookEveryMs: number },
): Promise<void> {
  const name = createHash("sha256").update(token).digest("hex");
  let waitMs: number = RETRY_MS.min;
  while (!signal.aborted) {
    try {
      const held = await withAdvisoryLock(
        deps.database,
        { kind: "buttons", name, workerId: deps.workerId, lost: LOST },
        async (lost, fence) => {
          const ends = AbortSignal.any([lost, signal]);
          while (!ends.aborted) {
            const wasConnected = await connectOnce(deps, token, { signal: ends, fence });
            waitMs = wasConnected ? RETRY_MS.min : Math.min(RETRY_MS.max, waitMs * 2);
            // Slack closes connections from time to time, and means that a new one is opened at once.
            if (!wasConnected) await pause(waitMs, ends);
          }
        },
      );
      if (held.busy) await pause(lookEveryMs, signal);
    } catch (error) {
      deps.log.warn({ err: error }, "Buttons of Slack are not taken just now; this is tried again.");
      await pause(RETRY_MS.max / 6, signal);
    }
  }
}

/** One connection from its beginning to its end; false: there was none. */
async function connectOnce(
  deps: ButtonsDeps,
  token: string,
  { signal, fence }: { signal: AbortSignal; fence: LockFence },
): Promise<boolean> {
  // The library's own way to connect again waits for seconds first, and lets a refusal end the process.
  const client = new SocketModeClient({
    appToken: token,
    autoReconnectEnabled: false,
    logger: SILENT,
    clientOptions: { slackApiUrl: deps.slackApiUrl, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true, timeout: 30_000 },
  });
  const presses = new Set<Promise<void>>();
  client.on("interactive", ({ ack, body }: { ack: () => Promise<void>; body: unknown }) => {
    const one = answer(deps, token, { ack, body, fence }).finally(() => presses.delete(one));
    presses.add(one);
  });
  const closed = new Promise<void>((resolve) => client.on("disconnected", resolve));
  try {
    await client.start();
  } catch (error) {
    if (!signal.aborted) deps.log.warn({ fault: faultOf(error) }, "Slack does not open a connection for buttons; this is tried again.");
    return false;
  }
  deps.log.info("Buttons of Slack are taken.");
  await Promise.race([closed, aborted(signal)]);
  if (signal.aborted) await Promise.race([client.disconnect(), pause(1000, new AbortController().signal)]);
  await Promise.all(presses);
  return true;
}

interface Press {
  ack: () => Promise<void>;
  body: unknown;
  fence: LockFence;
}

async function answer(deps: ButtonsDeps, token: string, { ack, body, fence }: Press): Promise<void> {
  // What waited while this process was frozen is Slack's to send again, to the worker that has the lock now.
  if (!(await fence.isHeld())) return;
  // First of all: Slack waits for three seconds, and shows the presser a warning then.
  await ack().catch((error: unknown) =>
    deps.log.warn({ fault: faultOf(error) }, "A press of a button could not be acknowledged to Slack."),
  );
  const { database, queue, now, log } = deps;
  await takePress(body, {
    bots: await listPressed(deps, token),
    find: async (incidentId) => await findIncidentRow(database.db, incidentId),
    change: async (change) => await changeIncident(database.db, queue, { ...change, check: fence.check }),
    now,
    onFault: (error) => log.error({ err: error }, "A press of a button met a fault."),
  });
}

/** The bots whose buttons come by this app. */
async function listPressed(deps: ButtonsDeps, token: string): Promise<PressedBot[]> {
  const pressed: PressedBot[] = [];
  for (const { appToken, token: botToken, conversation, users } of listBots(deps)) {
    const found = appToken && (await deps.readSecret(appToken).catch(() => null));
    const bot = found?.trim() === token ? await deps.readSecret(botToken).catch(() => null) : null;
    if (bot !== null) pressed.push({ conversation, users, people: openSlackPeople({ token: bot.trim(), apiUrl: deps.slackApiUrl }) });
  }
  return pressed;
}

/** Slack's word for it, without what the request held. */
function faultOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : "the connection ended before it was there";
}
