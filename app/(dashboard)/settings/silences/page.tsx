import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { RowKeys } from "#app/_ui/row-keys.client.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { NewSilence } from "./_components/new-silence.client.tsx";
import { SilenceList } from "./_components/silence-list.tsx";
import { readScope } from "./_silences/read-scope.ts";
import { readSilences } from "./_silences/read-silences.ts";
import { saySilences } from "./_silences/say-silence.ts";
import classes from "./page.module.css";

export const metadata: Metadata = { title: "Silences" };

interface PageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function SilencesRoute({ searchParams }: PageProps) {
  const scope = readScope(await searchParams);
  const read = await readForPage(async (db) => await readSilences(db, new Date()));
  if (!read.ok) return <UnreadFace title="The silences could not be read" message={read.message} />;
  const { now, holding, coming, ended, scopes } = read.value;
  return (
    <>
      <PageHead
        title="Silences"
        verdict={saySilences({ holding: holding.length, coming: coming.length })}
        because="A silence mutes notifications for some tables. A maintenance window also keeps incidents from opening."
      />
      <div className={`${classes["columns"]} ${scope === null ? "" : classes["asked"]}`}>
        <div className={classes["lists"]}>
          <SilenceList title="Active" silences={holding} none="None active." mayEnd />
          <SilenceList title="Upcoming" silences={coming} none="None upcoming." mayEnd />
          <SilenceList title="Ended in the last 14 days" silences={ended} none="None ended." />
        </div>
        <div className={classes["form"]}>
          <Panel title="New silence">
            <PanelBody>
              <NewSilence key={JSON.stringify(scope)} scopes={scopes} scope={scope} now={now.toISOString()} />
            </PanelBody>
          </Panel>
        </div>
      </div>
      <RowKeys />
      <Refresh everySeconds={30} />
    </>
  );
}
