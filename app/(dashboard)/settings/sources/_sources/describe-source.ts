import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, RegistrySettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { type StoreKind, storeKind } from "#lib/store-place.ts";

/** What a source is, in facts for one line. Secrets are named by where they lie. Pure. */

export function catalogFacts({ uri, warehouse, auth }: CatalogSettings): string[] {
  return [uri, ...(warehouse === null ? [] : [`warehouse ${warehouse}`]), sayProof(auth)];
}

const PROVIDERS: Readonly<Record<StoreKind, string>> = { s3: "AWS", gcs: "Google", azure: "Azure" };

export function storeFacts({ scope, endpoint, region, credentials }: StoreSettings): string[] {
  return [endpoint ?? PROVIDERS[storeKind(scope) ?? "s3"], ...(region === null ? [] : [region]), sayCredentials(credentials)];
}

export function registryFacts({ url, kind, auth }: RegistrySettings): string[] {
  return [url, kind === "apicurio" ? "Apicurio’s own interface" : "Confluent’s interface", sayProof(auth)];
}

function sayProof(auth: CatalogSettings["auth"] | RegistrySettings["auth"]): string {
  switch (auth.kind) {
    case "none":
      return "no authentication";
    case "bearer":
      return `token in ${sayPlace(auth.token)}`;
    case "basic":
      return `password in ${sayPlace(auth.password)}`;
    case "oauth2":
      return `OAuth2, secret in ${sayPlace(auth.clientSecret)}`;
    case "sigv4":
      return `AWS’s signature, ${sayCredentials(auth.credentials)}`;
  }
}

function sayCredentials(credentials: StoreSettings["credentials"]): string {
  switch (credentials.kind) {
    case "none":
      return "public";
    case "chain":
      return credentials.profile === null ? "what the machine has" : `profile ${credentials.profile}`;
    case "keys":
      return `key in ${sayPlace(credentials.secretAccessKey)}`;
    case "token":
      return `token in ${sayPlace(credentials.token)}`;
    case "accountKey":
      return `account key in ${sayPlace(credentials.accountKey)}`;
    case "sas":
      return `shared access signature in ${sayPlace(credentials.sasToken)}`;
  }
}

function sayPlace(place: SecretPlace): string {
  return place.from === "environment" ? `the variable ${place.name}` : `the file ${place.path}`;
}

/** Whether the file has one of the same name, so that the tables of that name are that one's and this one can go. Pure. */
export function isOvertaken({ kind, name, origin }: EntryView, entries: readonly EntryView[]): boolean {
  return (
    origin.from === "settings" &&
    entries.some((other) => other.kind === kind && other.origin.from === "file" && other.name.toLowerCase() === name.toLowerCase())
  );
}
