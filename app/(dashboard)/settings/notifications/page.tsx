import type { Metadata } from "next/types.js";
import { CHANNEL_KIND_WORDS } from "#lib/incidents/say-delivery.ts";
import { notificationsLink } from "#lib/contracts/links.ts";
import { readForPage } from "#app/_http/read-for-page.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { ServiceNotes } from "../../_service/service-notes.tsx";
import { AddedChannel } from "./_components/added-channel.tsx";
import { ChannelForm } from "./_components/channel-form.client.tsx";
import { ChannelsPanel } from "./_components/channels-panel.tsx";
import { DigestPanel } from "./_components/digest-panel.tsx";
import { LatestPanel } from "./_components/latest-panel.tsx";
import { NoChannels } from "./_components/no-channels.tsx";
import { PreviewPanel } from "./_components/preview-panel.tsx";
import { RoutesPanel } from "./_components/routes-panel.tsx";
import { sayChannels } from "./_notifications/channel-view.ts";
import { readNotifications, type NotificationsPage } from "./_notifications/read-notifications.ts";
import classes from "./page.module.css";
import { readChannelSearch, readPreviewSearch, type ChannelSearch, type PreviewSearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsRoute({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const params = await searchParams;
  const search = readPreviewSearch(params);
  const read = await readForPage(async (db) => await readNotifications(db, search, new Date()));
  return (
    <>
      {read.ok ? (
        <Notifications page={read.value} search={search} asked={readChannelSearch(params)} />
      ) : (
        <>
          <PageHead title="Notifications" />
          <UnreadFace title="The notifications could not be read" message={read.message} />
        </>
      )}
      {read.ok && <Refresh everySeconds={read.value.pending.some(({ state }) => state === "waiting") ? 2 : 15} />}
    </>
  );
}

function Notifications({ page, search, asked }: { page: NotificationsPage; search: PreviewSearch; asked: ChannelSearch }) {
  const { channels, pending, settings, configuration, workers, refused } = page;
  const isEmpty = channels.length === 0 && pending.length === 0;
  return (
    <>
      <PageHead
        title="Notifications"
        verdict={isEmpty ? "No channel yet: incidents are not sent anywhere." : sayChannels(channels)}
        because={
          isEmpty
            ? "Add a Slack channel or your own program, and send it a test."
            : "Add, test and edit channels here or in bergwatch.yaml; routes are defined in bergwatch.yaml."
        }
        actions={
          refused === null &&
          !isEmpty && (
            <ButtonLink href={notificationsLink({ add: "channel" })} main>
              Add a channel
            </ButtonLink>
          )
        }
      />
      <ServiceNotes configuration={configuration} workers={workers} />
      {refused !== null && <p role="status">{refused}</p>}
      <div className={classes["stack"]}>
        {asked.added !== null && <AddedChannel page={page} name={asked.added} />}
        {(asked.form !== null || (isEmpty && refused === null)) && <Form page={page} name={asked.form?.name ?? null} />}
        {isEmpty ? (
          <NoChannels configuration={configuration} />
        ) : (
          <div className={classes["columns"]}>
            <div className={classes["main"]}>
              <ChannelsPanel page={page} />
              <LatestPanel page={page} />
            </div>
            <div className={classes["rail"]}>
              <PreviewPanel page={page} search={search} />
              <RoutesPanel routes={settings.routes} channels={settings.channels.length} holding={page.asked?.preview.routes ?? []} />
              <DigestPanel page={page} />
            </div>
          </div>
        )}
        {isEmpty && page.latest.length > 0 && <LatestPanel page={page} />}
      </div>
    </>
  );
}

function Form({ page: { channels, pending, refused, secretFolder }, name }: { page: NotificationsPage; name: string | null }) {
  const known = [...channels.flatMap(({ entry }) => entry ?? []), ...pending];
  const entry = known.find((one) => one.name === name && one.origin.from === "settings") ?? null;
  const first = known.length === 0 ? "Add your first channel" : "Add a channel";
  return (
    <div className={classes["form"]}>
      <Panel title={name === null ? first : `Change ${name}`}>
        <PanelBody>
          {refused !== null ? (
            <p>{refused}</p>
          ) : name !== null && entry === null ? (
            <p>No such channel: it was removed, or it is in the configuration file and is changed there.</p>
          ) : (
            <ChannelForm
              key={`${name ?? ""} ${entry?.origin.from === "settings" ? entry.origin.version : ""}`}
              entry={entry}
              kinds={CHANNEL_KIND_WORDS}
              folder={secretFolder}
            />
          )}
        </PanelBody>
      </Panel>
    </div>
  );
}
