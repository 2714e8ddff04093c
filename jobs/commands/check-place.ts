import { parseTableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { NO_SOURCES, type RegistrySettings, type SourceSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { storeKind, unifyScheme } from "#lib/store-place.ts";

/** The options that say where a table is. */
export interface RawPlace {
  location?: string;
  catalog?: string;
  table?: string;
  catalogUri?: string;
  warehouse?: string;
  authTokenEnv?: string;
  registryUrl?: string;
  registryTokenEnv?: string;
  registryUserEnv?: string;
  registryPasswordEnv?: string;
}

/** Where a table is, as the command line says it. */
export interface Place {
  location: string;
  /** As the person wrote it. */
  shown: string;
  sources: SourceSettings;
}

/** null: the options do not say where. Throws AppError usage, with the mend, when they do not go together. */
export function toPlace(raw: { [K in keyof RawPlace]?: RawPlace[K] | undefined }): Place | null {
  const { location, catalog, table, catalogUri } = raw;
  if (location !== undefined) {
    const beside = Object.entries({ catalog, table, "catalog-uri": catalogUri }).find(([, given]) => given !== undefined);
    if (beside) throw usage(`--location and --${beside[0]} are both given. Give its location or its catalog, not both.`);
    return { location, shown: location, sources: atBucket(location) };
  }
  if (catalog === undefined && catalogUri === undefined) {
    if (table !== undefined)
      throw usage("--table is given without a catalog: name a configured one by --catalog, or another by --catalog-uri.");
    return null;
  }
  if (catalog !== undefined && catalogUri !== undefined) throw usage("--catalog and --catalog-uri are both given. Keep one.");
  if (table === undefined) throw usage("--table is missing: name the table in the catalog, such as shop.orders.");
  const named = parseTableName(table);
  if (named === null)
    throw usage(`"${table}" names no table of a catalog: write namespace and table with a dot between them, such as shop.orders.`);
  if (catalog !== undefined) return { location: formatCatalogLocation({ catalog, ...named }), shown: table, sources: NO_SOURCES };
  const { name, sources } = atAddress(raw, catalogUri ?? "");
  return { location: formatCatalogLocation({ catalog: name, ...named }), shown: table, sources };
}

/** A catalog that an option names by its address, under its host's name. Throws AppError usage. */
export function atAddress({ warehouse, authTokenEnv }: RawPlace, address: string): { name: string; sources: SourceSettings } {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usage("--catalog-uri is not a web address: write such as https://catalog.example.org/api/catalog.");
  if (url.username !== "" || url.password !== "")
    throw usage("--catalog-uri holds a user or a password, which others on this machine can see. Pass a token with --auth-token-env.");
  if (authTokenEnv !== undefined && !/^[A-Za-z_]\w*$/.test(authTokenEnv))
    throw usage("--auth-token-env is not the name of an environment variable. It takes the name, not the token.");
  const name = url.hostname.replaceAll(/[^\w.-]/g, "");
  return {
    name,
    sources: {
      catalogs: [
        {
          name,
          uri: address.replace(/\/+$/, "").replace(/\/v1$/, ""),
          warehouse: warehouse ?? null,
          prefix: null,
          auth: authTokenEnv === undefined ? { kind: "none" } : { kind: "bearer", token: { from: "environment", name: authTokenEnv } },
          accessDelegation: "vended-credentials",
          region: null,
          places: [],
          entered: false,
        },
      ],
      stores: [],
    },
  };
}

/**
 * A schema registry that an option names by its address, under its host's name; null: the options name none. Throws AppError usage.
 */
export function toRegistry(raw: { [K in keyof RawPlace]?: RawPlace[K] | undefined }): RegistrySettings | null {
  const { registryUrl, registryTokenEnv: token, registryUserEnv: user, registryPasswordEnv: password } = raw;
  const variables = { "--registry-token-env": token, "--registry-user-env": user, "--registry-password-env": password };
  const given = Object.entries(variables).filter(([, variable]) => variable !== undefined);
  if (registryUrl === undefined) {
    if (given[0] !== undefined) throw usage(`${given[0][0]} is given without --registry-url: name the address of the schema registry.`);
    return null;
  }
  const url = URL.canParse(registryUrl) ? new URL(registryUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw usage("--registry-url is not a web address: write such as https://registry.example.org.");
  if (url.username !== "" || url.password !== "" || url.search !== "")
    throw usage(
      "--registry-url holds more than an address, which others on this machine can see. Pass a token with --registry-token-env, or a user and a password with --registry-user-env and --registry-password-env.",
    );
  for (const [option, variable] of given)
    if (!/^[A-Za-z_]\w*$/.test(variable ?? ""))
      throw usage(`${option} is not the name of an environment variable. It takes the name, not the secret.`);
  if ((user === undefined) !== (password === undefined))
    throw usage("--registry-user-env and --registry-password-env go together. Give both or neither.");
  if (token !== undefined && user !== undefined) throw usage("--registry-token-env and --registry-user-env are both given. Keep one.");
  return {
    name: url.hostname,
    kind: "confluent",
    url: registryUrl.replace(/\/+$/, ""),
    auth: registryAuth(token, user, password),
    entered: false,
  };
}

function registryAuth(token: string | undefined, user: string | undefined, password: string | undefined): RegistrySettings["auth"] {
  if (token !== undefined) return { kind: "bearer", token: { from: "environment", name: token } };
  if (user === undefined || password === undefined) return { kind: "none" };
  return { kind: "basic", username: { from: "environment", name: user }, password: { from: "environment", name: password } };
}

/** A bucket that a person names is opened with what the machine has, unless the configuration says how. What it has from Google is not used. */
function atBucket(location: string): SourceSettings {
  const place = unifyScheme(location);
  const [scope] = /^[a-z0-9]+:\/\/[^/]+/i.exec(place) ?? [];
  const kind = storeKind(place);
  if (scope === undefined || kind === null || kind === "gcs") return NO_SOURCES;
  const credentials = { kind: "chain" as const, profile: null };
  return {
    catalogs: [],
    stores: [{ scope, endpoint: null, pathStyle: kind === "azure", region: null, credentials, entered: false }],
  };
}

function usage(message: string): AppError {
  return new AppError("usage", message);
}
