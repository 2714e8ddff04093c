import { parseArgs } from "node:util";
import { startSlackDouble } from "#lib/testing/slack-double/slack-double.ts";
import { startWebhookReceiver } from "#lib/testing/webhook-receiver.ts";

/**
 * Stand-ins of Slack and of a webhook's receiver as a program, for trying a configuration by hand: prints what to put into it, then each
 * message in words as it comes. `--port`: Slack's; the receiver takes the next. Ends with Ctrl-C.
 */
const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });
const port = Number(values.port);
const slack = await startSlackDouble({ port });
const receiver = await startWebhookReceiver({ port: port === 0 ? 0 : port + 1 });
const print = (value: unknown): void => void process.stdout.write(`${JSON.stringify(value)}\n`);

print({
  slack: {
    apiUrl: slack.apiUrl,
    webhook: slack.webhookUrl("C0ORDERS"),
    token: slack.token,
    appToken: slack.appToken,
    signingSecret: slack.signingSecret,
    conversations: ["C0ORDERS", "C0PAYMENTS"],
  },
  webhook: { url: receiver.url, secret: receiver.secret },
});

let [told, refused, taken] = [0, 0, 0];
const timer = setInterval(() => {
  for (const { conversation, threadTs, text } of slack.messages.slice(told)) print({ conversation, reply: threadTs !== null, text });
  for (const one of slack.refused.slice(refused)) print({ refused: one });
  for (const { kind, text } of receiver.messages().slice(taken)) print({ webhook: kind, text });
  [told, refused, taken] = [slack.messages.length, slack.refused.length, receiver.messages().length];
}, 200);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    clearInterval(timer);
    void Promise.all([slack.stop(), receiver.stop()]);
  });
}
