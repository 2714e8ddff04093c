import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { overviewLink } from "#lib/contracts/links.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import { findAsked } from "../../_asking/find-asked.ts";
import { ServiceNotes } from "../../_service/service-notes.tsx";
import { knownNames, readEntries, watchedByCatalog } from "../../_entries/read-entries.ts";
import { TableWatch } from "../../_watch/table-watch.client.tsx";
import { Ways } from "./_components/ways.tsx";

export const metadata: Metadata = { title: "Add a table" };

export default async function NewTableRoute({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const given = (await searchParams)["location"];
  const location = ((Array.isArray(given) ? given[0] : given) ?? "").trim().slice(0, 2000);
  const read = await readForPage(async (db) => {
    const entries = await readEntries(db);
    if (location === "" || !isStorable(location)) return { entries, asked: null };
    const table = { location };
    const [description, sample] = await Promise.all([findAsked(db, { kind: "describe", table }), findAsked(db, { kind: "sample", table })]);
    return { entries, asked: { table, description, sample } };
  });
  if (!read.ok) return <UnreadFace title="What is connected could not be read" message={read.message} />;
  const { entries, asked } = read.value;
  const { refused, tables, configuration, workers } = entries;
  return (
    <>
      <Breadcrumbs above={[{ href: overviewLink(), name: "Tables" }]} here="Add a table" />
      <ServiceNotes configuration={configuration} workers={workers} />
      <PageHead
        title="Add a table"
        verdict={asked === null ? undefined : location}
        because={
          asked === null
            ? "Pick it from a catalog or enter its location. Nothing is watched until you confirm."
            : "Metadata only; no rows were read."
        }
      />
      {refused !== null && <p role="status">{refused}</p>}
      <Ways entries={entries} watched={watchedByCatalog(tables)} location={location} isOpen={asked === null} />
      {asked !== null && (
        <TableWatch
          key={location}
          asked={asked.table}
          title={location}
          first={asked.description}
          sample={asked.sample}
          entry={null}
          refused={refused}
          known={knownNames(entries)}
        />
      )}
    </>
  );
}
