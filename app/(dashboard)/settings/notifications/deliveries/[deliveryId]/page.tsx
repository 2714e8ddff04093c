import { notFound } from "next/navigation";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import { findChannelState, type ChannelStateRow } from "#db/queries/channel-states.ts";
import { findDelivery, type ListedDelivery } from "#db/queries/deliveries.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listIncidentNames } from "#db/queries/incidents.ts";
import { deliveriesLink, notificationsLink } from "#lib/contracts/links.ts";
import { DELIVERY_STATE_WORDS, MESSAGE_KIND_WORDS, sayDelivery } from "#lib/incidents/say-delivery.ts";
import { DELIVERY_SHAPES } from "../../delivery-list.tsx";
import { MessagePanel } from "../_components/message-panel.tsx";
import { SendAgain } from "../_components/send-again.client.tsx";
import { Tries } from "../_components/tries.tsx";
import classes from "../_components/delivery.module.css";

export const metadata: Metadata = { title: "Message" };

const CAN_BE_SENT_AGAIN = new Set(["failed", "unsure", "withheld"]);

interface Shown {
  delivery: ListedDelivery;
  state: ChannelStateRow | null;
  isConfigured: boolean;
  incidents: { id: string; number: number; subjectName: string }[];
}

export default async function DeliveryPage({ params }: { params: Promise<{ deliveryId: string }> }) {
  const { deliveryId } = await params;
  if (!/^\d{1,15}$/.test(deliveryId)) notFound();
  const read = await readForPage(async (db) => await readDelivery(db, Number(deliveryId)));
  if (read.ok && read.value === null) notFound();
  return (
    <>
      <Breadcrumbs
        above={[
          { href: notificationsLink(), name: "Notifications" },
          { href: deliveriesLink(), name: "Messages" },
        ]}
        here={`Message ${deliveryId}`}
      >
        <CopyLink />
      </Breadcrumbs>
      {read.ok && read.value !== null ? (
        <Delivery shown={read.value} />
      ) : (
        <UnreadFace title="The message could not be read" message={read.ok ? "" : read.message} />
      )}
    </>
  );
}

function Delivery({ shown: { delivery, state, isConfigured, incidents } }: { shown: Shown }) {
  const now = new Date();
  const { text, until } = sayDelivery(delivery, { channel: state, now });
  const { id, channel, kind, tries } = delivery;
  const isOnItsWay = delivery.state === "waiting" || delivery.state === "sending";
  return (
    <>
      <PageHead
        state={DELIVERY_SHAPES[delivery.state]}
        stateWord={DELIVERY_STATE_WORDS[delivery.state]}
        title={`Message to ${channel}`}
        facts={MESSAGE_KIND_WORDS[kind]}
        verdict={
          <>
            {text}
            {until !== null && (
              <>
                {" "}
                <Time at={until.toISOString()} />.
              </>
            )}
          </>
        }
        because={!isConfigured && "This channel was removed."}
        actions={
          isConfigured &&
          CAN_BE_SENT_AGAIN.has(delivery.state) && <SendAgain deliveryId={String(id)} channel={channel} state={delivery.state} />
        }
      />
      <div className={classes["columns"]}>
        <Tries tries={tries} />
        <MessagePanel delivery={delivery} incidents={incidents} />
      </div>
      {isOnItsWay && <Refresh everySeconds={3} />}
    </>
  );
}

async function readDelivery(db: Db, deliveryId: number): Promise<Shown | null> {
  const delivery = await findDelivery(db, deliveryId);
  if (delivery === null) return null;
  const ids = [
    ...new Set([...(delivery.incidentId === null ? [] : [delivery.incidentId]), ...delivery.tells.map(({ incidentId }) => incidentId)]),
  ];
  const [state, configuration, incidents] = await Promise.all([
    findChannelState(db, delivery.channel),
    findServiceState(db, "configuration"),
    listIncidentNames(db, ids),
  ]);
  const channels = configuration?.service?.notifications.channels ?? [];
  return { delivery, state, isConfigured: channels.some(({ name }) => name === delivery.channel), incidents };
}
