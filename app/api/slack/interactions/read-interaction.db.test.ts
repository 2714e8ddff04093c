import { afterAll, beforeAll, expect, test } from "vitest";
import { readInteraction } from "./read-interaction.ts";
import { openQueue } from "#db/queue.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { tellServiceState } from "#db/queries/service-states.ts";
import { someTable } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { takePress } from "#lib/incidents/channels/slack-press.ts";
import { INCIDENT_SETTINGS } from "#lib/incidents/incident.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import { startSlackDouble, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";

let database: TestDatabase;
let queue: Awaited<ReturnType<typeof openQueue>>;
let slack: SlackDouble;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
  slack = await startSlackDouble();
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await database.drop();
  await slack.stop();
});

const env = (name: string) => ({ from: "environment" as const, name });

async function configure(signingSecret: ReturnType<typeof env> | null): Promise<void> {
  const bot = {
    kind: "slack_bot",
    name: "orders",
    quietHours: null,
    token: env("TOKEN"),
    conversation: "C0ORDERS",
    appToken: null,
    signingSecret,
    users: null,
  } as const;
  const service = { ...SERVICE_DEFAULTS, notifications: { channels: [bot], routes: [], digest: null } };
  await tellServiceState(database.db, "configuration", {
    file: "/etc/bergwatch.yaml",
    state: "applied",
    at: new Date().toISOString(),
    message: "",
    faults: [],
    service,
  });
}

async function openIncident(): Promise<string> {
  const { tableId } = await someTable(database.db);
  const event = { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting({ runId: null }) } as const;
  const asked = { tableId, check: "duplicates", event, now: new Date(), settings: INCIDENT_SETTINGS } as const;
  return (await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked)))?.incident.id ?? "";
}

async function ask(init: RequestInit, now = new Date()) {
  const environment = { TOKEN: slack.token, SIGNING: slack.signingSecret };
  const request = new Request("https://bergwatch.example.org/api/slack/interactions", init);
  return await readInteraction(database.db, request, { environment, slackApiUrl: slack.apiUrl, now });
}

test("a press that Slack signed is taken", async () => {
  await configure(env("SIGNING"));
  const id = await openIncident();
  const read = await ask(slack.signedPress({ actionId: "bergwatch_acknowledge", value: id }));
  expect(read.ok).toBe(true);
  if (!read.ok) return;
  await takePress(read.payload, { ...read.deps(queue), onFault: (error) => expect(error).toBeUndefined() });
  expect(await findIncidentRow(database.db, id)).toMatchObject({ state: "acknowledged", acknowledgedBy: "Maria Lindqvist" });
});

test("what is not signed, signed with another secret, changed on its way or old is refused", async () => {
  await configure(env("SIGNING"));
  const press = { actionId: "bergwatch_acknowledge", value: "x" };
  const genuine = slack.signedPress(press);
  const old = Math.floor(Date.now() / 1000) - 301;
  const refused = [
    { ...genuine, headers: {} },
    slack.signedPress(press, { secret: "another" }),
    { ...genuine, body: `${genuine.body}&more=1` },
    { ...genuine, headers: { ...genuine.headers, "x-slack-signature": "v0=" } },
    slack.signedPress(press, { at: old }),
    slack.signedPress(press, { at: Math.floor(Date.now() / 1000) + 400 }),
  ];
  for (const init of refused) expect(await ask(init)).toMatchObject({ ok: false, status: 401 });
  expect(await ask({ method: "POST", body: "x".repeat(300_000) })).toMatchObject({ ok: false, status: 413 });
});

test("without a channel that takes buttons here there is nothing to press", async () => {
  await configure(null);
  expect(await ask(slack.signedPress({ actionId: "bergwatch_acknowledge", value: "x" }))).toMatchObject({ ok: false, status: 404 });
});
