import { formatTableName } from "#lib/contracts/table-name.ts";
import { parseCatalogLocation, type CatalogTable } from "#lib/catalog-table.ts";
import { isWithinPlaces, refuseCatalog, refuseRegistry, refuseStore } from "#lib/config/refuse-entered.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { CatalogSettings, GivenText, RegistrySettings, SourceSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import {
  type GuardAddress,
  guardEntered,
  guardVended,
  refusedError,
  resolveBySystem,
  type ResolveName,
} from "#lib/config/entered-guard.ts";
import { refuseResolved } from "#lib/iceberg/catalog/addresses.ts";
import { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import type { RestClientOptions } from "#lib/iceberg/catalog/rest-client.ts";
import { vendedSecrets } from "#lib/iceberg/catalog/vended-access.ts";
import { openStore } from "#lib/iceberg/stores/open-store.ts";
import { secretValues, type StoreAccess, type StoreSecret } from "#lib/iceberg/stores/store-access.ts";
import { type OpenRegistry, openRegistry } from "#lib/schema-registry/open-registry.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";
import { isLocalPath, liesBelow, localPath, STORE_KINDS, storeAddress, storeKind, unifyScheme } from "#lib/store-place.ts";

export interface SourcesOptions extends Omit<RestClientOptions, "readSecret" | "guard"> {
  /** What the configuration says now. */
  settings: () => SourceSettings | Promise<SourceSettings>;
  /** Throws AppError usage when there is no such secret. */
  readSecret: (place: GivenText) => Promise<string>;
  /** Of names; left out: as the system does. */
  resolve?: ResolveName;
}

/** Catalogs and stores as the configuration has them, now: a catalog whose settings stay keeps its tokens. */
export class Sources {
  readonly #options: SourcesOptions;
  readonly #catalogs = new Map<string, RestCatalog>();

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /** The same with one catalog set as it may come to be, which goes before one of its name; nothing is kept from one asking to the next. */
  withCatalog(settings: CatalogSettings): Sources {
    const configured = async (): Promise<SourceSettings> => {
      const now = await this.#options.settings();
      const others = now.catalogs.filter(({ name }) => name.toLowerCase() !== settings.name.toLowerCase());
      return { ...now, catalogs: [settings, ...others] };
    };
    return new Sources({ ...this.#options, settings: configured });
  }

  /** The catalog of this name. Throws AppError unknown_catalog, and catalog_refused for one that was entered and passes the bounds. */
  async catalog(name: string): Promise<RestCatalog> {
    const { catalogs, bounds } = await this.#options.settings();
    const found = catalogs.find((catalog) => catalog.name.toLowerCase() === name.toLowerCase());
    if (found === undefined) {
      const have = catalogs.length === 0 ? "it has none" : `it has ${catalogs.map((catalog) => catalog.name).join(", ")}`;
      throw new AppError(
        "unknown_catalog",
        `The configuration has no catalog ${name}: ${have}. Add it to catalogs, or enter it in the settings.`,
      );
    }
    const key = JSON.stringify(found.entered ? [found, bounds] : found);
    const known = this.#catalogs.get(key);
    if (known !== undefined) return known;
    const guard = found.entered ? this.#guardCatalog(found, bounds) : undefined;
    const opened = new RestCatalog(found, { ...this.#options, guard });
    for (const [other, { client }] of this.#catalogs) if (client.settings.name === found.name) this.#catalogs.delete(other);
    this.#catalogs.set(key, opened);
    return opened;
  }

  /**
   * How the table at a location is opened, its secrets fresh for this reading. Throws AppError: usage (a secret), unknown_catalog,
   * catalog_*, table_not_found, table_unsupported (a store that is not read).
   */
  async findAccess(location: string, signal: AbortSignal): Promise<StoreAccess> {
    const named = parseCatalogLocation(location);
    if (named !== null) return await this.#catalogAccess(named, signal);
    const path = unifyScheme(localPath(location));
    if (isLocalPath(path)) return { metadataFile: null, secrets: [], places: { local: "any", remote: [] }, subject: null };
    const secrets = await this.#storeSecrets([path]);
    refuseUnopened(path, secrets, "");
    return { metadataFile: null, secrets, places: { local: [], remote: secrets.map(({ scope }) => scope) }, subject: null };
  }

  /** How the configured schema registry of a name is asked, its secret fresh for this reading. What is wrong with it is a part of the answer: never throws. */
  async findRegistry(name: string): Promise<RegistryAccess> {
    const nobody = { name, kind: "confluent" as const, url: "", authorization: null };
    try {
      const { registries = [] } = await this.#options.settings();
      const found = registries.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (found === undefined)
        return {
          ...nobody,
          fault: `The configuration has no schema registry ${name} that is in use. Enter it in the settings, or add it to schema_registries of the file.`,
        };
      const { guard, open } = this.registry(found);
      await guard();
      return await open();
    } catch (error) {
      if (error instanceof AppError) return { ...nobody, fault: `The schema registry ${name} was not asked: ${error.message}` };
      throw error;
    }
  }

  /** How a schema registry is asked, in use or not yet; `guard` refuses one that was entered and passes the bounds. */
  registry(settings: RegistrySettings): OpenRegistry {
    return {
      settings,
      guard: async () => {
        if (!settings.entered) return;
        const { bounds } = await this.#options.settings();
        const who = `The schema registry ${settings.name} (${settings.url})`;
        const refused = await this.#refuse(who, settings.url, bounds, (within) => refuseRegistry(settings, within));
        if (refused !== null) throw refused;
      },
      open: async () => await openRegistry(settings, this.#options.readSecret),
    };
  }

  async #catalogAccess(named: CatalogTable, signal: AbortSignal): Promise<StoreAccess> {
    const { client, ...rest } = await this.#load(named, signal);
    const { stores, bounds } = await this.#options.settings();
    const { settings, who } = client;
    const configured = stores.flatMap(({ endpoint }) => (endpoint === null ? [] : [endpoint]));
    const vended = settings.accessDelegation === "none" ? [] : vendedSecrets(rest.table, { catalog: settings, who, configured });
    for (const value of secretValues({ secrets: vended })) client.secrets.add(value);
    await this.#guardVended(client, vended, bounds);
    await this.#refuseResolved(vended, [settings.uri, ...configured], who);
    const stored = withinBounds(await this.#storeSecrets(null, vended), settings, bounds);
    const metadataFile = unifyScheme(localPath(rest.table.metadataFile));
    const vendedScopes = new Set(vended.map(({ scope }) => scope));
    const secrets = [...vended, ...stored.filter(({ scope }) => !vendedScopes.has(scope))];
    const local = settings.places.filter((place) => isLocalPath(localPath(place)));
    const remote = [
      ...settings.places.filter((place) => !isLocalPath(localPath(place))).map(unifyScheme),
      ...secrets.map(({ scope }) => scope),
    ];
    if (!isLocalPath(metadataFile))
      refuseUnopened(metadataFile, secrets, `${who} gives no credentials to the files of ${formatTableName(named)}, and `);
    return {
      metadataFile,
      secrets,
      places: { local, remote },
      subject: `the table ${formatTableName(named)} of the catalog ${settings.name}`,
    };
  }

  async #load(named: CatalogTable, signal: AbortSignal) {
    const catalog = await this.catalog(named.catalog);
    const { client } = catalog;
    const table = await catalog.loadTable(named, { signal, delegate: client.settings.accessDelegation !== "none", refsOnly: true });
    if (table === null) throw new Error("a catalog answered that nothing changed where nothing was asked for");
    return { client, table };
  }

  /**
   * Of all stores (without entered ones that pass the bounds), or of those that open one of the paths. What a catalog opens by itself is
   * opened by no entered one: it could lead the catalog's tables elsewhere.
   */
  async #storeSecrets(paths: readonly string[] | null, vended: readonly StoreSecret[] = []): Promise<StoreSecret[]> {
    const { stores, bounds } = await this.#options.settings();
    const wanted = stores.filter(({ scope, entered }) =>
      paths === null ? !(entered && vended.some((own) => liesBelow(scope, own.scope))) : paths.some((path) => liesBelow(path, scope)),
    );
    const opened = wanted.map(async (store) => {
      const refused = store.entered ? await this.#refuseStore(store, bounds) : null;
      if (refused !== null && paths !== null) throw refused;
      return refused === null ? [await openStore(store, this.#options.readSecret)] : [];
    });
    return (await Promise.all(opened)).flat();
  }

  #guardCatalog(catalog: CatalogSettings, bounds: EnteredBounds | undefined): GuardAddress {
    const who = `The catalog ${catalog.name} (${catalog.uri})`;
    const [fault] = bounds === undefined ? [NO_BOUNDS] : refuseCatalog(catalog, bounds);
    if (bounds === undefined || fault !== undefined) throw refusedError(who, fault?.message ?? NO_BOUNDS.message);
    return guardEntered({ who, bounds, resolve: this.#options.resolve });
  }

  async #refuseResolved(vended: readonly StoreSecret[], configured: readonly string[], who: string): Promise<void> {
    const { resolve = resolveBySystem } = this.#options;
    for (const { scope, endpoint } of vended) {
      const address = storeAddress(scope, endpoint);
      if (address !== null) await refuseResolved(address, { configured, who, resolve });
    }
  }

  async #guardVended(
    { settings, who }: RestCatalog["client"],
    vended: readonly StoreSecret[],
    bounds: EnteredBounds | undefined,
  ): Promise<void> {
    if (!settings.entered || bounds === undefined) return;
    const guard = guardVended(settings.uri, { who, bounds, resolve: this.#options.resolve });
    for (const { scope, endpoint } of vended) {
      const address = storeAddress(scope, endpoint);
      if (address !== null) await guard(new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`));
    }
  }

  async #refuseStore(store: StoreSettings, bounds: EnteredBounds | undefined): Promise<AppError | null> {
    const address = storeAddress(store.scope, store.endpoint);
    return await this.#refuse(`The store ${store.scope}`, address, bounds, (within) => refuseStore(store, within));
  }

  /** Of what was entered: why it may not be used; null: it may. */
  async #refuse(
    who: string,
    address: string | null,
    bounds: EnteredBounds | undefined,
    faultsWithin: (bounds: EnteredBounds) => { message: string }[],
  ): Promise<AppError | null> {
    if (bounds === undefined) return refusedError(who, NO_BOUNDS.message);
    const [fault] = faultsWithin(bounds);
    if (fault !== undefined) return refusedError(who, fault.message);
    if (address === null) return null;
    try {
      await guardEntered({ who, bounds, resolve: this.#options.resolve })(new URL(address));
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }
}

const NO_BOUNDS = { path: [], message: "The allowed entries are not known here. Put it into the configuration file." };

/** A catalog that was entered names what is read: with the stores that are there only what anybody may name. */
function withinBounds(secrets: readonly StoreSecret[], { entered }: CatalogSettings, bounds: EnteredBounds | undefined): StoreSecret[] {
  if (!entered || bounds === undefined || bounds.places === null) return [...secrets];
  const places = bounds.places.filter((place) => !isLocalPath(place)).map(unifyScheme);
  return secrets.flatMap((secret) => {
    if (isWithinPlaces(secret.scope, bounds)) return [secret];
    return places.filter((place) => liesBelow(place, secret.scope)).map((scope) => ({ ...secret, scope }));
  });
}

function refuseUnopened(path: string, secrets: readonly StoreSecret[], why: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(path)?.[1] ?? "";
  if (storeKind(path) === null)
    throw new AppError(
      "table_unsupported",
      `${path} is in a store that is not supported (${scheme}:). Tables on local disks and ${STORE_KINDS} are.`,
    );
  if (secrets.some(({ scope }) => liesBelow(path, scope))) return;
  throw new AppError(
    "table_unreadable",
    `${why}${why === "" ? "No" : "no"} store is configured for ${path}. Enter one in the settings or add it to stores of the file: its scope, and how it is opened.`,
  );
}
