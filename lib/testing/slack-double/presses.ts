import { createHmac } from "node:crypto";
import type { HeldMessage, Json, SlackState } from "./slack-state.ts";

export interface Press {
  actionId: string;
  value: string;
  /** Where it stands: on that message, else in that conversation. */
  message?: Pick<HeldMessage, "conversation" | "ts">;
  conversation?: string;
  user?: { id: string; name: string; username?: string; team_id?: string };
}

/** What Slack tells an app of a press. */
export function payloadOf(state: SlackState, { actionId, value, message, conversation, user }: Press, url: string): Json {
  const { team, held } = state;
  const presser = user ?? { id: "U0MARIA", name: "maria" };
  const one = held.find(({ ts }) => ts === message?.ts);
  const channel = message?.conversation ?? conversation ?? [...state.conversations][0];
  const text = { type: "plain_text", text: "Press" };
  return {
    type: "block_actions",
    team: { id: team, domain: "double" },
    user: { team_id: team, username: presser.name, ...presser },
    api_app_id: "A0DOUBLE",
    container: { type: "message", message_ts: one?.ts, channel_id: channel, is_ephemeral: false },
    channel: { id: channel, name: "double" },
    message: { ts: one?.ts, text: one?.text, blocks: one?.blocks },
    response_url: `${url}/actions/${team}/${state.next()}`,
    actions: [{ type: "button", action_id: actionId, block_id: "b", value, text, action_ts: `${Date.now() / 1000}` }],
  };
}

/** A request as Slack signs it. `at`: seconds since 1970. */
export function signed(payload: Json, { secret, at }: { secret: string; at: number }) {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const signature = `v0=${createHmac("sha256", secret).update(`v0:${at}:${body}`).digest("hex")}`;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "x-slack-request-timestamp": String(at),
    "x-slack-signature": signature,
  };
  return { method: "POST", headers, body } as const;
}
