import type { PeekTable } from "#lib/iceberg/contract-peek.ts";
import { createPeekTable } from "#lib/iceberg/peek-catalog.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

/** What a worker looks at a catalog with, and the double that answers it. */
export interface CatalogEngine {
  double: CatalogDouble;
  peekTable: PeekTable;
  /** What a reading asks of the catalog before it reads. Throws as it does. */
  locate: (location: string) => Promise<void>;
}

/** A double as the catalog `lake`, without tables yet, and the worker's own way to ask it; `now`: milliseconds since 1970. */
export async function startCatalogEngine(now: () => number): Promise<CatalogEngine> {
  const double = await CatalogDouble.start();
  const catalogs = [someCatalog({ uri: double.uri })];
  const sources = new Sources({ settings: () => ({ catalogs, stores: [] }), readSecret: nameIsSecret, now, timeoutMs: 2000 });
  return {
    double,
    peekTable: createPeekTable(sources),
    locate: async (location) => void (await sources.findAccess(location, new AbortController().signal)),
  };
}
