import Link from "next/link";
import { RowLink } from "#app/_ui/row-link.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { ListedChannelState } from "#db/queries/channel-states.ts";
import type { ListedDelivery } from "#db/queries/deliveries.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { deliveryLink, incidentLink } from "#lib/contracts/links.ts";
import { DELIVERY_STATE_WORDS, MESSAGE_KIND_WORDS, sayDelivery } from "#lib/incidents/say-delivery.ts";
import type { DeliveryState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./delivery-list.module.css";

/** The shape of a message's state. */
export const DELIVERY_SHAPES: Readonly<Record<DeliveryState, VerdictState>> = {
  waiting: "warning",
  sending: "warning",
  delivered: "ok",
  failed: "alert",
  unsure: "unknown",
  withheld: "unknown",
};

interface DeliveryListProps {
  /** Newest first. */
  deliveries: readonly ListedDelivery[];
  states: readonly ListedChannelState[];
  /** Of the incidents that they tell, as far as they are known. */
  incidents: readonly { id: string; number: number; subjectName: string }[];
  now: Date;
  framed: boolean;
}

/** Messages; a row opens its message with each try. On a phone each is a card. */
export function DeliveryList({ deliveries, states, incidents, now, framed }: DeliveryListProps) {
  const byName = new Map(states.map((state) => [state.name, state]));
  const byId = new Map(incidents.map((incident) => [incident.id, incident]));
  return (
    <table className={`${classes["list"]} ${framed ? classes["framed"] : ""}`} aria-label="Messages">
      <thead>
        <tr>
          <th scope="col">Requested</th>
          <th scope="col">Channel</th>
          <th scope="col">State</th>
          <th scope="col">Result</th>
          <th scope="col">Attempts</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <Row
            key={delivery.id}
            delivery={delivery}
            state={byName.get(delivery.channel) ?? null}
            incident={byId.get(delivery.incidentId ?? "") ?? null}
            now={now}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  delivery: ListedDelivery;
  state: ListedChannelState | null;
  incident: DeliveryListProps["incidents"][number] | null;
  now: Date;
}

function Row({ delivery, state, incident, now }: RowProps) {
  const { id, channel, kind, createdAt, attempts } = delivery;
  const { text, until } = sayDelivery(delivery, { channel: state, now });
  return (
    <tr>
      <th scope="row">
        <RowLink href={deliveryLink(String(id))}>
          <Time at={createdAt.toISOString()} />
        </RowLink>
      </th>
      <td>
        <bdi>{channel}</bdi>
        <small>
          {incident === null ? (
            MESSAGE_KIND_WORDS[kind]
          ) : (
            <>
              <Link href={incidentLink(incident.id)} prefetch={false} className={classes["inner"]}>
                {incidentName(incident.number)}
              </Link>{" "}
              <bdi>{incident.subjectName}</bdi>
            </>
          )}
        </small>
      </td>
      <td>
        <StatePill state={DELIVERY_SHAPES[delivery.state]}>{DELIVERY_STATE_WORDS[delivery.state]}</StatePill>
      </td>
      <td className={classes["what"]}>
        {text}
        {until !== null && (
          <>
            {" "}
            <Time at={until.toISOString()} />.
          </>
        )}
      </td>
      <td data-label="Attempts" className={classes["number"]}>
        {formatCount(attempts)}
      </td>
    </tr>
  );
}
