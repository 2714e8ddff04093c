import Link from "next/link";
import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import tools from "#app/_ui/list-tools.module.css";
import { readFirstHour } from "#db/queries/first-hour.ts";
import { isFirstHourOver } from "#lib/contracts/first-hour.ts";
import { addTableLink, tableSettingsLink } from "#lib/contracts/links.ts";
import { ENTRIES_YAML_ADDRESS, type EntryView } from "#lib/contracts/settings-entries.ts";
import { formatTableName } from "#lib/contracts/table-name.ts";
import { TABLE_SOURCES } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { ShowChecklist } from "../../_first-hour/change-checklist.client.tsx";
import { DismissSamples, ShowSamples } from "../../_samples/change-samples.client.tsx";
import { ServiceNotes } from "../../_service/service-notes.tsx";
import { readEntries, sayLocation, type Entries } from "../../_entries/read-entries.ts";
import { placeOf } from "../../_entries/table-fields.ts";
import { EntryTable } from "./entry-table.tsx";
import { listEntries } from "./list-entries.ts";
import { readTableSettingsSearch, settingsSearchLink, type TableSettingsSearch } from "./search-params.ts";

export const metadata: Metadata = { title: "Settings of tables" };

const ORIGINS = { file: "From the file", settings: "Added here", sample: "Samples" } as const;

export default async function TableSettingsRoute({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const search = readTableSettingsSearch(await searchParams);
  const read = await readForPage(async (db) => {
    const [entries, firstHour] = await Promise.all([readEntries(db), readFirstHour(db)]);
    return { ...entries, firstHour };
  });
  if (!read.ok) return <UnreadFace title="The settings of the tables could not be read" message={read.message} />;
  const { entries, refused, tables, configuration, workers, firstHour } = read.value;
  const places = new Map(tables.map(({ id, definition: { location } }) => [id, sayLocation(location)]));
  const sayPlace = (entry: EntryView) => sayWrittenPlace(entry) ?? places.get(entry.tableId ?? "") ?? null;
  const listed = listEntries(entries, search, sayPlace);
  const isWaiting = entries.some(({ state }) => state === "waiting");
  const hasSamples = entries.some(({ origin }) => origin.from === "sample");
  const hasEntered = entries.some(({ origin }) => origin.from === "settings");
  return (
    <>
      <PageHead
        title="Tables"
        verdict={sayTables(entries)}
        because="Tables from bergwatch.yaml are edited there. Tables added here are edited here and can be exported as YAML."
        actions={
          <>
            {!firstHour.shown && !isFirstHourOver(firstHour) && <ShowChecklist />}
            {hasSamples ? <DismissSamples /> : <ShowSamples />}
            {hasEntered && (
              <ButtonLink href={ENTRIES_YAML_ADDRESS} download="bergwatch.yaml">
                Export YAML
              </ButtonLink>
            )}
            {refused === null && (
              <ButtonLink href={addTableLink()} main>
                Add a table
              </ButtonLink>
            )}
          </>
        }
      />
      <ServiceNotes configuration={configuration} workers={workers} />
      {refused !== null && <p role="status">{refused}</p>}
      <Filters entries={entries} search={search} />
      {listed.length === 0 ? (
        <Face title={search.q === "" && search.origin === null ? "No tables yet" : "No tables match these filters"}>
          <p>
            {search.q === "" && search.origin === null ? (
              <Link href={addTableLink()}>Add a table</Link>
            ) : (
              <Link href={tableSettingsLink()}>Show all</Link>
            )}
          </p>
        </Face>
      ) : (
        <EntryTable entries={listed} search={search} placeOf={sayPlace} mayChange={refused === null} />
      )}
      <Refresh everySeconds={isWaiting ? 2 : 30} />
    </>
  );
}

function Filters({ entries, search }: Pick<Entries, "entries"> & { search: TableSettingsSearch }) {
  const count = (origin: TableSettingsSearch["origin"]) => listEntries(entries, { ...search, origin }).length;
  const shown = [null, ...TABLE_SOURCES.filter((source) => count(source) > 0 || source === search.origin)];
  return (
    <div className={tools["tools"]}>
      <nav className={tools["segments"]} aria-label="Origin">
        {shown.map((origin) => (
          <Link
            key={origin ?? "all"}
            href={settingsSearchLink(search, { origin })}
            aria-current={search.origin === origin ? "true" : undefined}
            prefetch={false}
            scroll={false}
          >
            {origin === null ? "All" : ORIGINS[origin]} <span>{formatCount(count(origin))}</span>
          </Link>
        ))}
      </nav>
      <search className={tools["search"]}>
        <form action={tableSettingsLink()}>
          {search.origin !== null && <input type="hidden" name="origin" value={search.origin} />}
          {search.sort !== "name" && <input type="hidden" name="sort" value={search.sort} />}
          <input
            type="search"
            name="q"
            aria-label="Find a table by a part of its name"
            placeholder="Filter by name"
            defaultValue={search.q}
            maxLength={200}
          />
        </form>
      </search>
    </div>
  );
}

function sayWrittenPlace({ written }: EntryView): string | null {
  const place = written === null ? null : placeOf(written);
  if (place === null) return null;
  return "location" in place ? place.location : `${formatTableName(place)} in ${place.catalog}`;
}

function sayTables(entries: Entries["entries"]): string {
  const tables = entries.filter(({ kind }) => kind === "table");
  const count = (state: (typeof tables)[number]["state"]) => tables.filter((table) => table.state === state).length;
  const said = `${formatCount(tables.length)} ${tables.length === 1 ? "table" : "tables"}`;
  if (count("faulty") > 0)
    return `${formatCount(count("faulty"))} of ${said} ${count("faulty") === 1 ? "has an error and is" : "have errors and are"} not watched.`;
  if (count("waiting") > 0) return `${formatCount(count("waiting"))} of ${said} ${count("waiting") === 1 ? "waits" : "wait"} for a worker.`;
  return tables.length === 0 ? "No tables yet." : `${said} ${tables.length === 1 ? "is" : "are"} watched.`;
}
