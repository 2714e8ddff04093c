import Link from "next/link";
import type { Metadata } from "next/types.js";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { catalogLink, sourcesLink, tableLink, tableSettingLink } from "#lib/contracts/links.ts";
import { formatLevels, formatTableName, parseTableName } from "#lib/contracts/table-name.ts";
import { ServiceNotes } from "../../../_service/service-notes.tsx";
import { findAsked } from "../../../_asking/find-asked.ts";
import { knownNames, watchedByCatalog, type CatalogWatched } from "../../../_entries/read-entries.ts";
import { TableWatch } from "../../../_watch/table-watch.client.tsx";
import { findCatalog, NotInUse } from "../../find-catalog.tsx";

interface PageProps {
  params: Promise<{ catalog: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
  return { title: first((await searchParams)["table"]).slice(0, 200) || "A table of a catalog" };
}

export default async function CatalogTableRoute({ params, searchParams }: PageProps) {
  const written = first((await searchParams)["table"]);
  const named = written.includes("\0") ? null : parseTableName(written);
  const read = await findCatalog(params, async (db, { catalog }) => {
    if (named === null || catalog.state !== "in use") return null;
    const table = { catalog: catalog.name, ...named };
    const [description, sample] = await Promise.all([findAsked(db, { kind: "describe", table }), findAsked(db, { kind: "sample", table })]);
    return { table, description, sample };
  });
  if (!read.ok) return <UnreadFace title="The catalog could not be read from the store" message={read.message} />;
  const { catalog, tables, refused, configuration, workers, more } = read.value;
  const { name } = catalog;
  const shown = named === null ? written : formatTableName(named);
  const watched = (watchedByCatalog(tables).get(name.toLowerCase()) ?? []).filter(({ table }) => table === shown);
  return (
    <>
      <Breadcrumbs above={crumbs(name, named?.namespace ?? [])} here={named?.table ?? "A table"}>
        <CopyLink />
      </Breadcrumbs>
      <ServiceNotes configuration={configuration} workers={workers} />
      <PageHead
        title={shown === "" ? "A table" : shown}
        facts={
          <>
            in {name} {watched.length > 0 && <Pill>watched</Pill>}
          </>
        }
        because={watched.length > 0 ? undefined : "Metadata only; no rows were read. It is not watched yet."}
      />
      {named === null ? (
        <Face icon={<StateIcon state="unknown" />} title="Invalid table name">
          <p>
            “{written}” names no table: write the namespace and the table with a dot between them, shop.orders.{" "}
            <Link href={catalogLink(name)}>Browse {name}</Link>
          </p>
        </Face>
      ) : more === null ? (
        <>
          <NotInUse catalog={catalog} />
          <Refresh everySeconds={3} silent />
        </>
      ) : (
        <TableWatch
          key={shown}
          asked={more.table}
          title={shown}
          first={more.description}
          sample={more.sample}
          entry={null}
          refused={refused}
          known={knownNames(read.value)}
          instead={watched.length > 0 ? <Watched watched={watched} /> : undefined}
        />
      )}
    </>
  );
}

function Watched({ watched }: { watched: readonly CatalogWatched[] }) {
  return (
    <>
      {watched.map(({ id, name }) => (
        <p key={id}>
          It is watched as <Link href={tableLink(id)}>{name}</Link>. <Link href={tableSettingLink(id)}>Its settings</Link>
        </p>
      ))}
    </>
  );
}

function crumbs(catalog: string, namespace: readonly string[]): { href: string; name: string }[] {
  const levels = namespace.map((level, at) => ({ href: catalogLink(catalog, formatLevels(namespace.slice(0, at + 1))), name: level }));
  return [{ href: sourcesLink(), name: "Catalogs" }, { href: catalogLink(catalog), name: catalog }, ...levels];
}

function first(given: string | string[] | undefined): string {
  return (Array.isArray(given) ? given[0] : given) ?? "";
}
