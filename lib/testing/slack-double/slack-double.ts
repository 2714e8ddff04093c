import { startFaultyServer, type Fault } from "../faulty-server.ts";
import { answerMethod, answerWebhook, readJson } from "./answers.ts";
import { payloadOf, signed, type Press } from "./presses.ts";
import { SlackState, type HeldMessage, type Json, type SlackDoubleOptions } from "./slack-state.ts";
import { openSockets } from "./sockets.ts";

/**
 * A stand-in of Slack on this machine: incoming webhooks, the parts of the Web API that bots use, Socket Mode, and presses of buttons. It
 * holds senders to Slack's published rules, and meets them with the faults that it is told to.
 */
export async function startSlackDouble(options: SlackDoubleOptions = {}) {
  const state = new SlackState(options);
  const sockets = openSockets();
  const server = await startFaultyServer(
    (asked, url) => {
      if (asked.path.startsWith("/services/")) return answerWebhook(state, asked);
      if (asked.path.startsWith("/api/")) return answerMethod(state, asked, url);
      // Where a press says that it may be answered.
      if (!asked.path.startsWith("/actions/")) return { status: 404, body: "not here" };
      state.said.push({ path: asked.path, body: readJson(asked.body) ?? {} });
      return { status: 200, body: "ok" };
    },
    { ...(options.port !== undefined && { port: options.port }), onUpgrade: sockets.onUpgrade },
  );
  const { token, appToken, signingSecret, team } = state;
  return {
    url: server.url,
    apiUrl: `${server.url}/api/`,
    token,
    appToken,
    signingSecret,
    team,
    /** What came and stands, oldest first. */
    messages: state.held as readonly HeldMessage[],
    /** What was answered to presses. */
    said: state.said as readonly { path: string; body: Json }[],
    refused: state.refused as readonly { path: string; error: string; details: string[] }[],
    webhookUrl: (conversation: string): string => `${server.url}/services/${team}/${conversation}/7hT9secretOfTheHook`,
    /** What the next requests meet: of `services`, `chat.postMessage`, `chat.update`, … */
    fail: (what: string, ...faults: Fault[]): void => server.fail(what === "services" ? "/services/" : `/api/${what}`, ...faults),
    /** As when somebody deletes a message. */
    forget: (ts: string): void => {
      state.held.splice(0, state.held.length, ...state.held.filter((one) => one.ts !== ts));
    },
    connected: sockets.connected,
    clients: sockets.clients,
    /** That were ever there. */
    connections: sockets.connections,
    disconnect: sockets.disconnect,
    /** A press over the socket; resolves with what acknowledged it, rejects when nothing does within Slack's three seconds. */
    press: async (press: Press): Promise<Json> => await sockets.send(payloadOf(state, press, server.url)),
    /** The same press as Slack posts it to an address. `at`: seconds since 1970, for a repeat by somebody else. */
    signedPress: (press: Press, { secret = signingSecret, at = Math.floor(Date.now() / 1000) } = {}) =>
      signed(payloadOf(state, press, server.url), { secret, at }),
    stop: async (): Promise<void> => {
      sockets.stop();
      await server.stop();
    },
  };
}
export type { HeldMessage } from "./slack-state.ts";
export type SlackDouble = Awaited<ReturnType<typeof startSlackDouble>>;
