import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import { getIncident } from "#db/queries/incidents.ts";
import { serveSlackButtons } from "#jobs/slack-buttons.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import { startSlackDouble, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";

let world: TaskWorld;
let slack: SlackDouble;
beforeAll(async () => {
  world = await createTaskWorld();
  slack = await startSlackDouble();
});
afterAll(async () => {
  await slack.stop();
  await world.close();
});

const serving: { stop: AbortController; done: Promise<void> }[] = [];
afterEach(async () => {
  for (const { stop } of serving) stop.abort();
  await Promise.all(serving.splice(0).map(async ({ done }) => await done));
  // What the next test presses may not go to a connection of this one.
  await until(() => slack.clients() === 0);
});

const env = (name: string) => ({ from: "environment" as const, name });

/** Runs whenever the bot's token is read: for each press between its acknowledgement and its transaction. */
let onPress = async (): Promise<void> => {};
afterEach(() => (onPress = async () => {}));

/** A worker's part that takes buttons; the returned list is its configuration. */
function serve(changes: Partial<Extract<Channel, { kind: "slack_bot" }>> = {}): Channel[] {
  const channels: Channel[] = [
    {
      kind: "slack_bot",
      name: "orders",
      quietHours: null,
      token: env("TOKEN"),
      conversation: "C0ORDERS",
      appToken: env("APP"),
      signingSecret: null,
      users: null,
      ...changes,
    },
  ];
  const settings = () => ({ ...SERVICE_DEFAULTS, notifications: { channels, routes: [], digest: null } });
  const readSecret = async (place: SecretPlace) => {
    if ("name" in place && place.name === "APP") return slack.appToken;
    await onPress();
    return slack.token;
  };
  const stop = new AbortController();
  const deps = { ...world.deps, settings, readSecret, slackApiUrl: slack.apiUrl };
  serving.push({ stop, done: serveSlackButtons(deps, stop.signal, 50) });
  return channels;
}

/** An open incident of a table of its own. Its id. */
async function open(name: string): Promise<string> {
  const { id: tableId } = await world.addTable({ name });
  const event = { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting({ runId: null }) } as const;
  const asked = { tableId, check: "duplicates", event, now: world.clock.now, settings: INCIDENT_SETTINGS } as const;
  const applied = await world.database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
  return applied?.incident.id ?? "";
}

const ACKNOWLEDGE = "bergwatch_acknowledge";
const SNOOZE = "bergwatch_snooze_4h";
const press = async (actionId: string, value: string, more: object = {}) =>
  await slack.press({ actionId, value, conversation: "C0ORDERS", ...more });

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries++) {
    if (tries > 200) throw new Error("it did not come to be within ten seconds");
    await wait(50);
  }
}

async function saidAfter(count: number): Promise<string> {
  await until(() => slack.said.length > count);
  return String(slack.said.at(-1)?.body["text"]);
}

test("a press acknowledges, signed with the presser's name in Slack, and tells the workers; nothing is said", async () => {
  serve();
  await slack.connected(1);
  const id = await open("pressed");
  await world.takeSent();
  const said = slack.said.length;
  expect(await press(ACKNOWLEDGE, id)).toMatchObject({ envelope_id: expect.any(String) });
  await until(async () => (await findIncidentRow(world.database.db, id))?.state === "acknowledged");
  expect((await getIncident(world.database.db, id)).events.at(-1)).toMatchObject({
    kind: "acknowledged",
    by: "Maria Lindqvist",
    tells: true,
  });
  expect((await world.takeSent()).map(({ name }) => name)).toEqual(["route-events"]);
  expect(slack.said).toHaveLength(said);
});

test("a second press says who was first, and changes nothing", async () => {
  serve();
  await slack.connected(1);
  const id = await open("pressed-twice");
  const said = slack.said.length;
  await Promise.all([press(ACKNOWLEDGE, id), press(ACKNOWLEDGE, id, { user: { id: "U0BEN", name: "ben" } })]);
  expect(await saidAfter(said)).toMatch(/^(?:Maria Lindqvist|ben) acknowledged INC-\d+ already, /);
  expect(slack.said.at(-1)?.body).toMatchObject({ response_type: "ephemeral", replace_original: false });
  const kinds = (await getIncident(world.database.db, id)).events.map(({ kind }) => kind);
  expect(kinds).toEqual(["opened", "acknowledged"]);
});

