import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import { listNamedRuns, listRunsUnderWay, type NamedRun } from "#db/queries/runs.ts";
import { formatCount } from "#lib/units.ts";
import { RunFilters } from "./_components/run-filters.client.tsx";
import { RunList } from "./_components/run-list.tsx";
import classes from "./page.module.css";
import { readAfter, readSearch, searchLink, type RunSearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Runs" };

const PAGE_RUNS = 100;

interface Listed {
  runs: NamedRun[];
  running: number;
  queued: number;
}

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams;
  const [search, after] = [readSearch(params), readAfter(params)];
  const read = await readForPage(async (db) => await readRuns(db, search, after));
  return (
    <>
      <h1 className={classes["title"]}>Runs</h1>
      {read.ok && <p className={classes["sum"]}>{sayUnderWay(read.value)}</p>}
      <RunFilters search={search} />
      {read.ok ? (
        <Runs listed={read.value} search={search} after={after} />
      ) : (
        <UnreadFace title="The runs could not be read" message={read.message} />
      )}
    </>
  );
}

function Runs({ listed, search, after }: { listed: Listed; search: RunSearch; after: ReturnType<typeof readAfter> }) {
  const { runs, running, queued } = listed;
  const last = runs.at(-1);
  return (
    <>
      {runs.length === 0 ? <NoRuns search={search} isFirst={after === undefined} /> : <RunList runs={runs} now={new Date()} />}
      <p className={classes["more"]}>
        {after !== undefined && <Link href={searchLink(search)}>Newest</Link>}
        {runs.length === PAGE_RUNS && last !== undefined && <Link href={searchLink(search, last)}>Older</Link>}
      </p>
      {after === undefined && <Refresh everySeconds={running + queued > 0 ? 3 : 15} />}
    </>
  );
}

function NoRuns({ search, isFirst }: { search: RunSearch; isFirst: boolean }) {
  if (!isFirst) return <Face title="There are no older runs" />;
  if (Object.keys(search).length > 0) {
    return (
      <Face title="No run is like that">
        <p>
          <Link href={searchLink({})}>All runs</Link>
        </p>
      </Face>
    );
  }
  return (
    <Face title="Nothing has run yet">
      <p>A table is run when it is first named, and then by its schedule.</p>
    </Face>
  );
}

async function readRuns(db: Db, { states, reason, table }: RunSearch, after: ReturnType<typeof readAfter>): Promise<Listed> {
  const reasons = reason && [reason];
  const [runs, underWay] = await Promise.all([
    listNamedRuns(db, { states, reasons, table, limit: PAGE_RUNS, after }),
    listRunsUnderWay(db),
  ]);
  return {
    runs,
    running: underWay.filter(({ state }) => state === "running").length,
    queued: underWay.filter(({ state }) => state === "queued").length,
  };
}

function sayUnderWay({ running, queued }: Listed): string {
  if (running + queued === 0) return "Nothing is under way.";
  return `${formatCount(running)} running, ${formatCount(queued)} waiting.`;
}
