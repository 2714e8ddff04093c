import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import type { Db } from "#db/client.ts";
import { listRuns, listRunsUnderWay } from "#db/queries/runs.ts";
import { listTables } from "#db/queries/tables.ts";
import { formatCount } from "#lib/units.ts";
import { RunList, type RunView } from "./_components/run-list.tsx";
import classes from "./page.module.css";
import { afterLink, readAfter } from "./search-params.ts";

export const metadata: Metadata = { title: "Runs" };

const PAGE_RUNS = 100;

export default async function RunsPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const after = readAfter(await searchParams);
  const read = await readForPage((db) => readRuns(db, after));
  const now = new Date();
  if (!read.ok) {
    return (
      <>
        <h1 className={classes["title"]}>Runs</h1>
        <Face icon={<StateIcon state="unsure" />} title="The runs could not be read">
          <p>{read.message}</p>
          <p>This page tries again by itself.</p>
        </Face>
        <Refresh everySeconds={15} />
      </>
    );
  }
  const { runs, running, queued } = read.value;
  const last = runs.at(-1);
  return (
    <>
      <h1 className={classes["title"]}>Runs</h1>
      <p className={classes["sum"]}>{sayUnderWay(running, queued)}</p>
      {runs.length === 0 ? (
        <Face title={after === undefined ? "Nothing has run yet" : "There are no older runs"}>
          <p>
            {after === undefined ? (
              "A table is run when it is first named, and then by its schedule."
            ) : (
              <Link href="/runs">The newest runs</Link>
            )}
          </p>
        </Face>
      ) : (
        <RunList runs={runs} now={now} />
      )}
      <p className={classes["more"]}>
        {after !== undefined && <Link href="/runs">Newest</Link>}
        {runs.length === PAGE_RUNS && last !== undefined && <Link href={afterLink(last)}>Older</Link>}
      </p>
      {after === undefined && <Refresh everySeconds={running + queued > 0 ? 3 : 15} />}
    </>
  );
}

async function readRuns(
  db: Db,
  after: { queuedAt: Date; id: string } | undefined,
): Promise<{ runs: RunView[]; running: number; queued: number }> {
  const [runs, underWay, tables] = await Promise.all([
    listRuns(db, { limit: PAGE_RUNS, after }),
    listRunsUnderWay(db),
    listTables(db, { archived: true }),
  ]);
  const names = new Map(tables.map(({ id, name }) => [id, name]));
  return {
    runs: runs.map((run) => ({ ...run, tableName: names.get(run.tableId) ?? "a table of another database" })),
    running: underWay.filter(({ state }) => state === "running").length,
    queued: underWay.filter(({ state }) => state === "queued").length,
  };
}

function sayUnderWay(running: number, queued: number): string {
  if (running + queued === 0) return "Nothing is under way.";
  return `${formatCount(running)} running, ${formatCount(queued)} waiting.`;
}
