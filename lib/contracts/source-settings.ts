import { z } from "zod";
import { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import { SecretPlace } from "#lib/contracts/secret-place.ts";

/**
 * Where tables are found, how their files are opened, and who knows the schemas of their Kafka keys: catalogs, stores of files, schema registries.
 * References to secrets, never secrets.
 */

/** Text that is no secret itself, but may lie where secrets do. */
export const GivenText = z.union([SecretPlace, z.strictObject({ from: z.literal("text"), text: z.string().min(1) })]);
export type GivenText = z.infer<typeof GivenText>;

/** `chain`: what the machine has, as AWS's own programs find it: environment, profile, web identity, container or instance role. */
export const AwsCredentials = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("chain"), profile: z.string().min(1).nullable() }),
  z.strictObject({ kind: z.literal("keys"), accessKeyId: SecretPlace, secretAccessKey: SecretPlace, sessionToken: SecretPlace.nullable() }),
]);
export type AwsCredentials = z.infer<typeof AwsCredentials>;

export const CatalogAuth = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("bearer"), token: SecretPlace }),
  z.strictObject({
    kind: z.literal("oauth2"),
    clientId: GivenText,
    clientSecret: SecretPlace,
    scope: z.string().min(1),
    /** null: the catalog's own. */
    tokenEndpoint: z.string().min(1).nullable(),
  }),
  z.strictObject({ kind: z.literal("sigv4"), service: z.string().min(1), region: z.string().min(1), credentials: AwsCredentials }),
]);
export type CatalogAuth = z.infer<typeof CatalogAuth>;

/** One Iceberg REST catalog. */
export const CatalogSettings = z.strictObject({
  /** Unique, whatever the case. */
  name: z.string().min(1),
  /** Without a slash at its end and without `/v1`. */
  uri: z.string().min(1),
  warehouse: z.string().min(1).nullable(),
  /** null: what the catalog says. */
  prefix: z.string().min(1).nullable(),
  auth: CatalogAuth,
  accessDelegation: z.enum(["vended-credentials", "none"]),
  /** Of its tables' files, where the catalog names none. */
  region: z.string().min(1).nullable(),
  /** Where its tables' files may lie beside the places that it gives credentials for and the stores. */
  places: z.array(z.string().min(1)),
  /** In the settings and not in the file: used within the bounds of what may be entered. */
  entered: z.boolean().default(false),
});
export type CatalogSettings = z.infer<typeof CatalogSettings>;

/** `chain` of Azure has no profile. `token`: an OAuth2 token of Google's. `sas`: a shared access signature. `none`: a public store. */
export const StoreCredentials = z.discriminatedUnion("kind", [
  ...AwsCredentials.options,
  z.strictObject({ kind: z.literal("token"), token: SecretPlace }),
  z.strictObject({ kind: z.literal("accountKey"), accountKey: SecretPlace }),
  z.strictObject({ kind: z.literal("sas"), sasToken: SecretPlace }),
  z.strictObject({ kind: z.literal("none") }),
]);
export type StoreCredentials = z.infer<typeof StoreCredentials>;

/** A store of files: S3 and what speaks it, Google Cloud Storage, Azure's storage. */
export const StoreSettings = z.strictObject({
  /** `s3://…`, `gs://…` or `abfss://…`: what lies below it is opened so; of several the longest counts. */
  scope: z.string().min(1),
  /** `http(s)://host[:port]`, of Azure with a path; null: the provider's own. */
  endpoint: z.string().min(1).nullable(),
  pathStyle: z.boolean(),
  region: z.string().min(1).nullable(),
  credentials: StoreCredentials,
  /** As of a catalog. */
  entered: z.boolean().default(false),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

/** `confluent`: that interface, which Karapace, Redpanda and Apicurio (below `/apis/ccompat/v7`) have too. `apicurio`: its own. */
export const REGISTRY_KINDS = ["confluent", "apicurio"] as const;
export type RegistryKind = (typeof REGISTRY_KINDS)[number];

export const RegistryAuth = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("none") }),
  z.strictObject({ kind: z.literal("basic"), username: GivenText, password: SecretPlace }),
  z.strictObject({ kind: z.literal("bearer"), token: SecretPlace }),
]);
export type RegistryAuth = z.infer<typeof RegistryAuth>;

/** What knows the schemas of Kafka keys. */
export const RegistrySettings = z.strictObject({
  /** Unique, whatever the case. */
  name: z.string().min(1),
  kind: z.enum(REGISTRY_KINDS),
  /** Without a slash at its end. */
  url: z.string().min(1),
  auth: RegistryAuth,
  /** As of a catalog. */
  entered: z.boolean().default(false),
});
export type RegistrySettings = z.infer<typeof RegistrySettings>;

export const SourceSettings = z.strictObject({
  catalogs: z.array(CatalogSettings),
  stores: z.array(StoreSettings),
  /** Not given: none, as in what was stored by a version that knew none. */
  registries: z.array(RegistrySettings).optional(),
  /** By which those are used that were entered; without it they are not. */
  bounds: EnteredBounds.optional(),
});
export type SourceSettings = z.infer<typeof SourceSettings>;

/** Tables lie on this machine alone. */
export const NO_SOURCES: SourceSettings = { catalogs: [], stores: [] };
