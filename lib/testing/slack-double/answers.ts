import type { Answer, Asked } from "../faulty-server.ts";
import { findMessageFault } from "./message-rules.ts";
import { shown, type Json, type SlackState } from "./slack-state.ts";

/** An incoming webhook: words for an answer. */
export function answerWebhook(state: SlackState, { path, body }: Asked): Answer {
  const [, , team, conversation = ""] = path.split("/");
  const text = (status: number, words: string): Answer => ({ status, headers: { "content-type": "text/html" }, body: words });
  if (team !== state.team || !state.conversations.has(conversation)) return text(404, state.refuse(path, "no_service"));
  const wait = state.pace.take(conversation);
  if (wait > 0) return { ...text(429, state.refuse(path, "rate_limited")), headers: { "retry-after": String(wait) } };
  const message = readJson(body);
  if (message === null) return text(400, state.refuse(path, "invalid_payload"));
  const fault = findMessageFault(message);
  if (fault) return text(400, state.refuse(path, fault.error, fault.details));
  state.hold(conversation, message);
  return text(200, "ok");
}

type Method = (state: SlackState, body: Json, asked: { path: string; url: string }) => Json | Answer;

const METHODS: Record<string, Method> = {
  "auth.test": ({ team }) => ({ ok: true, team_id: team, user_id: "U0BOT", bot_id: "B0BOT" }),
  "apps.connections.open": (_, __, { url }) => ({ ok: true, url: `${url.replace("http", "ws")}/socket` }),
  "users.info": (state, body, { path }) => {
    const name = state.people[String(body["user"])];
    if (name === undefined) return no(state.refuse(path, "missing_scope"));
    return { ok: true, user: { id: body["user"], name: "handle", profile: { display_name: name } } };
  },
  "chat.postMessage": (state, body, { path }) => {
    const conversation = String(body["channel"]);
    if (!state.conversations.has(conversation)) return no(state.refuse(path, "channel_not_found"));
    const wait = state.pace.take(conversation);
    if (wait > 0) return limited(state.refuse(path, "ratelimited"), wait);
    const fault = findMessageFault(body);
    if (fault) return no(state.refuse(path, fault.error, fault.details));
    const threadTs = typeof body["thread_ts"] === "string" ? body["thread_ts"] : null;
    if (threadTs !== null && !state.held.some(({ ts }) => ts === threadTs)) return no(state.refuse(path, "thread_not_found"));
    const broadcast = [true, "true"].includes(body["reply_broadcast"] as string);
    const { ts } = state.hold(conversation, body, { threadTs, broadcast, metadata: asObject(body["metadata"]) });
    return { ok: true, channel: conversation, ts };
  },
  "chat.update": (state, body, { path }) => {
    const one = state.held.find(({ conversation, ts }) => conversation === body["channel"] && ts === body["ts"]);
    if (!one) return no(state.refuse(path, "message_not_found"));
    const fault = findMessageFault(body);
    if (fault) return no(state.refuse(path, fault.error, fault.details));
    Object.assign(one, shown(body), { updates: one.updates + 1 });
    return { ok: true, channel: one.conversation, ts: one.ts };
  },
};

/** A method of the Web API: 200 and JSON, whatever is wrong, but for too many messages. */
export function answerMethod(state: SlackState, { path, headers, body }: Asked, url: string): Answer {
  const name = path.slice("/api/".length);
  const method = METHODS[name];
  if (!method) return json(no(state.refuse(path, "unknown_method")));
  const wanted = name === "apps.connections.open" ? state.appToken : state.token;
  if (headers.authorization !== `Bearer ${wanted}`) return json(no(state.refuse(path, "invalid_auth")));
  const answer = method(state, readForm(body, headers["content-type"]), { path, url });
  return "status" in answer ? (answer as Answer) : json(answer);
}

export function readJson(text: string): Json | null {
  return asObject(readAny(text));
}

function json(body: Json): Answer {
  return { status: 200, headers: { "content-type": "application/json; charset=utf-8" }, body: JSON.stringify(body) };
}

function no(error: string): Json {
  return { ok: false, error };
}

function limited(error: string, seconds: number): Answer {
  return { status: 429, headers: { "content-type": "application/json", "retry-after": String(seconds) }, body: JSON.stringify(no(error)) };
}

/** A form whose objects are JSON, or JSON as a whole. */
function readForm(body: string, type: string | undefined): Json {
  if (type?.startsWith("application/json")) return readJson(body) ?? {};
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, text]) => [name, /^[[{]/.test(text) ? (readAny(text) ?? text) : text]),
  );
}

function readAny(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}
