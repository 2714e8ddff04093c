import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Permalink } from "#app/_ui/copy-link.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { backlogLink } from "#lib/contracts/links.ts";
import { NeverRead } from "../_components/never-read.tsx";
import { findTable } from "../find-table.ts";
import { BacklogHead } from "./_components/backlog-head.tsx";
import { NoBreakdown, NoDeletes, UnknownSnapshot } from "./_components/backlog-faces.tsx";
import { BacklogNumbers } from "./_components/backlog-numbers.tsx";
import { ByAge } from "./_components/by-age.tsx";
import { leftBy } from "./_components/backlog-words.ts";
import { byKind } from "./_components/backlog-view.ts";
import { ByKind } from "./_components/by-kind.tsx";
import { ByPartition } from "./_components/by-partition.tsx";
import { BacklogRail } from "./_components/backlog-rail.tsx";
import { CompactionPanel } from "./_components/compaction-panel.tsx";
import classes from "./page.module.css";
import { readBacklog, type BacklogPage } from "./read-backlog.ts";
import { readBacklogParams, type BacklogParams } from "./search-params.ts";

export const metadata: Metadata = { title: "Delete backlog" };

const UNREAD = "The backlog could not be read";

interface PageProps {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function BacklogRoute({ params, searchParams }: PageProps) {
  const found = await findTable(params);
  if (!found.ok) return <UnreadFace title={UNREAD} message={found.message} />;
  const table = found.value;
  const asked = readBacklogParams(await searchParams);
  if (asked === "unknown") return <UnknownSnapshot tableId={table.id} snapshotId={null} />;
  const read = await readForPage(async (db) => await readBacklog(db, table, asked.snapshot));
  if (!read.ok) return <UnreadFace title={UNREAD} message={read.message} />;
  const page = read.value;
  if (page === null) return <NeverRead table={table} />;
  if (page.facts === null && page.stored === null && page.snapshot === null) {
    return <UnknownSnapshot tableId={table.id} snapshotId={page.snapshotId} />;
  }
  return <Backlog table={table} page={page} asked={asked} />;
}

function Backlog({ table, page, asked }: { table: TableWithKeys; page: BacklogPage; asked: BacklogParams }) {
  const { stored, facts } = page;
  const kinds = stored === null ? [] : byKind(stored.backlog);
  // Without a breakdown the counts still tell that there is nothing to break down.
  const isEmpty = stored === null ? facts !== null && leftBy(facts.values).files === 0 : kinds.length === 0;
  return (
    <>
      <Permalink path={backlogLink(table.id, { snapshot: page.snapshotId })} />
      <BacklogHead table={table} page={page} />
      {facts !== null && <BacklogNumbers table={table} facts={facts} verdict={page.verdict} />}
      <div className={classes["columns"]}>
        <div className={classes["main"]}>
          {stored === null && !isEmpty && <NoBreakdown table={table} page={page} />}
          {isEmpty && page.committedAt !== null && <NoDeletes committedAt={page.committedAt} />}
          {stored !== null && kinds.length > 0 && (
            <>
              <ByKind kinds={kinds} />
              <CompactionPanel backlog={stored.backlog} facts={facts} isFiltered={table.definition.filter !== null} />
              <ByPartition tableId={table.id} backlog={stored.backlog} asked={asked} />
              <ByAge backlog={stored.backlog} />
            </>
          )}
        </div>
        <BacklogRail page={page} />
      </div>
    </>
  );
}
