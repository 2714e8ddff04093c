import type { SourceSettings } from "#lib/contracts/source-settings.ts";
import { liesBelow } from "#lib/store-place.ts";

/** What the configuration has with what a command names: its catalogs and registries go first, its stores are for places that the former has none for. Pure. */
export function addSources({ catalogs, stores, registries = [] }: SourceSettings, named: SourceSettings): SourceSettings {
  const open = named.stores.filter(({ scope }) => !stores.some((store) => scope === store.scope || liesBelow(scope, store.scope)));
  return {
    catalogs: [...named.catalogs, ...catalogs],
    stores: [...stores, ...open],
    registries: [...(named.registries ?? []), ...registries],
    // By which those are used that were entered: a command names them as the service has them.
    bounds: named.bounds,
  };
}
