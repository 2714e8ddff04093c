import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import type { Db } from "#db/client.ts";
import { readFirstHour } from "#db/queries/first-hour.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { OverviewBody, type OverviewRead } from "./_components/overview-body.tsx";
import { readOverview } from "./_overview/read-overview.ts";
import type { SearchParams } from "./_overview/search-params.ts";

export const metadata: Metadata = { title: "Tables" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  // No boundary around it: React would hide the list until a script shows it, and the list is to be there without scripts.
  const overview = await readForPage(async (db) => await read(db, params));
  return (
    <>
      <h1 className="visually-hidden">Tables</h1>
      <OverviewBody read={overview} />
    </>
  );
}

async function read(db: Db, params: SearchParams): Promise<OverviewRead> {
  const [overview, firstHour, configuration, workers] = await Promise.all([
    readOverview(db, params),
    readFirstHour(db),
    findServiceState(db, "configuration"),
    listWorkers(db),
  ]);
  return { overview, firstHour, configuration, workers };
}
