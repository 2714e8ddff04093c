import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { ChannelsPanel } from "./_components/channels-panel.tsx";
import { DigestPanel } from "./_components/digest-panel.tsx";
import { LatestPanel } from "./_components/latest-panel.tsx";
import { NoChannels } from "./_components/no-channels.tsx";
import { PreviewPanel } from "./_components/preview-panel.tsx";
import { RoutesPanel } from "./_components/routes-panel.tsx";
import { sayChannels } from "./_notifications/channel-view.ts";
import { readNotifications, type NotificationsPage } from "./_notifications/read-notifications.ts";
import classes from "./page.module.css";
import { readPreviewSearch, type PreviewSearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsRoute({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const search = readPreviewSearch(await searchParams);
  const read = await readForPage(async (db) => await readNotifications(db, search, new Date()));
  return (
    <>
      {read.ok ? (
        <Notifications page={read.value} search={search} />
      ) : (
        <>
          <PageHead title="Notifications" />
          <UnreadFace title="The notifications could not be read" message={read.message} />
        </>
      )}
      {read.ok && <Refresh everySeconds={15} />}
    </>
  );
}

function Notifications({ page, search }: { page: NotificationsPage; search: PreviewSearch }) {
  const { channels, settings, configuration, workerAlive } = page;
  return (
    <>
      <PageHead
        title="Notifications"
        verdict={channels.length === 0 ? "Nobody is told of an incident: no channel is set up." : sayChannels(channels)}
        because={
          <>
            {!workerAlive && "No worker is at work, so nothing is sent. "}
            {configuration?.state === "faulty" && "The configuration file has a fault, so what it said before still holds. "}
            Channels and routes are written in the configuration file; here you see them, and try them.
          </>
        }
      />
      {channels.length === 0 ? (
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
      {channels.length === 0 && page.latest.length > 0 && <LatestPanel page={page} />}
    </>
  );
}
