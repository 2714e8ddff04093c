import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { deliveriesLink, notificationsLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { PageOfIncident } from "../_incident/read-incident.ts";
import type { ToldChannel } from "../_incident/told-channels.ts";
import classes from "./panels.module.css";

/** Which channels have heard of it, and whether all of it arrived. */
export function ToldPanel({ page: { incident, told, channels } }: { page: PageOfIncident }) {
  const { subject, severity, check } = incident;
  const preview = subject.of === "table" ? notificationsLink({ table: subject.id, severity, check }) : notificationsLink();
  return (
    <Panel title="Notifications" aside={told.length > 0 && <Link href={deliveriesLink({ incident: incident.id })}>All messages</Link>}>
      <PanelBody>
        {told.length === 0 ? (
          <p className={classes["quiet"]}>
            {channels === 0 ? (
              <>
                No channel yet: nothing is sent. <Link href={notificationsLink()}>Add a channel</Link>
              </>
            ) : (
              <>
                Not sent to any channel. <Link href={preview}>Preview routing</Link>
              </>
            )}
          </p>
        ) : (
          <ul className={classes["found"]}>
            {told.map((one) => (
              <Channel key={one.channel} incidentId={incident.id} told={one} />
            ))}
          </ul>
        )}
      </PanelBody>
    </Panel>
  );
}

function Channel({ incidentId, told }: { incidentId: string; told: ToldChannel }) {
  const { channel, lastAt, failingSince, waiting, lost } = told;
  const isTroubled = lost > 0 || failingSince !== null;
  return (
    <li>
      <StateIcon state={isTroubled ? "unknown" : waiting > 0 ? "warning" : "ok"} />
      <span>
        <Link href={deliveriesLink({ channel, incident: incidentId })} prefetch={false}>
          {channel}
        </Link>{" "}
        {sayCounts(told)}
        {failingSince !== null && (
          <>
            , failing since <Time at={failingSince.toISOString()} />
          </>
        )}
      </span>
      <small>{lastAt !== null && <Time at={lastAt.toISOString()} />}</small>
    </li>
  );
}

function sayCounts({ told, waiting, lost }: ToldChannel): string {
  const parts = [
    ...(told > 0 || waiting + lost === 0 ? [`${formatCount(told)} ${told === 1 ? "message" : "messages"}`] : []),
    ...(waiting > 0 ? [`${formatCount(waiting)} waiting`] : []),
    ...(lost > 0 ? [`${formatCount(lost)} possibly not delivered`] : []),
  ];
  return parts.join(", ");
}
