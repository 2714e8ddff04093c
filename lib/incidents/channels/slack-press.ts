import { z } from "zod";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { isOver } from "#lib/contracts/incident-state.ts";
import { AppError } from "#lib/errors.ts";
import { ACTION_IDS } from "#lib/incidents/channels/slack-blocks.ts";
import { sentenceToMrkdwn } from "#lib/incidents/channels/slack-mrkdwn.ts";
import { watchedFetch } from "#lib/incidents/channels/watched-fetch.ts";
import type { Incident, PersonEvent } from "#lib/incidents/incident.ts";
import type { Part } from "#lib/incidents/render-content.ts";
import { clip, WORDS_MAX } from "#lib/incidents/render-words.ts";
import { isLoopback } from "#lib/loopback.ts";
import type { SlackPeople } from "#lib/incidents/channels/slack-people.ts";

const id = z.string().min(1).max(100);

/** The parts of Slack's `block_actions` that count here. */
const Payload = z.object({
  type: z.literal("block_actions"),
  user: z.object({
    id,
    name: z.string().optional(),
    username: z.string().optional(),
    team_id: id.optional(),
    enterprise_user: z.object({ enterprise_id: id }).partial().optional(),
  }),
  channel: z.object({ id }).optional(),
  container: z.object({ channel_id: id.optional() }).optional(),
  response_url: z.url().optional(),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional() })).min(1),
});
type Payload = z.infer<typeof Payload>;

/** A bot whose buttons may be pressed. */
export interface PressedBot {
  conversation: string;
  /** Who may press; null: everybody of the bot's own workspace. */
  users: readonly string[] | null;
  people: SlackPeople;
}

/** An incident as far as an answer to a press says something of it. */
type PressedIncident = Pick<Incident, "state" | "acknowledgedAt" | "acknowledgedBy" | "snoozedUntil" | "resolvedAt" | "resolvedBy"> & {
  number: number;
};

export interface PressDeps {
  /** Those by which this press can have come. */
  bots: readonly PressedBot[];
  /** null: none has that id. */
  find: (incidentId: string) => Promise<PressedIncident | null>;
  /** Does what a person wants. Rejects with AppError unknown_incident, and usage when there is nothing to do. */
  change: (change: { incidentId: string; event: PersonEvent; now: Date }) => Promise<unknown>;
  now: () => Date;
  onFault: (error: unknown) => void;
}

const SNOOZE_MS = 4 * 3_600_000;
/** Two presses so near to each other mean the same. */
const SAME_SNOOZE_MS = 10 * 60_000;
const REFUSED = "You cannot do this from here: the button is for the people of the workspace that Bergwatch belongs to.";
const FAILED = "That did not work just now. Press again in a moment, or open the incident.";

/**
 * Does what a pressed button asks for, signed with the presser's name in Slack. Slack is told nothing when it is done, since the message shows
 * it; what cannot be done is said to the presser alone. Presses of links, and what is no press, are left alone. Never rejects.
 */
export async function takePress(payload: unknown, deps: PressDeps): Promise<void> {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return;
  const action = parsed.data.actions.find(({ action_id }) => Object.values<string>(ACTION_IDS).includes(action_id));
  if (action === undefined) return;
  const incidentId = action.value ?? "";
  const answer = await inTurn(incidentId, async () => {
    try {
      return await press(parsed.data, { incidentId, isSnooze: action.action_id === ACTION_IDS.snooze }, deps);
    } catch (error) {
      deps.onFault(error);
      return FAILED;
    }
  });
  if (answer !== null) await say(parsed.data.response_url, answer).catch(deps.onFault);
}

/** What to say to the presser, in Slack's form; null: nothing. */
async function press(
  payload: Payload,
  { incidentId, isSnooze }: { incidentId: string; isSnooze: boolean },
  deps: PressDeps,
): Promise<string | null> {
  const { user, channel, container } = payload;
  const conversation = channel?.id ?? container?.channel_id;
  const bots = deps.bots.filter((bot) => bot.conversation === conversation);
  const bot = await findAsync(bots, async (one) => await mayPress(user, one));
  if (bot === undefined) return REFUSED;
  const before = z.uuid().safeParse(incidentId).success ? await deps.find(incidentId) : null;
  if (before === null) return "This incident no longer exists in Bergwatch.";
  const now = deps.now();
  const known = sayDone(before, isSnooze, now);
  if (known !== null) return known;
  const by = (await bot.people.readName(user.id)) ?? clip(user.name ?? user.username ?? user.id, WORDS_MAX.person);
  const event: PersonEvent = isSnooze ? { kind: "snooze", by, until: new Date(now.getTime() + SNOOZE_MS) } : { kind: "acknowledge", by };
  try {
    await deps.change({ incidentId, event, now });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "usage") throw error;
    // Somebody was faster in between.
    const after = await deps.find(incidentId);
    return (after && sayDone(after, isSnooze, now)) ?? FAILED;
  }
}

async function mayPress(user: Payload["user"], { users, people }: PressedBot): Promise<boolean> {
  if (users !== null) return users.includes(user.id);
  const own = await people.readTeams();
  return [user.team_id, user.enterprise_user?.enterprise_id].some((team) => team !== undefined && own.includes(team));
}

async function findAsync<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await holds(one)) return one;
  return undefined;
}

/** That there is nothing to do any more, and since whom; null: there is. */
function sayDone(incident: PressedIncident, isSnooze: boolean, now: Date): string | null {
  const { state, acknowledgedBy, acknowledgedAt, snoozedUntil, resolvedBy, resolvedAt } = incident;
  const name = incidentName(incident.number);
  const at = (moment: Date | null): Part[] => (moment === null ? [] : [", ", { at: moment }]);
  const said = (...parts: Part[]): string => sentenceToMrkdwn({ lead: null, parts }, 2000, now);
  if (isOver(state))
    return said(
      `${name} is ${state} already, ${resolvedBy === null ? "automatically" : `by ${clip(resolvedBy, WORDS_MAX.person)}`}`,
      ...at(resolvedAt),
      ".",
    );
  if (!isSnooze && state === "acknowledged")
    return said(`${clip(acknowledgedBy ?? "Somebody", WORDS_MAX.person)} acknowledged ${name} already`, ...at(acknowledgedAt), ".");
  const isSame = snoozedUntil !== null && snoozedUntil.getTime() >= now.getTime() + SNOOZE_MS - SAME_SNOOZE_MS;
  return isSnooze && state === "snoozed" && isSame ? said(`${name} is snoozed already, until `, { at: snoozedUntil }, ".") : null;
}

/** To the presser alone. */
async function say(responseUrl: string | undefined, text: string): Promise<void> {
  if (responseUrl === undefined) return;
  const { protocol, hostname } = new URL(responseUrl);
  if (protocol !== "https:" && !isLoopback(hostname)) return;
  const body = JSON.stringify({ response_type: "ephemeral", replace_original: false, text });
  await watchedFetch(new AbortController().signal).fetch(responseUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
}

const turns = new Map<string, Promise<unknown>>();

/** One press of an incident after the other: a double press must find what the first one did. */
async function inTurn<T>(incidentId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(incidentId) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(incidentId, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(incidentId) === mine) turns.delete(incidentId);
  }
}
