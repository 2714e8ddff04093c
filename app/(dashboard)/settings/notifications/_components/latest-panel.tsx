import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { deliveriesLink } from "#lib/contracts/links.ts";
import { DeliveryList } from "../delivery-list.tsx";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";

/** The latest messages. */
export function LatestPanel({ page: { latest, latestIncidents, channelStates, now } }: { page: NotificationsPage }) {
  return (
    <Panel title="Latest messages" {...(latest.length > 0 && { aside: <Link href={deliveriesLink()}>All messages</Link> })}>
      {latest.length === 0 ? (
        <PanelBody>
          <p>No messages yet. Send a test.</p>
        </PanelBody>
      ) : (
        <DeliveryList deliveries={latest} states={channelStates} incidents={latestIncidents} now={now} framed={false} />
      )}
    </Panel>
  );
}
