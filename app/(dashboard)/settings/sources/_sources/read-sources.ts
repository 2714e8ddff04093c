import type { Db } from "#db/client.ts";
import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listRegistryHealth } from "#db/queries/registry-health.ts";
import { listIllCatalogs } from "#db/queries/ill-catalogs.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { bareScope } from "#lib/config/entry-name.ts";
import type { CatalogRequestBody, CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { RegistryHealth } from "#lib/contracts/registry-health.ts";
import type { CatalogSettings, RegistrySettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { unifyScheme } from "#lib/store-place.ts";
import { findAsked } from "../../../_asking/find-asked.ts";
import { readEntries, watchedByCatalog, type CatalogWatched, type Entries } from "../../../_entries/read-entries.ts";
import { catalogFacts, isOvertaken, registryFacts, storeFacts } from "./describe-source.ts";

export interface ShownSource {
  entry: EntryView;
  facts: string[];
  /** The tables that it has, opens or decodes keys of, and that are watched. */
  watched: Pick<CatalogWatched, "id" | "name">[];
  /** Of a catalog, by the looks of polls and runs at it; null: it was not looked at yet. */
  health: CatalogHealth | null;
  /** Of a schema registry, by the readings and tests that asked it as it is now; null: none did yet. */
  registryHealth: RegistryHealth | null;
  /** The incident that tells that it is ill; null: none is open. */
  incidentId: string | null;
  /** How it is tested, and its last test, where what that found is kept; null: it cannot be tested now. */
  test: { body: CatalogRequestBody; before: CatalogRequestView | null } | null;
}

export interface SourcesPage extends Entries {
  catalogs: ShownSource[];
  stores: ShownSource[];
  registries: ShownSource[];
}

const UNASKED = { health: null, registryHealth: null, incidentId: null, test: null };

/** Everything of the page of sources. */
export async function readSources(db: Db): Promise<SourcesPage> {
  const [read, healths, ill, registryHealths] = await Promise.all([
    readEntries(db),
    listCatalogHealth(db),
    listIllCatalogs(db),
    listRegistryHealth(db),
  ]);
  const { entries, tables, configuration } = read;
  const sources = configuration?.service?.sources;
  const byCatalog = watchedByCatalog(tables);
  const of = (kind: EntryView["kind"]) => entries.filter((entry) => entry.kind === kind);
  const catalogs = await Promise.all(
    of("catalog").map(async (entry): Promise<ShownSource> => {
      const settings = sources?.catalogs.find(({ name }) => same(name, entry.name));
      return {
        ...UNASKED,
        entry,
        facts: factsOf(entry, settings, catalogFacts),
        watched: isOvertaken(entry, entries) ? [] : (byCatalog.get(entry.name.toLowerCase()) ?? []),
        health: healths.find(({ name }) => same(name, entry.name)) ?? null,
        incidentId: ill.get(entry.name.toLowerCase())?.incident?.id ?? null,
        test: await testOf(db, entry, { kind: "test", catalog: { name: entry.name } }),
      };
    }),
  );
  const stores = of("store").map((entry): ShownSource => {
    const settings = sources?.stores.find(({ scope }) => same(scope, entry.name));
    const scope = bareScope(entry.name);
    const below = tables.filter(({ definition }) => `${unifyScheme(definition.location)}/`.startsWith(`${scope}/`));
    return {
      ...UNASKED,
      entry,
      facts: factsOf(entry, settings, storeFacts),
      watched: isOvertaken(entry, entries) ? [] : below,
    };
  });
  const registries = await Promise.all(
    of("schema_registry").map(async (entry): Promise<ShownSource> => {
      const settings = sources?.registries?.find(({ name }) => same(name, entry.name));
      const naming = tables.filter(({ definition: { schemaRegistry } }) => schemaRegistry !== null && same(schemaRegistry, entry.name));
      return {
        ...UNASKED,
        entry,
        facts: factsOf(entry, settings, registryFacts),
        watched: isOvertaken(entry, entries) ? [] : naming,
        registryHealth: asItIs(entry, registryHealths.find(({ name }) => same(name, entry.name)) ?? null),
        test: await testOf(db, entry, { kind: "test_registry", registry: { name: entry.name } }),
      };
    }),
  );
  return { ...read, catalogs, stores, registries };
}

async function testOf(db: Db, { state }: EntryView, body: CatalogRequestBody): Promise<ShownSource["test"]> {
  return state === "in use" ? { body, before: await findAsked(db, body) } : null;
}

/** What was met before it was changed says nothing of what it is now. */
function asItIs({ origin }: EntryView, health: RegistryHealth | null): RegistryHealth | null {
  return health !== null && origin.from === "settings" && health.lastAskedAt < origin.changedAt ? null : health;
}

/** While no worker has taken it over only what was written is known. */
function factsOf<T extends CatalogSettings | StoreSettings | RegistrySettings>(
  entry: EntryView,
  settings: T | undefined,
  say: (settings: T) => string[],
): string[] {
  if (entry.state === "in use" && settings !== undefined) return say(settings);
  const { uri, url, endpoint, warehouse } = entry.written ?? {};
  return [uri, url, endpoint, warehouse].filter((text) => typeof text === "string");
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
