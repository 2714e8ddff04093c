import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { allVariables, env } from "#lib/env.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import { createAsking } from "#lib/iceberg/create-asking.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { WARM_LIMITS } from "#lib/iceberg/warm-readers.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const LIMITS = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 120_000, threads: 2 };

export interface AskingWorld {
  double: CatalogDouble;
  settings: CatalogSettings;
  asking: Asking;
  close: () => Promise<void>;
}

/** A catalog double named `lake` with the table shop.orders, and everything that asks it, with real readers. The caller closes it. */
export async function createAskingWorld(
  options: DoubleOptions = {},
  changes: Partial<CatalogSettings> = {},
  stores: StoreSettings[] = [],
): Promise<AskingWorld> {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  const settings = someCatalog({ uri: double.uri, ...changes });
  const dataDirectory = await mkdtemp(join(tmpdir(), "bergwatch-asking-"));
  const sourcesOptions = { settings: () => ({ catalogs: [settings], stores }), readSecret: nameIsSecret };
  const sources = new Sources(sourcesOptions);
  const { extensionDir, extensionRepository } = env();
  const readers = createReaderPool({
    limits: LIMITS,
    extensionDirectory: extensionDir,
    extensionRepository,
    dataDirectory,
    environment: allVariables(),
    // A process for each question takes longer than its answer.
    warm: { ...WARM_LIMITS, readersMax: 1, idleMs: 5000 },
    findAccess: async (location, signal) => await sources.findAccess(location, signal),
  });
  return {
    double,
    settings,
    asking: createAsking(sources, readers),
    close: async () => {
      await double.close();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
