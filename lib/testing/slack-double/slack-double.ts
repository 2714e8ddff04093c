import { createHmac } from "node:crypto";
import { startFaultyServer, type Answer, type Asked, type Fault } from "../faulty-server.ts";
import { findMessageFault, findPings } from "./message-rules.ts";
import { Pace } from "./pace.ts";
import { openSockets } from "./sockets.ts";

type Json = Record<string, unknown>;

/** A message as it stands in a conversation. */
export interface HeldMessage {
  conversation: string;
  ts: string;
  /** Of a reply. */
  threadTs: string | null;
  broadcast: boolean;
  text: string;
  blocks: Json[];
  metadata: Json | null;
  updates: number;
  /** What in it calls people, or is not escaped. */
  pings: string[];
}

export interface Press {
  actionId: string;
  value: string;
  /** Where it stands: on that message, else in that conversation. */
  ts?: string;
  conversation?: string;
  user?: { id: string; name: string; username?: string; team_id?: string };
  team?: string;
}

export interface SlackDoubleOptions {
  port?: number;
  token?: string;
  appToken?: string;
  signingSecret?: string;
  team?: string;
  /** Names that the app may read, by the users' ids; others are not told. */
  people?: Record<string, string>;
  /** That the bot is in. */
  conversations?: readonly string[];
  /** Messages that a conversation takes at once, one more each second; Slack promises one. */
  burst?: number;
}

/**
 * A stand-in of Slack on this machine: incoming webhooks, the parts of the Web API that bots use, Socket Mode, and presses of buttons. It
 * holds senders to Slack's published rules, and meets them with the faults that it is told to.
 */
