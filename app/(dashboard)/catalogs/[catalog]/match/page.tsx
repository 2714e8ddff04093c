import type { Metadata } from "next/types.js";
import { viewCatalogRequest } from "#app/api/catalog-requests/view-catalog-request.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import { getCatalogRequest } from "#db/queries/catalog-requests.ts";
import { catalogLink, sourcesLink } from "#lib/contracts/links.ts";
import { nullWhen } from "#lib/errors.ts";
import { ServiceNotes } from "../../../_service/service-notes.tsx";
import { knownNames } from "../../../_entries/read-entries.ts";
import { findCatalog, NotInUse } from "../../find-catalog.tsx";
import { MatchMany } from "./_components/match-many.client.tsx";

export const metadata: Metadata = { title: "Watch many tables" };

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface PageProps {
  params: Promise<{ catalog: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function MatchRoute({ params, searchParams }: PageProps) {
  const asked = await searchParams;
  const read = await findCatalog(params, async (db, { catalog }) => await findMatch(db, catalog.name, first(asked["ask"])));
  if (!read.ok) return <UnreadFace title="The catalog could not be read from the store" message={read.message} />;
  const { catalog, refused, configuration, workers, more } = read.value;
  const { name } = catalog;
  return (
    <>
      <Breadcrumbs
        above={[
          { href: sourcesLink(), name: "Catalogs" },
          { href: catalogLink(name), name },
        ]}
        here="Watch many"
      />
      <ServiceNotes configuration={configuration} workers={workers} />
      <PageHead title={`Watch many tables of ${name}`} because="Match tables by pattern, preview their keys, choose, and save." />
      {catalog.state !== "in use" ? (
        <>
          <NotInUse catalog={catalog} />
          <Refresh everySeconds={3} silent />
        </>
      ) : refused !== null ? (
        <p role="status">{refused}</p>
      ) : (
        <MatchMany catalog={name} pattern={first(asked["pattern"])} before={more} known={knownNames(read.value)} />
      )}
    </>
  );
}

/** The question that the address names, with how it stands; null: none, or it is of another catalog or forgotten. */
async function findMatch(db: Db, catalog: string, id: string) {
  if (!UUID.test(id)) return null;
  const request = await nullWhen("unknown_request", getCatalogRequest(db, id));
  if (request === null || request.asked.kind !== "match" || request.asked.catalog !== catalog) return null;
  return { rule: request.asked.rule, request: await viewCatalogRequest(db, request) };
}

function first(given: string | string[] | undefined): string {
  return (Array.isArray(given) ? given[0] : given) ?? "";
}
