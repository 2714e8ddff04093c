import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { coversHost, namesOneHost } from "#lib/config/host-patterns.ts";
import { showPlace } from "#lib/config/scalars.ts";
import type { Path } from "#lib/config/yaml-document.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type {
  AwsCredentials,
  CatalogSettings,
  GivenText,
  RegistrySettings,
  StoreCredentials,
  StoreSettings,
} from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { isMetadataHost } from "#lib/own-machines.ts";
import { climbs, isLocalPath, liesBelow, localPath, storeAddress, unifyScheme } from "#lib/store-place.ts";

/** What is entered and not in the file is held against bounds: whoever reaches the pages could else read any secret or folder of this machine. */

interface Fault {
  path: Path;
  message: string;
}

const WHERE_TO_LIST = "bergwatch.yaml";

/** Why nothing may be entered here, in a sentence; null: it may. */
export function refuseEntering({ allowed }: Pick<EnteredBounds, "allowed">): string | null {
  return allowed
    ? null
    : "Nothing can be entered here: the configuration file says so (entered.allowed: false). Change the file, or allow it there.";
}

/** Why an address may not be used, in a sentence; null: it may. Names are not resolved. Pure. */
export function refuseAddress(address: string, { addresses }: Pick<EnteredBounds, "addresses">): string | null {
  if (!URL.canParse(address)) return "This is not a web address.";
  const url = new URL(address);
  const isNamed = addresses?.some((pattern) => namesOneHost(pattern) && coversHost(pattern, url)) ?? false;
  if (isMetadataHost(url.hostname) && !isNamed)
    return `${url.hostname} hands out this machine's own credentials (a link-local address or a cloud's metadata), so it cannot be entered here.`;
  if (addresses === null || addresses.some((pattern) => coversHost(pattern, url))) return null;
  const list = addresses.length === 0 ? "empty" : shown(addresses);
  return `The host ${url.host} may not be entered here: it is not in entered.addresses of ${WHERE_TO_LIST} (${list}). Add it there, or put the entry into the file.`;
}

/** What is wrong with where a catalog is, what it refers to, and where its tables may lie. Looks at links of this machine; else pure. */
export function refuseCatalog({ uri, auth, places }: CatalogSettings, bounds: EnteredBounds): Fault[] {
  const faults = [...addressFault(uri, ["uri"], bounds)];
  if (auth.kind === "bearer") faults.push(...secretFault(auth.token, ["auth", "bearer", "token"], bounds));
  if (auth.kind === "oauth2") {
    if (auth.tokenEndpoint !== null) faults.push(...addressFault(auth.tokenEndpoint, ["auth", "oauth2", "token_endpoint"], bounds));
    faults.push(...secretFault(auth.clientId, ["auth", "oauth2", "client_id"], bounds));
    faults.push(...secretFault(auth.clientSecret, ["auth", "oauth2", "client_secret"], bounds));
  }
  if (auth.kind === "sigv4") faults.push(...credentialFaults(auth.credentials, { address: uri, path: ["auth", "sigv4"] }, bounds));
  for (const [index, place] of places.entries()) faults.push(...placeFault(place, ["places", index], bounds));
  return faults;
}

/** The same of a store. */
export function refuseStore({ scope, endpoint, credentials }: StoreSettings, bounds: EnteredBounds): Fault[] {
  // Azure's places name the host by themselves.
  const address = storeAddress(scope, endpoint);
  return [
    ...(address === null ? [] : addressFault(address, [endpoint === null ? "scope" : "endpoint"], bounds)),
    ...placeFault(scope, ["scope"], bounds),
    ...storeCredentialFaults(credentials, address, bounds),
  ];
}

/** The same of a schema registry. */
export function refuseRegistry({ url, auth }: RegistrySettings, bounds: EnteredBounds): Fault[] {
  const faults = addressFault(url, ["url"], bounds);
  if (auth.kind === "bearer") faults.push(...secretFault(auth.token, ["auth", "bearer", "token"], bounds));
  if (auth.kind === "basic") {
    faults.push(...secretFault(auth.username, ["auth", "basic", "username"], bounds));
    faults.push(...secretFault(auth.password, ["auth", "basic", "password"], bounds));
  }
  return faults;
}

/** What is wrong with where a channel's secrets are. Its address is a secret too, and checked when it is read. */
export function refuseChannel(channel: Channel, bounds: EnteredBounds): Fault[] {
  switch (channel.kind) {
    case "slack_webhook":
      return secretFault(channel.url, ["slack_webhook", "url"], bounds);
    case "webhook":
      return [...secretFault(channel.url, ["webhook", "url"], bounds), ...secretFault(channel.secret, ["webhook", "secret"], bounds)];
    case "slack_bot": {
      const { token, appToken, signingSecret } = channel;
      return [
        ...secretFault(token, ["slack_bot", "token"], bounds),
        ...(appToken === null ? [] : secretFault(appToken, ["slack_bot", "app_token"], bounds)),
        ...(signingSecret === null ? [] : secretFault(signingSecret, ["slack_bot", "signing_secret"], bounds)),
      ];
    }
  }
}

function storeCredentialFaults(credentials: StoreCredentials, address: string | null, bounds: EnteredBounds): Fault[] {
  switch (credentials.kind) {
    case "none":
      return [];
    case "token":
      return secretFault(credentials.token, ["token"], bounds);
    case "accountKey":
      return secretFault(credentials.accountKey, ["account_key"], bounds);
    case "sas":
      return secretFault(credentials.sasToken, ["sas_token"], bounds);
    case "chain":
    case "keys":
      return credentialFaults(credentials, { address, path: [] }, bounds);
  }
}

