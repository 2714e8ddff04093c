import type { CheckInput } from "#jobs/commands/check-options.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import { loadSources } from "#lib/config/load-sources.ts";
import { NO_SOURCES, type SourceSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import { parseCatalogLocation } from "#lib/catalog-table.ts";

type Deps = Pick<CommandDeps, "configFile" | "openService">;

/**
 * The input of a reading with what it needs of what was entered in the running service: its table's catalog, and the schema registry that it
 * names. What the options name goes before, and so does the configuration file, so that no service is needed there. Throws AppError
 * unknown_catalog where neither has the catalog, or nobody can say since the service does not run; that a registry is missing tells the reading.
 */
export async function withEnteredSources<T extends Pick<CheckInput, "request" | "sources">>(deps: Deps, input: T): Promise<T> {
  const { request, sources } = input;
  // What an option names is its own, whatever the settings have of that name.
  const entered = sources.catalogs.length > 0 ? null : await findEnteredSources(deps, request.location);
  const registries = await findEnteredRegistries(deps, { name: request.explain?.registry ?? null, sources, entered });
  const used = entered ?? sources;
  const bounds = entered?.bounds ?? registries.bounds;
  return { ...input, sources: { ...used, registries: [...(sources.registries ?? []), ...(registries.registries ?? [])], bounds } };
}

/**
 * What a location needs of what was entered; null: nothing, as for places, and for a catalog that the configuration file has. Throws AppError
 * as above.
 */
async function findEnteredSources({ configFile, openService }: Deps, location: string): Promise<SourceSettings | null> {
  const named = parseCatalogLocation(location);
  if (named === null) return null;
  const { catalogs } = await loadSources(configFile());
  const has = (all: SourceSettings["catalogs"]): boolean => hasNamed(all, named.catalog);
  if (has(catalogs)) return null;
  const entered = await readEntered({ openService }).catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause;
    const have = catalogs.length === 0 ? "it has none" : `it has ${catalogs.map(({ name }) => name).join(", ")}`;
    throw new AppError(
      "unknown_catalog",
      `The configuration file has no catalog ${named.catalog}: ${have}. Whether it was entered in the settings is not known: ${cause.message}`,
      { cause },
    );
  });
  if (has(entered.catalogs)) return entered;
  const have = [...catalogs, ...entered.catalogs].map(({ name }) => name);
  throw new AppError(
    "unknown_catalog",
    `Neither the configuration file nor the settings have a catalog ${named.catalog}: ${have.length === 0 ? "there are none" : `there are ${have.join(", ")}`}. Enter it by "catalogs add", or add it to catalogs of the file.`,
  );
}

type Registries = Pick<SourceSettings, "registries" | "bounds">;

/**
 * The registries that were entered, where that of this name is none that an option or the file names; none where the service does not run. In:
 * `entered`, where it was read already.
 */
async function findEnteredRegistries(
  { configFile, openService }: Deps,
  { name, sources, entered }: { name: string | null; sources: SourceSettings; entered: SourceSettings | null },
): Promise<Registries> {
  if (name === null || hasNamed(sources.registries ?? [], name)) return {};
  if (hasNamed((await loadSources(configFile())).registries ?? [], name)) return {};
  if (entered !== null) return entered;
  return await readEntered({ openService }).catch((error: unknown) => {
    if (error instanceof AppError) return {};
    throw error;
  });
}

function hasNamed(all: readonly { name: string }[], wanted: string): boolean {
  return all.some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
}

/** Sources that were entered, as the workers use them, with the bounds by which they do. */
async function readEntered({ openService }: Pick<CommandDeps, "openService">): Promise<SourceSettings> {
  const { findServiceState } = await import("#db/queries/service-states.ts");
  const service = await openService();
  try {
    const sources = (await findServiceState(service.database.db, "configuration"))?.service?.sources ?? NO_SOURCES;
    const ofSettings = {
      catalogs: sources.catalogs.filter(({ entered }) => entered),
      stores: sources.stores.filter(({ entered }) => entered),
      registries: (sources.registries ?? []).filter(({ entered }) => entered),
    };
    return { ...ofSettings, bounds: sources.bounds };
  } finally {
    await service.close();
  }
}

/** The table of that name that was entered and is watched; null: there is none, or the service does not run. */
export async function findEnteredTable({ openService }: Pick<CommandDeps, "openService">, name: string): Promise<TableDefinition | null> {
  const { listTables } = await import("#db/queries/tables.ts");
  try {
    const service = await openService();
    try {
      const tables = await listTables(service.database.db);
      return tables.find((table) => table.source === "settings" && table.name.toLowerCase() === name.toLowerCase())?.definition ?? null;
    } finally {
      await service.close();
    }
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Names of the channels that were added in the settings; none where the service does not run. */
export async function listEnteredChannels({ openService }: Pick<CommandDeps, "openService">): Promise<string[]> {
  const { listEntries } = await import("#db/queries/settings-entries.ts");
  try {
    const service = await openService();
    try {
      return (await listEntries(service.database.db)).flatMap(({ kind, name }) => (kind === "channel" ? [name] : []));
    } finally {
      await service.close();
    }
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
