import type { Db } from "#db/client.ts";
import { listCatalogHealth } from "#db/queries/catalog-health.ts";
import { listIllCatalogs } from "#db/queries/ill-catalogs.ts";
import type { CatalogHealth } from "#lib/contracts/catalog-health.ts";
import { bareScope } from "#lib/config/entry-name.ts";
import type { CatalogRequestView } from "#lib/contracts/catalog-requests.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { unifyScheme } from "#lib/store-place.ts";
import { findAsked } from "../../../_asking/find-asked.ts";
import { readEntries, watchedByCatalog, type CatalogWatched, type Entries } from "../../../_entries/read-entries.ts";
import { catalogFacts, isOvertaken, storeFacts } from "./describe-source.ts";

export interface ShownSource {
  entry: EntryView;
  facts: string[];
  /** The tables that it has or opens and that are watched. */
  watched: CatalogWatched[];
  /** Of a catalog, by the looks of polls and runs at it; null: it was not looked at yet. */
  health: CatalogHealth | null;
  /** The incident that tells that it is ill; null: none is open. */
  incidentId: string | null;
  /** Its last test, where what that found is kept. */
  test: CatalogRequestView | null;
}

export interface SourcesPage extends Entries {
  catalogs: ShownSource[];
  stores: ShownSource[];
}

/** Everything of the page of catalogs and stores. */
export async function readSources(db: Db): Promise<SourcesPage> {
  const [read, healths, ill] = await Promise.all([readEntries(db), listCatalogHealth(db), listIllCatalogs(db)]);
  const { entries, tables, configuration } = read;
  const sources = configuration?.service?.sources;
  const byCatalog = watchedByCatalog(tables);
  const of = (kind: EntryView["kind"]) => entries.filter((entry) => entry.kind === kind);
  const catalogs = await Promise.all(
    of("catalog").map(async (entry): Promise<ShownSource> => {
      const settings = sources?.catalogs.find(({ name }) => same(name, entry.name));
      return {
        entry,
        facts: factsOf(entry, settings, catalogFacts),
        watched: isOvertaken(entry, entries) ? [] : (byCatalog.get(entry.name.toLowerCase()) ?? []),
        health: healths.find(({ name }) => same(name, entry.name)) ?? null,
        incidentId: ill.get(entry.name.toLowerCase())?.incidentId ?? null,
        test: entry.state === "in use" ? await findAsked(db, { kind: "test", catalog: { name: entry.name } }) : null,
      };
    }),
  );
  const stores = of("store").map((entry): ShownSource => {
    const settings = sources?.stores.find(({ scope }) => same(scope, entry.name));
    const scope = bareScope(entry.name);
    const below = tables.filter(({ definition }) => `${unifyScheme(definition.location)}/`.startsWith(`${scope}/`));
    return {
      entry,
      facts: factsOf(entry, settings, storeFacts),
      watched: isOvertaken(entry, entries) ? [] : below.map(({ id, name }) => ({ id, name, table: name })),
      health: null,
      incidentId: null,
      test: null,
    };
  });
  return { ...read, catalogs, stores };
}

/** While no worker has taken it over only what was written is known. */
function factsOf<T extends CatalogSettings | StoreSettings>(
  entry: EntryView,
  settings: T | undefined,
  say: (settings: T) => string[],
): string[] {
  if (entry.state === "in use" && settings !== undefined) return say(settings);
  const { uri, endpoint, warehouse } = entry.written ?? {};
  return [uri, endpoint, warehouse].filter((text) => typeof text === "string");
}

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
