import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { ButtonLink } from "#app/_ui/button-link.tsx";
import { PageHead } from "#app/_ui/page-head.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { addTableLink, sourcesLink } from "#lib/contracts/links.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import { SOURCES_NAME } from "../../_entries/sources-name.ts";
import { SecretFolder } from "../../_entries/secret-fields.client.tsx";
import { ServiceNotes } from "../../_service/service-notes.tsx";
import { Products } from "./_components/products.tsx";
import { SourceForm } from "./_components/source-form.client.tsx";
import { SourceList } from "./_components/source-list.tsx";
import { readSources, type SourcesPage } from "./_sources/read-sources.ts";
import { saySources } from "./_sources/say-sources.ts";
import classes from "./page.module.css";
import { readSourcesSearch, type SourcesSearch } from "./search-params.ts";

export const metadata: Metadata = { title: SOURCES_NAME };

export default async function SourcesRoute({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const search = readSourcesSearch(await searchParams);
  const read = await readForPage(readSources);
  if (!read.ok) return <UnreadFace title="The catalogs, stores and registries could not be read" message={read.message} />;
  const page = read.value;
  const mayChange = page.refused === null;
  const isWaiting = [...page.catalogs, ...page.stores, ...page.registries].some(({ entry }) => entry.state === "waiting");
  return (
    <>
      <PageHead
        title={SOURCES_NAME}
        verdict={saySources(page)}
        because="Catalogs list tables and may vend storage credentials; otherwise add a store. A schema registry decodes Kafka keys."
        actions={
          mayChange && (
            <>
              <ButtonLink href={sourcesLink({ add: "schema_registry" })}>Add a schema registry</ButtonLink>
              <ButtonLink href={sourcesLink({ add: "store" })}>Add a store</ButtonLink>
              <ButtonLink href={sourcesLink({ add: "catalog" })} main>
                Add a catalog
              </ButtonLink>
            </>
          )
        }
      />
      <ServiceNotes configuration={page.configuration} workers={page.workers} />
      {page.refused !== null && <p role="status">{page.refused}</p>}
      <div className={`${classes["columns"]} ${search === null ? "" : classes["asked"]}`}>
        <div className={classes["lists"]}>
          <SourceList
            kind="catalog"
            title="Catalogs"
            sources={page.catalogs}
            none={mayChange && search === null ? <Products /> : "No catalog is connected."}
            mayChange={mayChange}
          />
          <SourceList
            kind="store"
            title="Stores"
            sources={page.stores}
            none="No stores. Bergwatch uses credentials from the catalog, or local folders."
            mayChange={mayChange}
          />
          <SourceList
            kind="schema_registry"
            title="Schema registries"
            sources={page.registries}
            none="No schema registries. Keys are decoded by format, enough for most; schema-encoded keys may stay undecided."
            mayChange={mayChange}
          />
          <p>
            <ButtonLink href={addTableLink()}>Add a table</ButtonLink>
          </p>
        </div>
        {search !== null && <Form page={page} search={search} />}
      </div>
      <Refresh everySeconds={isWaiting ? 2 : 30} />
    </>
  );
}

function Form({ page, search }: { page: SourcesPage; search: NonNullable<SourcesSearch> }) {
  const { kind, name, product } = search;
  const sources = { catalog: page.catalogs, store: page.stores, schema_registry: page.registries }[kind];
  const entry = sources.find((source) => source.entry.name === name && source.entry.origin.from === "settings")?.entry ?? null;
  const title = name !== null ? `Change ${name}` : `Add a ${ENTRY_WORDS[kind]}`;
  return (
    <div className={classes["form"]}>
      <Panel title={title}>
        <PanelBody>
          {page.refused !== null ? (
            <p>{page.refused}</p>
          ) : name !== null && entry === null ? (
            <p>No entry with this name: it was removed or renamed, or it is in the configuration file and is changed there.</p>
          ) : (
            <SecretFolder folder={page.secretFolder}>
              <SourceForm kind={kind} entry={entry} product={product} />
            </SecretFolder>
          )}
        </PanelBody>
      </Panel>
    </div>
  );
}
