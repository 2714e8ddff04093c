import { browseCatalog } from "#lib/iceberg/asking/browse-catalog.ts";
import { describe, sampleKeys } from "#lib/iceberg/asking/describe.ts";
import { findTables } from "#lib/iceberg/asking/find-tables.ts";
import { testCatalog } from "#lib/iceberg/asking/test-catalog.ts";
import { testRegistry } from "#lib/iceberg/asking/test-registry.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

/** Asks catalogs and schema registries in this process, and tables in readers. */
export function createAsking(sources: Sources, readers: ReaderPool): Asking {
  return {
    testCatalog: async (settings, options) => await testCatalog(sources.withCatalog(settings), readers, settings, options),
    testRegistry: async (settings, options) => await testRegistry(sources.registry(settings), options),
    browse: async (catalog, namespace, options) => await browseCatalog(await sources.catalog(catalog), namespace, options),
    describe: async (location, options) => await describe(sources, readers, location, options),
    findTables: async (catalog, rule, options) => await findTables(await sources.catalog(catalog), rule, options),
    planTable: readers.ask("plan"),
    sampleKeys: async (location, options) => await sampleKeys(readers, location, options),
  };
}