test("a snooze lasts four hours, and the same press once more does not tell of it twice", async () => {
  serve();
  await slack.connected(1);
  const id = await open("snoozed");
  const said = slack.said.length;
  await Promise.all([press(SNOOZE, id), press(SNOOZE, id)]);
  expect(await saidAfter(said)).toMatch(/^INC-\d+ is snoozed already, until /);
  const { events, snoozedUntil } = await getIncident(world.database.db, id);
  expect(snoozedUntil).toEqual(new Date(world.clock.now.getTime() + 4 * 3_600_000));
  expect(events.map(({ kind }) => kind)).toEqual(["opened", "snoozed"]);
});

test("a press whose worker loses its lock before the press is stored changes nothing, and says so to the presser", async () => {
  serve();
  await slack.connected(1);
  const id = await open("lost-lock");
  const said = slack.said.length;
  onPress = async () => {
    onPress = async () => {};
    await world.database.db.execute("select pg_terminate_backend(backend_pid, 2000) from locks where kind = 'buttons'");
  };
  await press(ACKNOWLEDGE, id);
  expect(await saidAfter(said)).toMatch(/^That did not work just now/);
  expect((await findIncidentRow(world.database.db, id))?.state).toBe("open");
  await slack.connected(1);
  await press(ACKNOWLEDGE, id);
  await until(async () => (await findIncidentRow(world.database.db, id))?.state === "acknowledged");
});

test("strangers are refused: another workspace in a shared channel, somebody not named, another conversation", async () => {
  serve();
  await slack.connected(1);
  const id = await open("strangers");
  for (const more of [{ user: { id: "U9X", name: "eve", team_id: "T9OTHER" } }, { conversation: "C0PAYMENTS" }]) {
    const said = slack.said.length;
    await press(ACKNOWLEDGE, id, more);
    expect(await saidAfter(said)).toMatch(/^You cannot do this from here/);
  }
  serving.at(-1)?.stop.abort();
  await serving.at(-1)?.done;
  await until(() => slack.clients() === 0);
  serve({ users: ["U0BEN"] });
  await slack.connected(1);
  const said = slack.said.length;
  await press(ACKNOWLEDGE, id);
  expect(await saidAfter(said)).toMatch(/^You cannot do this from here/);
  expect((await findIncidentRow(world.database.db, id))?.state).toBe("open");
  await press(ACKNOWLEDGE, id, { user: { id: "U0BEN", name: "ben" } });
  await until(async () => (await findIncidentRow(world.database.db, id))?.acknowledgedBy === "ben");
});

test("a resolved and an unknown incident are said to be so; a press of a link is left alone", async () => {
  serve();
  await slack.connected(1);
  const id = await open("resolved");
  await world.database.db.execute(`update incidents set state = 'resolved', resolved_at = now() where id = '${id}'`);
  let said = slack.said.length;
  await press(SNOOZE, id);
  expect(await saidAfter(said)).toMatch(/^INC-\d+ is resolved already, automatically, /);
  for (const unknown of ["00000000-0000-4000-8000-000000000009", "no id"]) {
    said = slack.said.length;
    await press(ACKNOWLEDGE, unknown);
    expect(await saidAfter(said)).toBe("This incident no longer exists in Bergwatch.");
  }
  said = slack.said.length;
  await press("bergwatch_open_key", id);
  await wait(200);
  expect(slack.said).toHaveLength(said);
});

test("of several workers one holds the connection; it connects anew when Slack asks to, and ends with its channel", async () => {
  const channels = serve();
  // The first is the one that holds it.
  await slack.connected(1);
  serve();
  await wait(300);
  expect(slack.clients()).toBe(1);
  const before = slack.connections();
  slack.disconnect();
  await until(() => slack.connections() === before + 1 && slack.clients() === 1);
  channels.splice(0);
  await until(() => slack.connections() === before + 2 && slack.clients() === 1);
});

test("a token that Slack refuses ends nothing", async () => {
  slack.fail("apps.connections.open", { kind: "answer", status: 200, body: '{"ok":false,"error":"invalid_auth"}' }, { kind: "cut" });
  serve();
  await slack.connected(1);
  expect(slack.clients()).toBe(1);
});
