import { z } from "zod";
import { CATALOG_PROOFS, type CatalogPreset } from "#lib/contracts/catalog-presets.ts";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import {
  dropEmpty,
  linesOf,
  mapOf,
  NO_SECRET,
  oneOrMany,
  readSecret,
  restOf,
  SecretField,
  textOf,
  textsOf,
  writeSecret,
} from "./written.ts";

/** Which AWS credentials sign: what the machine has, a profile of it, or keys. */
export const AwsFields = z.object({
  from: z.enum(["machine", "profile", "keys"]),
  profile: z.string(),
  accessKeyId: SecretField,
  secretAccessKey: SecretField,
  sessionToken: SecretField,
});
export type AwsFields = z.infer<typeof AwsFields>;

/** A catalog as its form holds it. */
export const CatalogFields = z.object({
  /** The preset that was chosen to fill it in; empty: none. It is no part of the entry. */
  product: z.string(),
  name: z.string(),
  uri: z.string(),
  warehouse: z.string(),
  prefix: z.string(),
  proof: z.enum(CATALOG_PROOFS),
  token: SecretField,
  clientId: SecretField,
  clientSecret: SecretField,
  scope: z.string(),
  tokenEndpoint: z.string(),
  service: z.string(),
  signRegion: z.string(),
  aws: AwsFields,
  delegation: z.enum(["vended-credentials", "none"]),
  region: z.string(),
  /** A place a line. */
  places: z.string(),
  rest: WrittenEntry,
});
export type CatalogFields = z.infer<typeof CatalogFields>;

export const NO_AWS: AwsFields = {
  from: "machine",
  profile: "",
  accessKeyId: NO_SECRET,
  secretAccessKey: NO_SECRET,
  sessionToken: NO_SECRET,
};

export const NO_CATALOG: CatalogFields = {
  product: "",
  name: "",
  uri: "",
  warehouse: "",
  prefix: "",
  proof: "none",
  token: NO_SECRET,
  clientId: { from: "text", at: "" },
  clientSecret: NO_SECRET,
  scope: "",
  tokenEndpoint: "",
  service: "",
  signRegion: "",
  aws: NO_AWS,
  delegation: "vended-credentials",
  region: "",
  places: "",
  rest: {},
};

const SHOWN = ["name", "uri", "warehouse", "prefix", "auth", "access_delegation", "region", "places"];

/** The item of `catalogs` that the fields say. Pure. */
export function writeCatalog(fields: CatalogFields): WrittenEntry {
  const { name, uri, warehouse, prefix, delegation, region, places, rest } = fields;
  return dropEmpty({
    name: name.trim(),
    uri: uri.trim(),
    warehouse: warehouse.trim(),
    prefix: prefix.trim(),
    auth: writeProof(fields),
    access_delegation: delegation === "none" ? "none" : undefined,
    region: region.trim(),
    places: oneOrMany(linesOf(places)),
    ...rest,
  });
}

function writeProof(fields: CatalogFields): WrittenEntry[string] | undefined {
  const { proof, token, clientId, clientSecret, scope, tokenEndpoint, service, signRegion, aws } = fields;
  switch (proof) {
    case "none":
      return undefined;
    case "bearer":
      return { bearer: dropEmpty({ token: writeSecret(token) }) };
    case "oauth2":
      return {
        oauth2: dropEmpty({
          client_id: writeSecret(clientId),
          client_secret: writeSecret(clientSecret),
          scope: scope.trim(),
          token_endpoint: tokenEndpoint.trim(),
        }),
      };
    case "sigv4":
      return { sigv4: dropEmpty({ service: service.trim(), region: signRegion.trim(), ...writeAws(aws) }) };
  }
}

/** Pure. */
export function writeAws({ from, profile, accessKeyId, secretAccessKey, sessionToken }: AwsFields): WrittenEntry {
  if (from === "machine") return {};
  if (from === "profile") return dropEmpty({ profile: profile.trim() });
  return dropEmpty({
    access_key_id: writeSecret(accessKeyId),
    secret_access_key: writeSecret(secretAccessKey),
    session_token: writeSecret(sessionToken),
  });
}

/** Pure. */
export function readAws(written: Record<string, unknown>): AwsFields {
  const { profile, access_key_id: id, secret_access_key: secret, session_token: token } = written;
  return {
    from: profile !== undefined ? "profile" : id !== undefined || secret !== undefined ? "keys" : "machine",
    profile: textOf(profile),
    accessKeyId: readSecret(id),
    secretAccessKey: readSecret(secret),
    sessionToken: readSecret(token),
  };
}

/** The fields of an item of `catalogs`; writeCatalog gives it back. Pure. */
export function readCatalog(written: WrittenEntry): CatalogFields {
  const auth = mapOf(written["auth"]);
  const [bearer, oauth2, sigv4] = [mapOf(auth["bearer"]), mapOf(auth["oauth2"]), mapOf(auth["sigv4"])];
  return {
    product: "",
    name: textOf(written["name"]),
    uri: textOf(written["uri"]),
    warehouse: textOf(written["warehouse"]),
    prefix: textOf(written["prefix"]),
    proof: CATALOG_PROOFS.find((proof) => auth[proof] !== undefined) ?? "none",
    token: readSecret(bearer["token"]),
    clientId: oauth2["client_id"] === undefined ? NO_CATALOG.clientId : readSecret(oauth2["client_id"]),
    clientSecret: readSecret(oauth2["client_secret"]),
    scope: textOf(oauth2["scope"]),
    tokenEndpoint: textOf(oauth2["token_endpoint"]),
    service: textOf(sigv4["service"]),
    signRegion: textOf(sigv4["region"]),
    aws: readAws(sigv4),
    delegation: written["access_delegation"] === "none" ? "none" : "vended-credentials",
    region: textOf(written["region"]),
    places: textsOf(written["places"]).join("\n"),
    rest: restOf(written, SHOWN),
  };
}

/** The fields with a product's shape of address and proof. What the person has already filled in of secrets stays. Pure. */
export function withPreset(fields: CatalogFields, preset: CatalogPreset): CatalogFields {
  return {
    ...fields,
    product: preset.id,
    uri: preset.uri,
    proof: preset.proof,
    scope: preset.scope ?? "",
    tokenEndpoint: preset.tokenEndpoint ?? "",
    warehouse: preset.warehouse === null ? "" : fields.warehouse,
  };
}

/** What of an address is still a placeholder; empty: nothing. Pure. */
export function placeholdersIn(text: string): string[] {
  return [...new Set(text.match(/<[^>]*>/g) ?? [])];
}
