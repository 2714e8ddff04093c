import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { notificationsLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";
import classes from "./channels-panel.module.css";
import { SendOpen } from "./send-open.client.tsx";
import { SendTest } from "./send-test.client.tsx";

/** What to do with a channel right after it was saved: test it, and send what is open. */
export function AddedChannel({ page, name }: { page: NotificationsPage; name: string }) {
  const channel = page.channels.find((one) => one.name === name);
  const pending = page.pending.find((one) => one.name === name);
  if (channel === undefined && pending === undefined) return null;
  return (
    <Panel title={`${name} was saved`} aside={<ButtonLink href={notificationsLink()}>Close</ButtonLink>}>
      <PanelBody>
        {channel === undefined ? (
          <p role="status">
            {pending?.state === "faulty" ? "It is not in use: it has an error, see below." : "A worker picks it up within seconds…"}
          </p>
        ) : (
          <div className={classes["added"]}>
            <p>{sayOpen(channel.missed)}</p>
            <SendOpen
              channel={name}
              count={channel.missed.own > 0 ? channel.missed.own : channel.missed.samples}
              samples={channel.missed.own === 0}
              main
            />
            <SendTest channel={name} />
          </div>
        )}
      </PanelBody>
    </Panel>
  );
}

function sayOpen({ own, samples }: { own: number; samples: number }): string {
  if (own > 0)
    return `${formatCount(own)} ${own === 1 ? "incident is" : "incidents are"} open. Send ${own === 1 ? "it" : "them"} to this channel?`;
  if (samples > 0)
    return `No incident of your tables is open. To see what messages look like, send the ${formatCount(samples)} of the sample tables: they are marked as samples.`;
  return "No incident is waiting to be sent. New incidents go to this channel from now on.";
}