export async function startSlackDouble(options: SlackDoubleOptions = {}) {
  const { token = "xoxb-double", appToken = "xapp-double", signingSecret = "signing-secret-of-the-double", team = "T0DOUBLE" } = options;
  const people = options.people ?? { U0MARIA: "Maria Lindqvist" };
  const conversations = new Set(options.conversations ?? ["C0ORDERS", "C0PAYMENTS"]);
  const held: HeldMessage[] = [];
  const said: { path: string; body: Json }[] = [];
  const refused: { path: string; error: string; details: string[] }[] = [];
  const pace = new Pace(options.burst ?? 1);
  const sockets = openSockets();
  let count = 0;

  const hold = (conversation: string, message: Json, more: Partial<HeldMessage> = {}): HeldMessage => {
    count++;
    const ts = `${Math.floor(Date.now() / 1000)}.${String(count).padStart(6, "0")}`;
    const one = { conversation, ts, threadTs: null, broadcast: false, updates: 0, metadata: null, ...shown(message), ...more };
    held.push(one);
    return one;
  };

  const refuse = (path: string, error: string, details: string[] = []): string => {
    refused.push({ path, error, details });
    return error;
  };

  const webhook = ({ path, body }: Asked): Answer => {
    const [, , hookTeam, conversation = ""] = path.split("/");
    const text = (status: number, words: string): Answer => ({ status, headers: { "content-type": "text/html" }, body: words });
    if (hookTeam !== team || !conversations.has(conversation)) return text(404, refuse(path, "no_service"));
    const wait = pace.take(conversation);
    if (wait > 0) return { ...text(429, refuse(path, "rate_limited")), headers: { "retry-after": String(wait) } };
    const message = readJson(body);
    if (message === null) return text(400, refuse(path, "invalid_payload"));
    const fault = findMessageFault(message);
    if (fault) return text(400, refuse(path, fault.error, fault.details));
    hold(conversation, message);
    return text(200, "ok");
  };

  const methods: Record<string, (body: Json, path: string) => Json | Answer> = {
    "auth.test": () => ({ ok: true, team_id: team, user_id: "U0BOT", bot_id: "B0BOT" }),
    "users.info": (body, path) => {
      const name = people[String(body["user"])];
      return name === undefined
        ? no(refuse(path, "missing_scope"))
        : { ok: true, user: { id: body["user"], name: "handle", profile: { display_name: name } } };
    },
    "apps.connections.open": () => ({ ok: true, url: `${server.url.replace("http", "ws")}/socket` }),
    "chat.postMessage": (body, path) => {
      const conversation = String(body["channel"]);
      if (!conversations.has(conversation)) return no(refuse(path, "channel_not_found"));
      const wait = pace.take(conversation);
      if (wait > 0) return limited(refuse(path, "ratelimited"), wait);
      const fault = findMessageFault(body);
      if (fault) return no(refuse(path, fault.error, fault.details));
      const threadTs = typeof body["thread_ts"] === "string" ? body["thread_ts"] : null;
      if (threadTs !== null && !held.some(({ ts }) => ts === threadTs)) return no(refuse(path, "thread_not_found"));
      const { ts } = hold(conversation, body, {
        threadTs,
        broadcast: isTrue(body["reply_broadcast"]),
        metadata: asObject(body["metadata"]),
      });
      return { ok: true, channel: conversation, ts };
    },
    "chat.update": (body, path) => {
      const one = held.find(({ conversation, ts }) => conversation === body["channel"] && ts === body["ts"]);
      if (!one) return no(refuse(path, "message_not_found"));
      const fault = findMessageFault(body);
      if (fault) return no(refuse(path, fault.error, fault.details));
      Object.assign(one, shown(body), { updates: one.updates + 1 });
      return { ok: true, channel: one.conversation, ts: one.ts };
    },
  };

  const api = async ({ path, headers, body }: Asked): Promise<Answer> => {
    const name = path.slice("/api/".length);
    const method = methods[name];
    if (!method) return json(no(refuse(path, "unknown_method")));
    const wanted = name === "apps.connections.open" ? appToken : token;
    if (headers.authorization !== `Bearer ${wanted}`) return json(no(refuse(path, "invalid_auth")));
    const answer = method(readForm(body, headers["content-type"]), path);
    return await Promise.resolve("status" in answer ? (answer as Answer) : json(answer));
  };

  const server = await startFaultyServer(
    async (asked) => {
      if (asked.path.startsWith("/services/")) return webhook(asked);
      if (asked.path.startsWith("/api/")) return await api(asked);
      // Where a press says that it may be answered.
      if (!asked.path.startsWith("/actions/")) return { status: 404, body: "not here" };
      said.push({ path: asked.path, body: readJson(asked.body) ?? {} });
      return { status: 200, body: "ok" };
    },
    { ...(options.port !== undefined && { port: options.port }), onUpgrade: sockets.onUpgrade },
  );

  const payloadOf = ({ actionId, value, ts, conversation, user, team: pressedIn = team }: Press): Json => {
    const presser = user ?? { id: "U0MARIA", name: "maria", username: "maria" };
    const one = held.find((message) => message.ts === ts);
    const channel = one?.conversation ?? conversation ?? "C0ORDERS";
    count++;
    return {
      type: "block_actions",
      team: { id: pressedIn, domain: "double" },
      user: { team_id: pressedIn, username: presser.name, ...presser },
      api_app_id: "A0DOUBLE",
      container: { type: "message", message_ts: one?.ts, channel_id: channel, is_ephemeral: false },
      channel: { id: channel, name: "double" },
      message: { ts: one?.ts, text: one?.text, blocks: one?.blocks },
      response_url: `${server.url}/actions/${pressedIn}/${count}`,
      actions: [
        {
          type: "button",
          action_id: actionId,
          block_id: "b",
          value,
          text: { type: "plain_text", text: "Press" },
          action_ts: `${Date.now() / 1000}`,
        },
      ],
    };
  };

  return {
    url: server.url,
    apiUrl: `${server.url}/api/`,
    token,
    appToken,
    signingSecret,
    team,
    /** What came and stands, oldest first. */
    messages: held as readonly HeldMessage[],
    /** What was answered to presses. */
    said: said as readonly { path: string; body: Json }[],
    refused: refused as readonly { path: string; error: string; details: string[] }[],
    webhookUrl: (conversation: string): string => `${server.url}/services/${team}/${conversation}/7hT9secretOfTheHook`,
    /** What the next requests meet: of `services`, `chat.postMessage`, `chat.update`, … */
    fail: (what: string, ...faults: Fault[]): void => server.fail(what === "services" ? "/services/" : `/api/${what}`, ...faults),
    forget: (ts: string): void => {
      held.splice(0, held.length, ...held.filter((one) => one.ts !== ts));
    },
    connected: sockets.connected,
    clients: sockets.clients,
    /** That were ever there. */
    connections: sockets.connections,
    disconnect: sockets.disconnect,
    /** A press over the socket; resolves with what acknowledged it, rejects when nothing does within Slack's three seconds. */
    press: async (press: Press): Promise<Json> => await sockets.send(payloadOf(press)),
    /** The same press as Slack posts it to an address. `at`: seconds since 1970, for a repeat by somebody else. */
    signedPress: (press: Press, { secret = signingSecret, at = Math.floor(Date.now() / 1000) } = {}) => {
      const body = new URLSearchParams({ payload: JSON.stringify(payloadOf(press)) }).toString();
      const signature = `v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`;
      const headers = {
        "content-type": "application/x-www-form-urlencoded",
        "x-slack-request-timestamp": String(at),
        "x-slack-signature": signature,
      };
      return { method: "POST", headers, body } as const;
    },
    stop: async (): Promise<void> => {
      sockets.stop();
      await server.stop();
    },
  };
}
export type SlackDouble = Awaited<ReturnType<typeof startSlackDouble>>;

function shown(message: Json): Pick<HeldMessage, "text" | "blocks" | "pings"> {
  return {
    text: String(message["text"]),
    blocks: Array.isArray(message["blocks"]) ? (message["blocks"] as Json[]) : [],
    pings: findPings(message),
  };
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

function readJson(text: string): Json | null {
  return asObject(readAny(text));
}

function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}
