import Link from "next/link";
import type { ReactNode } from "react";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { ListedDelivery } from "#db/queries/deliveries.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { deliveriesLink, incidentLink, reviewLink } from "#lib/contracts/links.ts";
import classes from "./delivery.module.css";

/** Of a message about very many. */
const NAMED_MAX = 30;

interface MessagePanelProps {
  delivery: ListedDelivery;
  incidents: readonly { id: string; number: number; subjectName: string }[];
}

/** What the message is, of what it tells, and who wanted it. */
export function MessagePanel({ delivery, incidents }: MessagePanelProps) {
  const { channel, createdAt, dueAt, endedAt, detail, state } = delivery;
  return (
    <Panel title="The message">
      <PanelBody>
        <dl className={classes["facts"]}>
          <Fact name="Channel">
            <Link href={deliveriesLink({ channel })}>{channel}</Link>
          </Fact>
          <Fact name="Requested">
            <Time at={createdAt.toISOString()} />
          </Fact>
          {(state === "waiting" || state === "sending") && (
            <Fact name="Not before">
              <Time at={dueAt.toISOString()} />
            </Fact>
          )}
          {endedAt !== null && (
            <Fact name="Ended">
              <Time at={endedAt.toISOString()} />
            </Fact>
          )}
          {(detail.by ?? detail.asked?.by) !== undefined && <Fact name="Requested by">{detail.by ?? detail.asked?.by}</Fact>}
          {detail.again !== undefined && (
            <Fact name="Sent again">
              by {detail.again.by}, <Time at={detail.again.at} />
            </Fact>
          )}
          {detail.plain === true && <Fact name="Format">plain text, since the formatted message was refused</Fact>}
          {detail.week !== undefined && (
            <Fact name="Week">
              <Link href={reviewLink(detail.week)}>{detail.week}</Link>
            </Fact>
          )}
          {incidents.length > 0 && (
            <Fact name={incidents.length === 1 ? "Incident" : "Incidents"}>
              <ul>
                {incidents.slice(0, NAMED_MAX).map((one) => (
                  <li key={one.id}>
                    <Link href={incidentLink(one.id)} prefetch={false}>
                      {incidentName(one.number)}
                    </Link>{" "}
                    {one.subjectName}
                  </li>
                ))}
              </ul>
              {incidents.length > NAMED_MAX && `and ${incidents.length - NAMED_MAX} more`}
            </Fact>
          )}
        </dl>
        <p className={classes["quiet"]}>The text of a message is not kept.</p>
      </PanelBody>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
