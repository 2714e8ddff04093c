import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";

/** What a catalog or a store is, in facts for one line. Secrets are named by where they lie. Pure. */

export function catalogFacts({ uri, warehouse, auth }: CatalogSettings): string[] {
  return [uri, ...(warehouse === null ? [] : [`warehouse ${warehouse}`]), sayProof(auth)];
}

export function storeFacts({ endpoint, region, credentials }: StoreSettings): string[] {
  return [endpoint ?? "AWS", ...(region === null ? [] : [region]), sayCredentials(credentials)];
}

function sayProof(auth: CatalogSettings["auth"]): string {
  switch (auth.kind) {
    case "none":
      return "asks nobody who they are";
    case "bearer":
      return `token in ${sayPlace(auth.token)}`;
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
    default:
      return "credentials of its own";
  }
}

function sayPlace(place: SecretPlace): string {
  return place.from === "environment" ? `the variable ${place.name}` : `the file ${place.path}`;
}
