import type { Metadata } from "next/types.js";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { Face } from "#app/_ui/face.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { catalogLink, catalogMatchLink, sourcesLink } from "#lib/contracts/links.ts";
import { formatLevels, parseLevels } from "#lib/contracts/table-name.ts";
import { ServiceNotes } from "../../_service/service-notes.tsx";
import { findAsked } from "../../_asking/find-asked.ts";
import { watchedByCatalog } from "../../_entries/read-entries.ts";
import { findCatalog, NotInUse } from "../find-catalog.tsx";
import { Browser } from "./_components/browser.client.tsx";

interface PageProps {
  params: Promise<{ catalog: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  return { title: decodeURIComponent((await params).catalog).slice(0, 100) };
}

export default async function CatalogRoute({ params, searchParams }: PageProps) {
  const asked = await searchParams;
  const written = first(asked["namespace"]);
  const namespace = written === "" ? [] : parseLevels(written);
  const read = await findCatalog(params, async (db, { catalog }) =>
    namespace === null || catalog.state !== "in use" ? null : await findAsked(db, { kind: "browse", catalog: catalog.name, namespace }),
  );
  if (!read.ok) return <UnreadFace title="The catalog could not be read from the store" message={read.message} />;
  const { catalog, tables, configuration, workers, more } = read.value;
  const { name } = catalog;
  const here = namespace?.at(-1) ?? name;
  const watched = watchedByCatalog(tables).get(name.toLowerCase()) ?? [];
  return (
    <>
      <Breadcrumbs above={crumbs(name, namespace ?? [])} here={here}>
        <CopyLink />
      </Breadcrumbs>
      <ServiceNotes configuration={configuration} workers={workers} />
      <PageHead
        title={here}
        facts={namespace === null || namespace.length === 0 ? "catalog" : `in ${name}`}
        because={
          watched.length === 0
            ? "Open a table to see what it is and to watch it, or watch many at once by their names."
            : `${watched.length === 1 ? `One table of ${name} is` : `${watched.length} tables of ${name} are`} watched. Open another to see what it is, or watch many at once.`
        }
        actions={
          catalog.state === "in use" && (
            <ButtonLink href={catalogMatchLink(name, namespace === null || namespace.length === 0 ? "**" : `${formatLevels(namespace)}.*`)}>
              Watch many
            </ButtonLink>
          )
        }
      />
      {catalog.state !== "in use" ? (
        <>
          <NotInUse catalog={catalog} />
          <Refresh everySeconds={3} silent />
        </>
      ) : namespace === null ? (
        <Face icon={<StateIcon state="unknown" />} title="Invalid namespace name">
          <p>“{written}” cannot be read. Levels are divided by dots; put a level that contains a dot or a quote in double quotes.</p>
        </Face>
      ) : (
        <Browser
          key={JSON.stringify(namespace)}
          catalog={name}
          namespace={namespace}
          first={more}
          q={first(asked["q"])}
          watched={Object.fromEntries(watched.map(({ table, id, name: called }) => [table, { id, name: called }]))}
        />
      )}
    </>
  );
}

/** The catalog and each level above the one that is shown. */
function crumbs(catalog: string, namespace: readonly string[]): { href: string; name: string }[] {
  const above = [{ href: sourcesLink(), name: "Catalogs" }];
  if (namespace.length === 0) return above;
  const levels = namespace
    .slice(0, -1)
    .map((level, at) => ({ href: catalogLink(catalog, formatLevels(namespace.slice(0, at + 1))), name: level }));
  return [...above, { href: catalogLink(catalog), name: catalog }, ...levels];
}

function first(given: string | string[] | undefined): string {
  return (Array.isArray(given) ? given[0] : given) ?? "";
}
