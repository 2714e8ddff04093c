import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { Face } from "#app/_ui/face.tsx";
import { FilterMenu } from "#app/_ui/filter-menu.client.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import tools from "#app/_ui/list-tools.module.css";
import type { Db } from "#db/client.ts";
import { listChannelStates, type ListedChannelState } from "#db/queries/channel-states.ts";
import { countDeliveries, listDeliveries, type DeliveryCursor, type ListedDelivery } from "#db/queries/deliveries.ts";
import { findIncidentName, listIncidentNames } from "#db/queries/incidents.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { incidentLink, notificationsLink } from "#lib/contracts/links.ts";
import { DELIVERY_STATE_WORDS, MESSAGE_KIND_WORDS } from "#lib/incidents/say-delivery.ts";
import { DELIVERY_STATES, MESSAGE_KINDS, type DeliveryState } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { DeliveryList } from "../delivery-list.tsx";
import classes from "./page.module.css";
import { deliverySearchLink, EVERY_DELIVERY, isFiltered, readAfter, readDeliverySearch, type DeliverySearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Messages" };

const PAGE_MAX = 50;

type IncidentNamed = Awaited<ReturnType<typeof listIncidentNames>>[number];

interface Log {
  deliveries: ListedDelivery[];
  counts: Record<DeliveryState, number>;
  states: ListedChannelState[];
  /** Configured, or with messages from when they were. */
  channels: string[];
  /** Those that the messages tell. */
  incidents: IncidentNamed[];
  /** The one that is asked for. */
  incident: IncidentNamed | null;
}

export default async function DeliveriesPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams;
  const [search, after] = [readDeliverySearch(params), readAfter(params)];
  const read = await readForPage(async (db) => await readLog(db, search, after));
  return (
    <>
      <Breadcrumbs above={[{ href: notificationsLink(), name: "Notifications" }]} here="Messages" />
      <h1 className={classes["title"]}>Messages</h1>
      {read.ok ? (
        <Messages log={read.value} search={search} after={after} />
      ) : (
        <UnreadFace title="The messages could not be read" message={read.message} />
      )}
      {read.ok && after === undefined && <Refresh everySeconds={read.value.counts.waiting + read.value.counts.sending > 0 ? 3 : 15} />}
    </>
  );
}

function Messages({ log, search, after }: { log: Log; search: DeliverySearch; after: DeliveryCursor | undefined }) {
  const { deliveries, states, incident } = log;
  const last = deliveries.at(-1);
  return (
    <>
      {search.incident !== null && (
        <p className={classes["sum"]}>
          {incident === null ? (
            "Unknown incident."
          ) : (
            <>
              Messages about <Link href={incidentLink(incident.id)}>{incidentName(incident.number)}</Link>, {incident.subjectName}.
            </>
          )}{" "}
          <Link href={deliverySearchLink(search, { incident: null })}>All incidents</Link>
        </p>
      )}
      <Filters log={log} search={search} />
      {deliveries.length === 0 ? (
        <None search={search} isFirst={after === undefined} />
      ) : (
        <DeliveryList deliveries={deliveries} states={states} incidents={log.incidents} now={new Date()} framed />
      )}
      <p className={classes["more"]}>
        {after !== undefined && <Link href={deliverySearchLink(search)}>Newest</Link>}
        {deliveries.length === PAGE_MAX && last !== undefined && <Link href={deliverySearchLink(search, {}, last)}>Older</Link>}
      </p>
    </>
  );
}

function Filters({ log: { counts, channels }, search }: { log: Log; search: DeliverySearch }) {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const states = [null, ...DELIVERY_STATES.filter((state) => counts[state] > 0 || state === search.state)];
  const option = (label: string, change: Partial<DeliverySearch>, chosen: boolean) => ({
    label,
    href: deliverySearchLink(search, change),
    chosen,
  });
  const named = [...new Set([...channels, ...(search.channel === null ? [] : [search.channel])])];
  return (
    <div className={tools["tools"]}>
      <nav className={tools["segments"]} aria-label="State">
        {states.map((state) => (
          <Link
            key={state ?? "all"}
            href={deliverySearchLink(search, { state })}
            aria-current={search.state === state ? "true" : undefined}
            prefetch={false}
            scroll={false}
          >
            {state === null ? "All" : DELIVERY_STATE_WORDS[state]} <span>{formatCount(state === null ? all : counts[state])}</span>
          </Link>
        ))}
      </nav>
      <span className={tools["menus"]}>
        <FilterMenu
          label="Channel"
          options={[
            option("All channels", { channel: null }, search.channel === null),
            ...named.map((channel) => option(channel, { channel }, search.channel === channel)),
          ]}
        />
        <FilterMenu
          label="Kind"
          options={[
            option("All kinds", { kind: null }, search.kind === null),
            ...MESSAGE_KINDS.map((kind) => option(MESSAGE_KIND_WORDS[kind], { kind }, search.kind === kind)),
          ]}
        />
      </span>
    </div>
  );
}

function None({ search, isFirst }: { search: DeliverySearch; isFirst: boolean }) {
  if (!isFirst) return <Face title="There are no older messages" />;
  if (isFiltered(search)) {
    return (
      <Face title="No message matches">
        <p>
          <Link href={deliverySearchLink(EVERY_DELIVERY)}>All messages</Link>
        </p>
      </Face>
    );
  }
  return (
    <Face title="No messages yet">
      <p>Send a test, or wait for an incident to open.</p>
      <p>
        <Link href={notificationsLink()}>Send a test</Link>
      </p>
    </Face>
  );
}

async function readLog(db: Db, { channel, state, kind, incident }: DeliverySearch, after: DeliveryCursor | undefined): Promise<Log> {
  const filter = { channel: channel ?? undefined, kinds: kind === null ? undefined : [kind], incidentId: incident ?? undefined };
  const [deliveries, counts, states, configuration, named] = await Promise.all([
    listDeliveries(db, { ...filter, states: state === null ? undefined : [state], limit: PAGE_MAX, after }),
    countDeliveries(db, filter),
    listChannelStates(db),
    findServiceState(db, "configuration"),
    incident === null ? null : findIncidentName(db, { id: incident }),
  ]);
  const configured = configuration?.service?.notifications.channels ?? [];
  return {
    deliveries,
    counts,
    states,
    channels: [...new Set([...configured, ...states].map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b)),
    incidents: await listIncidentNames(
      db,
      deliveries.flatMap(({ incidentId }) => incidentId ?? []),
    ),
    incident: named,
  };
}
