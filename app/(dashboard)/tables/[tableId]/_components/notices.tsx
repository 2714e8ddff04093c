import Link from "next/link";
import type { ReactNode } from "react";
import { Notice, NoticeList } from "#app/_ui/notice.tsx";
import { SilenceWords } from "#app/_ui/silence-words.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { runLink, tableLink } from "#lib/contracts/links.ts";
import { formatAge, formatAgo, formatCount } from "#lib/units.ts";
import type { TablePage } from "./read-table-page.ts";

/** What the reader must know before the numbers: that they are old, of another snapshot, or that nothing new comes. Nothing when all is well. */
export function Notices({ page }: { page: TablePage }) {
  const { table, unknownKey, key, asked, history, overdueMs, workerAlive, seen } = page;
  const said: { id: string; words: ReactNode }[] = [];
  const add = (id: string, words: ReactNode) => said.push({ id, words });
  if (unknownKey !== null) add("key", <UnknownKey named={unknownKey} shown={key.name} />);
  if (asked !== null) add("snapshot", <Asked page={page} />);
  if (table.archivedAt !== null) {
    add(
      "archived",
      <>
        This table is no longer watched: it was removed from the configuration <Time at={table.archivedAt.toISOString()} />. Its history
        stays.
      </>,
    );
  } else if (table.paused) {
    add("paused", <>Paused: nothing new is read until you resume it in its settings. Its history stays.</>);
  }
  for (const silence of page.silences) add(silence.id, <SilenceWords silence={silence} />);
  if (table.lastRunState === "failed") add("failed", <Failed page={page} />);
  else if (overdueMs !== null)
    add("overdue", <>No observation for {formatAge(overdueMs)} after it was due; the numbers are as of the last one.</>);
  if (page.keyHint !== null) add("envelope", page.keyHint);
  if (!workerAlive && table.archivedAt === null) {
    add(
      "worker",
      <>
        No worker is running, so nothing new is read. <code>npm start</code> starts one.
      </>,
    );
  }
  if (seen !== null && history.underWay && history.read < history.retained) {
    add(
      "history",
      <>
        The history is being read: {formatCount(history.read)} of {formatCount(history.retained)} snapshots so far. The charts fill by
        themselves.
      </>,
    );
  }
  return (
    <NoticeList>
      {said.map(({ id, words }) => (
        <Notice key={id}>{words}</Notice>
      ))}
    </NoticeList>
  );
}

function UnknownKey({ named, shown }: { named: string; shown: string }) {
  return (
    <>
      The table has no key “{named}”; shown is its key {shown}.
    </>
  );
}

function Failed({ page: { table, own, seen, now } }: { page: TablePage }) {
  const ago = table.lastRunAt === null ? "" : ` ${formatAgo(now.getTime() - table.lastRunAt.getTime())}`;
  return (
    <>
      The last run failed{ago}: {table.lastErrorMessage ?? "no reason was kept."}{" "}
      {seen !== null && (
        <>
          The numbers are those of <Time at={seen.observedAt.toISOString()} />
          {own > seen.observedAt && `, ${formatAge(own.getTime() - seen.observedAt.getTime())} old`}.{" "}
        </>
      )}
      {table.lastRunId !== null && <Link href={runLink(table.lastRunId)}>The run and its log</Link>}
    </>
  );
}

const WHY = {
  unknown: "is not known here: the table never listed it, or it was forgotten.",
  unread: "was not read yet, so it has no numbers.",
  expired: "expired before it was read, so it has no numbers.",
} as const;

function Asked({ page: { asked, table, key } }: { page: TablePage }) {
  if (asked === null) return null;
  const newest = <Link href={tableLink(table.id, { key: key.name })}>Show the newest</Link>;
  if (!asked.shown) {
    return (
      <>
        The snapshot <code>{asked.snapshotId.slice(0, 40)}</code> {WHY[asked.why]} This page shows the newest one. {newest}
      </>
    );
  }
  return (
    <>
      You look at snapshot <code>{asked.snapshotId}</code>, committed <Time at={asked.committedAt.toISOString()} />
      {asked.isExpired && ", which has expired; its stored data still opens"}
      {!asked.isCurrentVersion && `, as version ${asked.version} of the key counted it`}. Its numbers follow; the sentence is about the
      newest. {newest}
    </>
  );
}
