import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { refuseOwnMachines } from "#lib/iceberg/catalog/addresses.ts";
import type { LoadedTable } from "#lib/iceberg/catalog/rest-catalog.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";
import { parseAzurePlace, storeAddress, type StoreKind, storeKind, unifyScheme } from "#lib/store-place.ts";

type Properties = ReadonlyMap<string, string>;

export interface Vending {
  catalog: CatalogSettings;
  /** `The catalog lake (https://…)`. */
  who: string;
  /** Addresses that the configuration names, which may be of this machine. */
  configured: readonly string[];
}

/** Places that a table's files lie in by its own metadata. */
const PLACE_PROPERTIES = ["write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path"];

/**
 * What a catalog gave to open a table's files with: credentials by prefix, else those of the table, which count for where its metadata says
 * that its files lie. Empty: it gave none. Throws AppError catalog_refused for an address that leads to this machine, and table_unsupported
 * where the catalog wants to sign each request itself.
 */
export function vendedSecrets({ answer, properties }: LoadedTable, vending: Vending): StoreSecret[] {
  const byPrefix = (answer["storage-credentials"] ?? []).flatMap(({ prefix, config }) =>
    toSecret(prefix, new Map([...properties, ...config]), config, vending),
  );
  if (byPrefix.length > 0) return byPrefix;
  const own = tablePlaces(answer.metadata).flatMap((place) => toSecret(place, properties, answer.config, vending));
  if (own.length === 0 && properties.get("s3.remote-signing-enabled") === "true") {
    throw new AppError(
      "table_unsupported",
      `${vending.who} gives no credentials to the table's files, it wants to sign each request itself (remote signing), which is not done. Let it vend credentials, or name the store under stores in the configuration.`,
    );
  }
  return own;
}

/** Where the table's files lie by its metadata: its location, and where it is told to write. */
function tablePlaces(metadata: Readonly<Record<string, unknown>>): string[] {
  const { location, properties } = metadata;
  const written = typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {};
  const places = [location, ...PLACE_PROPERTIES.map((name) => written[name])].filter((place) => typeof place === "string");
  return [...new Set(places.map(unifyScheme))];
}

/** `own`: what must hold the keys itself, so that a key of the whole catalog is not taken for one of this prefix. */
function toSecret(prefix: string, all: Properties, own: Properties, vending: Vending): StoreSecret[] {
  const scope = unifyScheme(prefix);
  const found = OPENERS[storeKind(scope) ?? "none"](scope, all, own, vending);
  if (found === null) return [];
  const { catalog, who, configured } = vending;
  const address = storeAddress(scope, found.endpoint);
  if (address !== null) refuseOwnMachines(address, [catalog.uri, ...configured], who);
  return [{ scope, ...found }];
}

type Opener = (scope: string, all: Properties, own: Properties, vending: Vending) => Omit<StoreSecret, "scope"> | null;

const OPENERS: Readonly<Record<StoreKind | "none", Opener>> = {
  s3: (_, all, own, { catalog }) => {
    const accessKeyId = own.get("s3.access-key-id");
    const secretAccessKey = own.get("s3.secret-access-key");
    if (accessKeyId === undefined || secretAccessKey === undefined) return null;
    return {
      endpoint: all.get("s3.endpoint") ?? null,
      pathStyle: all.get("s3.path-style-access") === "true",
      region: all.get("client.region") ?? all.get("s3.region") ?? catalog.region,
      credentials: { kind: "keys", accessKeyId, secretAccessKey, sessionToken: own.get("s3.session-token") ?? null },
    };
  },
  gcs: (_, all, own) => {
    const token = own.get("gcs.oauth2.token");
    if (token === undefined) return null;
    return { endpoint: all.get("gcs.service.host") ?? null, pathStyle: true, region: null, credentials: { kind: "token", token } };
  },
  // Catalogs name the account with its service's host or without.
  azure: (scope, _, own) => {
    const place = parseAzurePlace(scope);
    if (place === null) return null;
    const names = [`${place.account}.dfs.${place.suffix}`, `${place.account}.blob.${place.suffix}`, place.account];
    const sasToken = names.map((name) => own.get(`adls.sas-token.${name}`)).find((token) => token !== undefined);
    return sasToken === undefined ? null : { endpoint: null, pathStyle: true, region: null, credentials: { kind: "sas", sasToken } };
  },
  none: () => null,
};
