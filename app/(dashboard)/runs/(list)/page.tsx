import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import { listNamedRuns, listRunsUnderWay, type NamedRun } from "#db/queries/runs.ts";
import { readSort } from "#lib/contracts/sorting.ts";
import { formatCount } from "#lib/units.ts";
import { RunFilters } from "../_components/run-filters.client.tsx";
import { RunList } from "../_components/run-list.tsx";
import classes from "./page.module.css";
import { readAfter, readPage, readSearch, RUN_COLUMNS, searchLink, type RunSearch } from "../search-params.ts";

export const metadata: Metadata = { title: "Runs" };

const PAGE_RUNS = 100;

interface Listed {
  runs: NamedRun[];
  running: number;
  queued: number;
}

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams;
  const search = readSearch(params);
  const place = search.sort === undefined ? { after: readAfter(params), page: 1 } : { after: undefined, page: readPage(params) };
  const read = await readForPage(async (db) => await readRuns(db, search, place));
  return (
    <>
      <h1 className={classes["title"]}>Runs</h1>
      {read.ok && <p className={classes["sum"]}>{sayUnderWay(read.value)}</p>}
      <RunFilters search={search} />
      {read.ok ? (
        <Runs listed={read.value} search={search} place={place} />
      ) : (
        <UnreadFace title="The runs could not be read" message={read.message} />
      )}
    </>
  );
}

interface Place {
  after: ReturnType<typeof readAfter>;
  page: number;
}

function Runs({ listed, search, place: { after, page } }: { listed: Listed; search: RunSearch; place: Place }) {
  const { runs, running, queued } = listed;
  const last = runs.at(-1);
  const isFirst = after === undefined && page === 1;
  const next = search.sort === undefined ? last : { page: page + 1 };
  return (
    <>
      {runs.length === 0 ? <NoRuns search={search} isFirst={isFirst} /> : <RunList runs={runs} search={search} now={new Date()} />}
      <p className={classes["more"]}>
        {!isFirst && <Link href={searchLink(search)}>{search.sort === undefined ? "Newest" : "First page"}</Link>}
        {runs.length === PAGE_RUNS && next !== undefined && (
          <Link href={searchLink(search, next)}>{search.sort === undefined ? "Older" : "Next page"}</Link>
        )}
        {search.reason === undefined && (
          <span>
            Finished backfill runs are not listed. <Link href={searchLink({ ...search, reason: "history" })}>Show backfill runs</Link>
          </span>
        )}
      </p>
      {isFirst && <Refresh everySeconds={running + queued > 0 ? 3 : 15} />}
    </>
  );
}

function NoRuns({ search, isFirst }: { search: RunSearch; isFirst: boolean }) {
  if (!isFirst) return <Face title="No older runs" />;
  if (Object.keys(search).length > 0) {
    return (
      <Face title="No runs match these filters">
        <p>
          <Link href={searchLink({})}>All runs</Link>
        </p>
      </Face>
    );
  }
  return (
    <Face title="No runs yet">
      <p>Bergwatch reads a table when you add it, and then by its schedule.</p>
    </Face>
  );
}

async function readRuns(db: Db, { states, reason, table, sort }: RunSearch, { after, page }: Place): Promise<Listed> {
  const reasons = reason && [reason];
  const [runs, underWay] = await Promise.all([
    listNamedRuns(db, {
      states,
      reasons,
      table,
      limit: PAGE_RUNS,
      after,
      backfill: reason !== undefined,
      sort: sort === undefined ? null : readSort(RUN_COLUMNS, sort),
      offset: (page - 1) * PAGE_RUNS,
    }),
    listRunsUnderWay(db),
  ]);
  return {
    runs,
    running: underWay.filter(({ state }) => state === "running").length,
    queued: underWay.filter(({ state }) => state === "queued").length,
  };
}

function sayUnderWay({ running, queued }: Listed): string {
  if (running + queued === 0) return "No runs in progress.";
  return `${formatCount(running)} running, ${formatCount(queued)} queued.`;
}
