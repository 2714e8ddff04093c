import type { ChannelKind } from "#lib/names.ts";
import classes from "../../../_entries/form.module.css";

const WEBHOOK_APP = `display_information: { name: Bergwatch }
features: { bot_user: { display_name: Bergwatch } }
oauth_config: { scopes: { bot: [incoming-webhook] } }
`;
const BOT_APP = `display_information: { name: Bergwatch }
features: { bot_user: { display_name: Bergwatch, always_online: true } }
oauth_config: { scopes: { bot: [chat:write, users:read] } }
settings:
  interactivity: { is_enabled: true }
  socket_mode_enabled: true
`;

/** How to get what the form asks for. */
export function KindHelp({ kind }: { kind: ChannelKind }) {
  switch (kind) {
    case "slack_webhook":
      return (
        <p className={classes["says"]}>
          <SlackApp manifest={WEBHOOK_APP} />, install it to the channel that should get the alerts, and copy the webhook URL from{" "}
          <i>Incoming Webhooks</i>.
        </p>
      );
    case "slack_bot":
      return (
        <p className={classes["says"]}>
          <SlackApp manifest={BOT_APP} />, install it, and copy the bot token (<code>xoxb-…</code>). A bot adds a thread and buttons to each
          incident.
        </p>
      );
    case "webhook":
      return <p className={classes["says"]}>Your program receives each message as JSON, signed with a secret that you choose.</p>;
  }
}

function SlackApp({ manifest }: { manifest: string }) {
  return (
    <a href={`https://api.slack.com/apps?new_app=1&manifest_yaml=${encodeURIComponent(manifest)}`} target="_blank" rel="noreferrer">
      Create a Slack app
    </a>
  );
}