/** The same of a table; one of a catalog lies where its catalog says, within the catalog's own bounds. */
export function refuseTable({ location }: Pick<TableDefinition, "location">, bounds: EnteredBounds): Fault[] {
  return location.startsWith("catalog:") ? [] : placeFault(location, ["location"], bounds);
}

/** Whether a place lies within those that may be entered; of local ones links are followed. One that climbs with `..` lies in none. */
export function isWithinPlaces(place: string, { places }: Pick<EnteredBounds, "places">): boolean {
  const path = unified(place);
  return (
    places === null ||
    places.some((one) => {
      const allowed = unified(one);
      // Behind a link `..` leads elsewhere than the path says.
      return !climbs(path) && (isLocalPath(path) ? isLocalPath(allowed) && liesBelow(real(path), real(allowed)) : liesBelow(path, allowed));
    })
  );
}

function addressFault(address: string, path: Path, bounds: EnteredBounds): Fault[] {
  const message = refuseAddress(address, bounds);
  return message === null ? [] : [{ path, message }];
}

function placeFault(place: string, path: Path, bounds: EnteredBounds): Fault[] {
  if (isLocalPath(unified(place)) && !unified(place).startsWith("/"))
    return [
      { path, message: "Only an absolute path is taken here, since there is no file whose folder it could start at: write it from / on." },
    ];
  if (isWithinPlaces(place, bounds)) return [];
  const { places } = bounds;
  const list = places === null || places.length === 0 ? "empty" : shown(places);
  const message = `${showPlace(place)} may not be entered here: it is not in entered.places of ${WHERE_TO_LIST} (${list}). Add its place there, or put the entry into the file.`;
  return [{ path, message }];
}

/** What stands in the place of a reference may be the secret itself, and is not repeated. */
function secretFault(secret: SecretPlace | GivenText, path: Path, { secrets }: EnteredBounds): Fault[] {
  if (secret.from === "text") return [];
  const may = `Entries refer to variables named ${shown(secrets.filter((one) => !one.includes("/")))}, and to files below ${shown(secrets.filter((one) => one.includes("/")))}; entered.secrets of ${WHERE_TO_LIST} adds more.`;
  if (secret.from === "environment") {
    if (secrets.some((pattern) => !pattern.includes("/") && coversName(pattern, secret.name))) return [];
    return [{ path, message: `This variable may not be referred to here. ${may}` }];
  }
  if (!secret.path.startsWith("/"))
    return [{ path, message: "Only an absolute path of a file is taken here, since there is no file whose folder it could start at." }];
  const folders = secrets.filter((one) => one.includes("/"));
  if (folders.some((folder) => liesBelow(real(secret.path), real(folder)))) return [];
  return [{ path, message: `This file may not be referred to here. ${may}` }];
}

/** Keys are secrets like others. What the machine has by itself goes to AWS and Azure alone: anybody else could act in its name with it. */
function credentialFaults(
  credentials: AwsCredentials,
  { address, path }: { address: string | null; path: Path },
  bounds: EnteredBounds,
): Fault[] {
  if (credentials.kind === "keys") {
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    return [
      ...secretFault(accessKeyId, [...path, "access_key_id"], bounds),
      ...secretFault(secretAccessKey, [...path, "secret_access_key"], bounds),
      ...(sessionToken === null ? [] : secretFault(sessionToken, [...path, "session_token"], bounds)),
    ];
  }
  if (address === null || isProvidersOwn(address)) return [];
  const url = new URL(address);
  if (bounds.addresses?.some((pattern) => pattern !== "*" && coversHost(pattern, url))) return [];
  const what = credentials.profile === null ? "What this machine has of credentials" : `The profile ${shorten(credentials.profile)}`;
  const message = `${what} may not be used for ${url.host}, which is neither AWS's own nor Azure's. Name the credentials by reference, or list the host under entered.addresses of ${WHERE_TO_LIST}.`;
  return [{ path: credentials.profile === null ? path : [...path, "profile"], message }];
}

/** Hosts that AWS and Azure themselves serve; those of their customers' machines and functions have other names. */
const PROVIDERS_OWN = [
  /(?:^|\.)(?:glue|s3tables|s3|s3-accelerate)(?:-fips)?(?:[.-][a-z]{2}(?:-[a-z]+)+-\d+|\.dualstack|\.vpce)*\.(?:amazonaws\.com(?:\.cn)?|api\.aws)$/,
  /^[a-z0-9]+\.(?:blob|dfs)\.core\.(?:windows\.net|chinacloudapi\.cn|usgovcloudapi\.net)$/,
];

/** Whether an address is of AWS or Azure itself, over https. Pure. */
export function isProvidersOwn(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const host = hostname.toLowerCase().replace(/\.$/, "");
  return protocol === "https:" && PROVIDERS_OWN.some((own) => own.test(host));
}

function coversName(pattern: string, name: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[^A-Za-z0-9_]/g, ""));
  return new RegExp(`^${parts.join("[A-Za-z0-9_]*")}$`).test(name);
}

function unified(place: string): string {
  return localPath(unifyScheme(place));
}

/** The path behind its links; of one that is not there yet, its nearest folder that is. */
function real(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const parent = dirname(whole);
    return parent === whole ? whole : join(/* turbopackIgnore: true */ real(parent), whole.slice(parent.length));
  }
}

const SHOWN_MAX = 8;

function shown(all: readonly string[]): string {
  const more = all.length > SHOWN_MAX ? ` and ${all.length - SHOWN_MAX} more` : "";
  return `${all.slice(0, SHOWN_MAX).join(", ")}${more}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
