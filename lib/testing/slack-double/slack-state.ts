import { findPings } from "./message-rules.ts";
import { Pace } from "./pace.ts";

export type Json = Record<string, unknown>;

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

/** A workspace: who is in it, what was said, and what was refused. */
export class SlackState {
  readonly token: string;
  readonly appToken: string;
  readonly signingSecret: string;
  readonly team: string;
  readonly people: Readonly<Record<string, string>>;
  readonly conversations: ReadonlySet<string>;
  readonly pace: Pace;
  readonly held: HeldMessage[] = [];
  readonly said: { path: string; body: Json }[] = [];
  readonly refused: { path: string; error: string; details: string[] }[] = [];
  private count = 0;

  constructor(options: SlackDoubleOptions) {
    this.token = options.token ?? "xoxb-double";
    this.appToken = options.appToken ?? "xapp-double";
    this.signingSecret = options.signingSecret ?? "signing-secret-of-the-double";
    this.team = options.team ?? "T0DOUBLE";
    this.people = options.people ?? { U0MARIA: "Maria Lindqvist" };
    this.conversations = new Set(options.conversations ?? ["C0ORDERS", "C0PAYMENTS"]);
    this.pace = new Pace(options.burst ?? 1);
  }

  next(): number {
    this.count++;
    return this.count;
  }

  hold(conversation: string, message: Json, more: Partial<HeldMessage> = {}): HeldMessage {
    const ts = `${Math.floor(Date.now() / 1000)}.${String(this.next()).padStart(6, "0")}`;
    const one = { conversation, ts, threadTs: null, broadcast: false, updates: 0, metadata: null, ...shown(message), ...more };
    this.held.push(one);
    return one;
  }

  /** The error, noted. */
  refuse(path: string, error: string, details: string[] = []): string {
    this.refused.push({ path, error, details });
    return error;
  }
}

/** What people see of a message. */
export function shown(message: Json): Pick<HeldMessage, "text" | "blocks" | "pings"> {
  const blocks = Array.isArray(message["blocks"]) ? (message["blocks"] as Json[]) : [];
  return { text: String(message["text"]), blocks, pings: findPings(message) };
}
