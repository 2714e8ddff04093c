import { headers } from "next/headers";
import type { Metadata } from "next/types.js";
import { Suspense } from "react";
import { readForPage, type PageData } from "#app/_http/read-for-page.ts";
import type { Db } from "#db/client.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { OverviewBody, type OverviewRead } from "./_components/overview-body.tsx";
import { OverviewSkeleton } from "./_components/overview-skeleton.tsx";
import { readOverview } from "./_overview/read-overview.ts";
import type { SearchParams } from "./_overview/search-params.ts";

export const metadata: Metadata = { title: "Tables" };

export default async function OverviewPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const reading = readForPage(async (db) => await read(db, params));
  // A document waits for its numbers, so that it is whole without scripts; a change of page inside the browser shows the outline meanwhile.
  const isDocument = (await headers()).get("accept")?.includes("text/html") === true;
  return (
    <>
      <h1 className="visually-hidden">Tables</h1>
      <Suspense fallback={<OverviewSkeleton />}>
        {isDocument ? <OverviewBody read={await reading} /> : <LaterOverview reading={reading} />}
      </Suspense>
    </>
  );
}

async function LaterOverview({ reading }: { reading: Promise<PageData<OverviewRead>> }) {
  return <OverviewBody read={await reading} />;
}

async function read(db: Db, params: SearchParams): Promise<OverviewRead> {
  const [overview, configuration, workers] = await Promise.all([
    readOverview(db, params),
    findServiceState(db, "configuration"),
    listWorkers(db),
  ]);
  return { overview, configuration, workers };
}
