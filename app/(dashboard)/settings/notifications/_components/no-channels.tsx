import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { ServiceState } from "#lib/contracts/service-state.ts";
import { FIRST_CHANNEL } from "../_notifications/first-channel.ts";
import { CopyText } from "./copy-text.client.tsx";
import classes from "./no-channels.module.css";

/** The other way to add a channel: in the configuration file. */
export function NoChannels({ configuration }: { configuration: ServiceState<"configuration"> | null }) {
  return (
    <Panel title="Or in the configuration file">
      <PanelBody>
        <p>
          Write this into {configuration === null ? <code>bergwatch.yaml</code> : <code>{configuration.file}</code>}. The file is picked up
          without a restart; the variable has to be set when Bergwatch starts, so restart after you set it.
        </p>
        <div className={classes["code"]}>
          <pre tabIndex={0} aria-label="Lines for the configuration file">
            {FIRST_CHANNEL}
          </pre>
          <CopyText text={FIRST_CHANNEL} />
        </div>
        <p className={classes["quiet"]}>
          Routes and quiet hours are described in <code>docs/how-to/notifications.md</code> and <code>docs/reference/configuration.md</code>
          .
        </p>
      </PanelBody>
    </Panel>
  );
}
