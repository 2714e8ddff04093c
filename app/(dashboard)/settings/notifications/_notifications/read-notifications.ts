import type { Db } from "#db/client.ts";
import { listChannelStates, type ListedChannelState } from "#db/queries/channel-states.ts";
import { listDeliveries, type ListedDelivery } from "#db/queries/deliveries.ts";
import { listIncidentNames } from "#db/queries/incidents.ts";
import { listOpenIncidents } from "#db/queries/open-incidents.ts";
import { listSilencesOf, type SilenceRow } from "#db/queries/silences.ts";
import { getTable, getTableByName, type TableWithKeys } from "#db/queries/tables.ts";
import { nextRunAt } from "#lib/config/schedule.ts";
import { NO_NOTIFICATIONS, type NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { nullWhen } from "#lib/errors.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { openForChannel } from "#lib/incidents/open-for-channel.ts";
import { type Entries, readEntries } from "../../../_entries/read-entries.ts";
import type { PreviewSearch } from "../search-params.ts";
import { viewChannel, type ChannelView } from "./channel-view.ts";
import { previewRouting, type Preview } from "./preview.ts";

const LATEST_MAX = 8;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Which channels a table's incident would go to; `table` null: there is no table of that name. */
export interface PreviewOf {
  table: { id: string; name: string; owner: string | null; tags: readonly string[]; isArchived: boolean } | null;
  preview: Preview;
  /** What keeps everybody from hearing of it now; null: nothing. */
  silence: SilenceRow | null;
}

export interface NotificationsPage extends Pick<Entries, "configuration" | "workers" | "workerAlive" | "refused" | "secretFolder"> {
  /** Channels that were added and are not in use: no worker has taken them over, or they have errors. */
  pending: EntryView[];
  settings: NotificationSettings;
  channels: ChannelView[];
  channelStates: ListedChannelState[];
  /** Of channels that the configuration does not name any more and for which messages still wait. */
  orphans: { name: string; waiting: number }[];
  /** When the next digest is sent; null: none is. */
  digestAt: Date | null;
  latest: ListedDelivery[];
  latestIncidents: { id: string; number: number; subjectName: string }[];
  /** null: none is asked for. */
  asked: PreviewOf | null;
  now: Date;
}

/** Everything of the page of notifications. */
export async function readNotifications(db: Db, search: PreviewSearch, now: Date): Promise<NotificationsPage> {
  const [read, states, latest, open] = await Promise.all([
    readEntries(db),
    listChannelStates(db),
    listDeliveries(db, { limit: LATEST_MAX }),
    listOpenIncidents(db, now),
  ]);
  const { configuration, workers, workerAlive, refused, secretFolder } = read;
  const entries = read.entries.filter(({ kind }) => kind === "channel");
  const settings = configuration?.service?.notifications ?? NO_NOTIFICATIONS;
  const { digest } = settings;
  const byName = new Map(states.map((state) => [state.name, state]));
  const named = new Set(settings.channels.map(({ name }) => name));
  return {
    configuration,
    workers,
    workerAlive,
    refused,
    secretFolder,
    // A changed channel that waits for a worker is in use as it was.
    pending: entries.filter(
      ({ name, state, origin }) =>
        origin.from === "settings" &&
        state !== "in use" &&
        !settings.channels.some((channel) => channel.entered === true && channel.name === name),
    ),
    settings,
    channels: settings.channels.map((channel) => {
      const { own, samples } = openForChannel(settings, channel.name, open);
      const from = channel.entered === true ? "settings" : "file";
      const entry = entries.find(({ name, origin }) => name === channel.name && origin.from === from) ?? null;
      return viewChannel(channel, {
        state: sinceChange(byName.get(channel.name) ?? null, entry),
        missed: { own: own.length, samples: samples.length },
        isUnrouted: settings.routes.length > 0 && settings.routes.every(({ to }) => !to.includes(channel.name)),
        entry,
        now,
      });
    }),
    channelStates: states,
    orphans: states.filter(({ name, waiting }) => !named.has(name) && waiting > 0).map(({ name, waiting }) => ({ name, waiting })),
    digestAt: digest && nextRunAt({ by: "cron", cron: digest.cron, timeZone: digest.timeZone }, now, ""),
    latest,
    latestIncidents: await listIncidentNames(
      db,
      latest.flatMap(({ incidentId }) => incidentId ?? []),
    ),
    asked: search.table === null ? null : await readPreview(db, settings, { ...search, table: search.table }, now),
    now,
  };
}

/** The health from before a channel was changed, or from one of the same name, says nothing about it. */
function sinceChange(state: ListedChannelState | null, entry: EntryView | null): ListedChannelState | null {
  const isOlder = state !== null && entry?.origin.from === "settings" && state.updatedAt.toISOString() < entry.origin.changedAt;
  return isOlder ? { ...state, failingSince: null, fault: null, pausedUntil: null, lastDeliveredAt: null } : state;
}

async function readPreview(
  db: Db,
  settings: NotificationSettings,
  { table: named, severity, check }: PreviewSearch & { table: string },
  now: Date,
): Promise<PreviewOf> {
  const table = await findNamed(db, named);
  if (table === null) return { table: null, preview: { heard: [], routes: [] }, silence: null };
  const { id, name, owner, tags, archivedAt } = table;
  const silences = await listSilencesOf(db, id, now);
  return {
    table: { id, name, owner, tags, isArchived: archivedAt !== null },
    preview: previewRouting(settings, { check, severity, tables: [{ name, owner, tags }] }, now),
    silence: silences.find(({ from }) => from <= now) ?? null,
  };
}

async function findNamed(db: Db, named: string): Promise<TableWithKeys | null> {
  if (!isStorable(named)) return null;
  const byId = UUID.test(named) ? await nullWhen("unknown_table", getTable(db, named)) : null;
  return byId ?? (await nullWhen("unknown_table", getTableByName(db, named)));
}
