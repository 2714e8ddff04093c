import { afterEach, expect, test } from "vitest";
import { openChannel } from "#lib/incidents/channels/open-channel.ts";
import type { SendMessage, SendOutcome, SendRequest } from "#lib/incidents/message.ts";
import { startSlackDouble, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";
import type { Fault } from "#lib/testing/faulty-server.ts";
import { startWebhookReceiver } from "#lib/testing/webhook-receiver.ts";
import { someToldEvent, someToldIncident } from "#lib/testing/told-incidents.ts";
import { WebhookDocument } from "#lib/contracts/webhook-document.ts";

const CONVERSATION = "C0ORDERS";
const running: { stop: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

const env = (name: string) => ({ from: "environment" as const, name });

async function slack(options: Parameters<typeof startSlackDouble>[0] = {}): Promise<SlackDouble> {
  const double = await startSlackDouble({ burst: 100, ...options });
  running.push(double);
  return double;
}

async function open(secrets: Record<string, string>, channel: object, slackApiUrl = ""): Promise<SendMessage> {
  const readSecret = async (place: { from: string; name?: string }) => await Promise.resolve(secrets[place.name ?? ""] ?? "");
  return await openChannel({ name: "orders", quietHours: null, ...channel } as Parameters<typeof openChannel>[0], {
    readSecret,
    slackApiUrl,
  });
}

async function openHook({ webhookUrl }: SlackDouble): Promise<SendMessage> {
  return await open({ URL: webhookUrl(CONVERSATION) }, { kind: "slack_webhook", url: env("URL") });
}

async function openBot({ token, apiUrl }: SlackDouble, changes: object = {}): Promise<SendMessage> {
  const bot = {
    kind: "slack_bot",
    token: env("TOKEN"),
    conversation: CONVERSATION,
    appToken: env("APP"),
    signingSecret: null,
    users: null,
  };
  return await open({ TOKEN: token }, { ...bot, ...changes }, apiUrl);
}

function request(changes: Partial<SendRequest> = {}): SendRequest {
  return {
    message: { kind: "incident", incident: someToldIncident(), events: [someToldEvent()] },
    first: null,
    deliveryId: "7",
    plain: false,
    publicUrl: "https://bergwatch.example.org",
    now: new Date(),
    signal: new AbortController().signal,
    ...changes,
  };
}

const answer = (status: number, body = "", headers: Record<string, string> = {}): Fault => ({ kind: "answer", status, body, headers });

test("an incoming webhook takes a message whole, or as words alone when its blocks were refused", async () => {
  const double = await slack();
  const send = await openHook(double);
  expect(await send(request())).toMatchObject({ outcome: "delivered", status: 200, answer: "ok" });
  expect(await send(request({ plain: true }))).toMatchObject({ outcome: "delivered" });
  const [whole, plain] = double.messages;
  expect(whole?.blocks[0]).toMatchObject({ type: "header" });
  expect(plain?.blocks).toEqual([]);
  expect(plain?.text).toBe(whole?.text);
  expect(double.messages.flatMap(({ pings }) => pings)).toEqual([]);
});

const WEBHOOK_ANSWERS: [string, Fault, Partial<SendOutcome>][] = [
  ["400 invalid_blocks", answer(400, "invalid_blocks"), { outcome: "refused", fault: "message" }],
  ["400 invalid_payload", answer(400, "invalid_payload"), { outcome: "refused", fault: "message" }],
  ["400 and words that nobody knows", answer(400, "Bad Request!"), { outcome: "refused", fault: "message", answer: "Answered with 400." }],
  ["403 invalid_token", answer(403, "invalid_token"), { outcome: "refused", fault: "channel" }],
  ["403 action_prohibited", answer(403, "action_prohibited"), { outcome: "refused", fault: "channel" }],
  ["404 no_service", answer(404, "no_service"), { outcome: "refused", fault: "channel" }],
  ["404 channel_not_found", answer(404, "channel_not_found"), { outcome: "refused", fault: "channel" }],
  ["410 channel_is_archived", answer(410, "channel_is_archived"), { outcome: "refused", fault: "channel" }],
  ["302", answer(302, "", { location: "http://127.0.0.1:1/" }), { outcome: "refused", fault: "channel", status: 302 }],
  ["429 with a time", answer(429, "rate_limited", { "retry-after": "12" }), { outcome: "limited", retryAfterMs: 12_000 }],
  ["429 without", answer(429), { outcome: "limited", retryAfterMs: 30_000 }],
  ["500", answer(500, "rollup_error"), { outcome: "unreachable", status: 500 }],
  ["503 and a page", answer(503, "<html>"), { outcome: "unreachable", status: 503 }],
  ["200 and a page", answer(200, "<!doctype html><p>Sign in"), { outcome: "unreachable", status: 200 }],
  ["a connection cut after it was taken", { kind: "cut" }, { outcome: "unanswered", status: null }],
  ["an answer that is slow", { kind: "slow", ms: 400 }, { outcome: "delivered" }],
];

test.each(WEBHOOK_ANSWERS)("what a webhook's answer means: %s", async (_, fault, outcome) => {
  const double = await slack();
  double.fail("services", fault);
  expect(await (await openHook(double))(request())).toMatchObject(outcome);
});

const API_ANSWERS: [string, Fault, Partial<SendOutcome>][] = [
  ...["invalid_blocks", "msg_too_long", "msg_blocks_too_long"].map((error): [string, Fault, Partial<SendOutcome>] => [
    error,
    answer(200, JSON.stringify({ ok: false, error })),
    { outcome: "refused", fault: "message" },
  ]),
  ...["channel_not_found", "is_archived", "invalid_auth", "token_revoked", "not_in_channel", "missing_scope", "a_new_word"].map(
    (error): [string, Fault, Partial<SendOutcome>] => [
      error,
      answer(200, JSON.stringify({ ok: false, error })),
      { outcome: "refused", fault: "channel" },
    ],
  ),
  [
    "ratelimited without a status",
    answer(200, JSON.stringify({ ok: false, error: "ratelimited" })),
    { outcome: "limited", retryAfterMs: 30_000 },
  ],
  ["429", answer(429, "", { "retry-after": "3" }), { outcome: "limited", status: 429, retryAfterMs: 3000 }],
  ["429 without a time", answer(429), { outcome: "limited", retryAfterMs: 30_000 }],
  ["internal_error", answer(200, JSON.stringify({ ok: false, error: "internal_error" })), { outcome: "unreachable" }],
  ["500", answer(500), { outcome: "unreachable", status: 500 }],
  ["a page for JSON", answer(200, "<html>sign in</html>"), { outcome: "unreachable" }],
  ["a redirect", answer(302, "", { location: "http://127.0.0.1:1/" }), { outcome: "refused", fault: "channel" }],
  ["a connection cut after it was taken", { kind: "cut" }, { outcome: "unanswered", status: null }],
];

test.each(API_ANSWERS)("what the Web API's answer means: %s", async (_, fault, outcome) => {
  const double = await slack();
  double.fail("chat.postMessage", fault);
  expect(await (await openBot(double))(request())).toMatchObject({ ...outcome, posted: null });
});

test("a bot says a message whose blocks were refused in words alone", async () => {
  const double = await slack();
  expect(await (await openBot(double))(request({ plain: true }))).toMatchObject({ outcome: "delivered" });
  expect(double.messages).toMatchObject([{ blocks: [], text: expect.stringContaining("30 surplus rows") }]);
});

test("each try asks Slack once: nothing is repeated that is not counted", async () => {
  const double = await slack();
  double.fail("chat.postMessage", answer(500), { kind: "cut" });
  const send = await openBot(double);
  await send(request());
  expect(double.messages).toHaveLength(0);
  await send(request());
  expect(double.messages).toHaveLength(1);
});

test("the life of an incident goes to the thread of its first message, which shows how it stands", async () => {
  const double = await slack();
  const send = await openBot(double);
  const { posted } = await send(request());
  const [first] = double.messages;
  expect(first).toMatchObject({ conversation: CONVERSATION, threadTs: null, metadata: { event_payload: { delivery_id: "7" } } });
  expect(JSON.stringify(first?.blocks)).toContain("bergwatch_acknowledge");

  const onIt = { acknowledged: { by: "Maria", at: new Date().toISOString() }, assignee: null, snoozed: null };
  const acknowledged = someToldIncident({ state: "acknowledged", acknowledgedBy: "Maria", acknowledgedAt: new Date(), onIt });
  const byMaria = someToldEvent({ kind: "acknowledged", by: "Maria", at: new Date() });
  expect(await send(request({ first: posted, message: { kind: "incident", incident: acknowledged, events: [byMaria] } }))).toMatchObject({
    outcome: "delivered",
    answer: "ok",
  });
  expect(double.messages[1]).toMatchObject({ threadTs: posted?.ts, broadcast: false });
  expect(JSON.stringify(double.messages[1]?.blocks)).toContain("Maria acknowledged it.");
  expect(JSON.stringify(first?.blocks)).toContain("Acknowledged by Maria");
  expect(JSON.stringify(first?.blocks)).not.toContain("bergwatch_acknowledge");

  const resolved = someToldIncident({ state: "resolved", resolvedAt: new Date() });
  const end = someToldEvent({ kind: "resolved", detail: { goodRuns: 3 }, at: new Date() });
  await send(request({ first: posted, message: { kind: "incident", incident: resolved, events: [end] } }));
  expect(double.messages[2]).toMatchObject({ threadTs: posted?.ts, broadcast: true });
  expect(first?.text).toMatch(/^Resolved: sales.orders/);
  expect(JSON.stringify(first?.blocks)).not.toContain('"value"');
  expect(double.refused).toEqual([]);
});

test("a reply counts though the first message could not be brought up to date, and says so", async () => {
  const double = await slack();
  const send = await openBot(double);
  const { posted } = await send(request());
  double.fail("chat.update", answer(200, JSON.stringify({ ok: false, error: "cant_update_message" })));
  const outcome = await send(request({ first: posted }));
  expect(outcome).toMatchObject({ outcome: "delivered", answer: "ok; the first message is as it was: cant_update_message" });
  expect(double.messages).toHaveLength(2);
});

test("when the first message was deleted, what happens next stands on its own", async () => {
  const double = await slack();
  const send = await openBot(double);
  const { posted } = await send(request());
  double.forget(posted?.ts ?? "");
  expect(await send(request({ first: posted }))).toMatchObject({ outcome: "delivered" });
  expect(double.messages).toMatchObject([{ threadTs: null }]);
});

test("more than Slack takes of a conversation is put off as long as Slack asks", async () => {
  const double = await slack({ burst: 1 });
  const send = await openBot(double);
  await send(request());
  expect(await send(request())).toMatchObject({ outcome: "limited", retryAfterMs: 1000, status: 429 });
});

test("a webhook of one's own can be believed, and told from a repeat", async () => {
  const receiver = await startWebhookReceiver();
  running.push(receiver);
  const send = await open({ URL: receiver.url, SECRET: receiver.secret }, { kind: "webhook", url: env("URL"), secret: env("SECRET") });
  receiver.fail({ kind: "cut" });
  expect(await send(request())).toMatchObject({ outcome: "unanswered" });
  expect(await send(request())).toMatchObject({ outcome: "delivered", status: 200, answer: "taken" });
  expect(receiver.seen).toMatchObject([{ accepted: true }, { accepted: true, repeated: true }]);
  const [document] = receiver.messages();
  expect(WebhookDocument.parse(document)).toMatchObject({ kind: "incident", deliveryId: "7", incident: { name: "INC-214" } });
  const wrong = await open({ URL: receiver.url, SECRET: "another" }, { kind: "webhook", url: env("URL"), secret: env("SECRET") });
  expect(await wrong(request({ deliveryId: "8" }))).toMatchObject({ outcome: "refused", fault: "channel", status: 401 });
});

test("whatever a message is, its document is what the contract says", async () => {
  const receiver = await startWebhookReceiver();
  running.push(receiver);
  const send = await open({ URL: receiver.url, SECRET: receiver.secret }, { kind: "webhook", url: env("URL"), secret: env("SECRET") });
  const counts = { opened: 1, reopened: 0, resolved: 2, accepted: 1, stillOpen: 3, surplusRows: null, actionsOpen: 4, actionsLate: 1 };
  const told = [
    { incident: someToldIncident({ seen: { ...someToldIncident().seen, since: null }, keyName: null }), events: [someToldEvent()] },
  ];
  await send(request({ deliveryId: "1", message: { kind: "several", told, shared: "The lake does not answer." } }));
  const about = { incidentId: null, tableId: "1", sentence: "sales.orders: 30 keys." };
  const agenda = [{ ...about, onIt: { acknowledged: null, assignee: "Payments", snoozed: null }, silence: null }];
  const accepted = [{ ...about, levels: [{ what: "30 extra rows", by: "Ada", why: "A backfill.", until: "2026-12-30T09:00:00.000Z" }] }];
  const review = { week: "2026-W48", sentence: "Fine.", counts, agenda, accepted, left: 0 };
  await send(request({ deliveryId: "2", message: { kind: "digest", review } }));
  await send(request({ deliveryId: "3", message: { kind: "test", channel: "orders", by: "Maria" } }));
  expect(receiver.messages().map((one) => WebhookDocument.parse(one).kind)).toEqual(["several", "digest", "test"]);
});

test("what never reached anybody is told from what may have arrived", async () => {
  const double = await slack();
  const [hook, bot] = [await openHook(double), await openBot(double)];
  double.fail("services", { kind: "silent" });
  const ending = new AbortController();
  setTimeout(() => ending.abort(), 150);
  expect(await hook(request({ signal: ending.signal }))).toMatchObject({
    outcome: "unanswered",
    answer: "Bergwatch ended while it waited for an answer.",
  });
  await double.stop();
  for (const send of [hook, bot]) expect(await send(request())).toMatchObject({ outcome: "unreachable", status: null, posted: null });
  const nowhere = await open({ URL: "https://nowhere.invalid/services/T0/B0/x" }, { kind: "slack_webhook", url: env("URL") });
  expect(await nowhere(request())).toMatchObject({ outcome: "unreachable", answer: expect.stringContaining("not known to the network") });
});

test("no outcome and no error holds a secret, whatever the other side repeats", async () => {
  const double = await slack();
  const url = double.webhookUrl(CONVERSATION);
  const secrets = [url, new URL(url).pathname, "7hT9secretOfTheHook", double.token];
  const outcomes: SendOutcome[] = [];
  for (const body of [url, `no ${new URL(url).pathname} here`, `POST /services 7hT9secretOfTheHook`, "<html>"]) {
    for (const status of [200, 302, 400, 404, 429, 500]) {
      double.fail("services", answer(status, body));
      outcomes.push(await (await openHook(double))(request()));
      double.fail("chat.postMessage", answer(status, JSON.stringify({ ok: false, error: `${body} ${double.token}` })));
      outcomes.push(await (await openBot(double))(request()));
    }
  }
  await double.stop();
  outcomes.push(await (await openHook(double))(request()), await (await openBot(double))(request()));
  const errors = await Promise.all(
    [
      "ftp://x/7hT9secretOfTheHook",
      "7hT9secretOfTheHook",
      "http://example.org/7hT9secretOfTheHook",
      "https://u:7hT9secretOfTheHook@example.org/",
    ].map(async (text) => await open({ URL: text }, { kind: "slack_webhook", url: env("URL") }).catch((error: unknown) => error)),
  );
  expect(errors.every((error) => error instanceof Error)).toBe(true);
  const said = JSON.stringify(outcomes) + errors.map((error) => String((error as Error).stack)).join(" ");
  for (const secret of secrets) expect(said).not.toContain(secret);
});
