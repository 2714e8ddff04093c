import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import { FIRST_CHANNEL } from "../_notifications/first-channel.ts";
import { CopyText } from "./copy-text.client.tsx";
import classes from "./no-channels.module.css";

/** How the first channel is set up. */
export function NoChannels({ configuration }: { configuration: ServiceState<"configuration"> | null }) {
  return (
    <Panel title="Set up the first channel">
      <PanelBody>
        <ol className={classes["steps"]}>
          <li>
            In Slack, make an app with an incoming webhook for the channel that is to hear of incidents. Its address is a secret: give it to
            the worker in an environment variable, such as <code>SLACK_WEBHOOK_URL</code>.
          </li>
          <li>
            Write this into {configuration === null ? "the configuration file" : <code>{configuration.file}</code>}; it is taken over
            without a restart.
            <div className={classes["code"]}>
              <pre tabIndex={0} aria-label="Lines for the configuration file">
                {FIRST_CHANNEL}
              </pre>
              <CopyText text={FIRST_CHANNEL} />
            </div>
          </li>
          <li>Come back to this page and send a test.</li>
        </ol>
        <p className={classes["quiet"]}>
          A bot of Slack gives each incident a thread and buttons; a webhook takes signed JSON. Both, routes and quiet hours are described
          in <code>docs/notifications.md</code> and <code>docs/configuration.md</code>, which come with Bergwatch.
        </p>
      </PanelBody>
    </Panel>
  );
}
