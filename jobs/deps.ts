import { join } from "node:path";
import { addSources } from "#jobs/add-sources.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import { listSampleTables } from "#jobs/sample-tables.ts";
import { loadSources } from "#lib/config/load-sources.ts";
import { readSecret } from "#lib/config/secret.ts";
import { NO_SOURCES, type SourceSettings } from "#lib/contracts/source-settings.ts";
import { allVariables, env, EXPORTS_FOLDER, type Env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import type { GatherFacts, ListSnapshots } from "#lib/iceberg/contract.ts";
import type { PeekTable } from "#lib/iceberg/contract-peek.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import type { ExportKeys, LookUpKey } from "#lib/iceberg/contract-keys.ts";
import { createAsking } from "#lib/iceberg/create-asking.ts";
import { describeMissingExtensions } from "#lib/iceberg/duckdb/extensions.ts";
import { createExportKeys } from "#lib/iceberg/export-keys.ts";
import { createGatherFacts } from "#lib/iceberg/gather-facts.ts";
import { createPeekTable } from "#lib/iceberg/peek-catalog.ts";
import { createReaderPool, type ReaderPool, type ReaderPoolOptions } from "#lib/iceberg/reader-pool.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { WARM_LIMITS } from "#lib/iceberg/warm-readers.ts";
import { log } from "#lib/log.ts";

/** The real world for commands. The environment is read at the first reading (AppError usage when faulty), so that help needs none. */
export function createDeps(): Omit<CommandDeps, "signal" | "say" | "interactive"> {
  let opened: ReaderPool | undefined;
  let named = NO_SOURCES;
  const settings = async (): Promise<SourceSettings> => addSources(await loadSources(env().configFile), named);
  let sources: Sources | undefined;
  const openOnce = (): Sources => (sources ??= openSources(env(), settings));
  const readers = (): ReaderPool => (opened ??= createReaderPool(readerOptions(env(), openOnce())));
  return {
    now: () => new Date(),
    configFile: () => env().configFile,
    exportFolder: () => join(env().dataDir, EXPORTS_FOLDER),
    openService: async () => {
      const { openService } = await import("#jobs/commands/service.ts");
      return await openService(await findDatabaseUrl(env()));
    },
    listSampleTables: async () => await listSampleTables(),
    machine: env,
    storage: env,
    useSources: (sources) => void (named = sources),
    log,
    gatherFacts: async (request, options) => await createGatherFacts(readers())(request, options),
    listSnapshots: async (request, options) => await readers().ask("snapshots")(request, options),
    lookUpKey: async (request, options) => await readers().ask("key")(request, options),
    planTable: async (request, options) => await readers().ask("plan")(request, options),
    asking: () => createAsking(openOnce(), readers()),
  };
}

export interface Engine {
  gatherFacts: GatherFacts;
  listSnapshots: ListSnapshots;
  lookUpKey: LookUpKey;
  exportKeys: ExportKeys;
  peekTable: PeekTable;
  asking: Asking;
  /** Why tables cannot be read; null: they can. */
  findFault: () => Promise<string | null>;
}

/** All that touches Iceberg, for the worker; `configured`: the sources that the configuration has now. */
export function createEngine(
  settings: Env,
  configured: () => SourceSettings = () => NO_SOURCES,
  onRegistry?: ReaderPoolOptions["onRegistry"],
): Engine {
  const sources = openSources(settings, configured);
  const readers = createReaderPool({ ...readerOptions(settings, sources), onRegistry });
  return {
    gatherFacts: createGatherFacts(readers),
    listSnapshots: readers.ask("snapshots"),
    lookUpKey: readers.ask("key"),
    exportKeys: createExportKeys(readers),
    peekTable: createPeekTable(sources),
    asking: createAsking(sources, readers),
    findFault: async () => await describeMissingExtensions(settings.extensionDir),
  };
}

/**
 * The connection string of the service's Postgres: DATABASE_URL, else that of the one which runs in the data folder.
 * Throws AppError store_unreachable that says how to start it.
 */
export async function findDatabaseUrl({ databaseUrl, dataDir }: Pick<Env, "databaseUrl" | "dataDir">): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  const { findEmbeddedPostgres } = await import("#db/embedded.ts");
  const url = await findEmbeddedPostgres(dataDir);
  if (url !== null) return url;
  throw new AppError(
    "store_unreachable",
    `Bergwatch does not run: DATABASE_URL is not set, and no Postgres runs in ${dataDir}. Start it with "npm start", or name the service's Postgres in DATABASE_URL.`,
  );
}

/** Secrets are read in this process's environment and beside its configuration file. */
function openSources({ configFile }: Env, settings: () => SourceSettings | Promise<SourceSettings>): Sources {
  const at = { configFile, environment: allVariables() };
  return new Sources({ settings, readSecret: async (place) => (place.from === "text" ? place.text : await readSecret(place, at)) });
}

function readerOptions(settings: Env, sources: Sources): ReaderPoolOptions {
  const { dataDir, extensionDir, extensionRepository, memoryBytesMax, spillBytesMax, durationSecondsMax, threads, readersMax } = settings;
  return {
    limits: { memoryBytesMax, spillBytesMax, durationMsMax: durationSecondsMax * 1000, threads },
    dataDirectory: dataDir,
    extensionDirectory: extensionDir,
    extensionRepository,
    environment: allVariables(),
    warm: { ...WARM_LIMITS, readersMax },
    findAccess: async (location, signal) => await sources.findAccess(location, signal),
    findRegistry: async (name) => await sources.findRegistry(name),
  };
}
