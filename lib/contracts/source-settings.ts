import { z } from "zod";
import { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import { SecretPlace } from "#lib/contracts/secret-place.ts";

/** Where tables are found and how their files are opened: catalogs and stores of files. References to secrets, never secrets. */

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

/** A store of files that speaks S3. */
export const StoreSettings = z.strictObject({
  /** `s3://…`: what lies below it is opened so; of several the longest counts. */
  scope: z.string().min(1),
  /** `http(s)://host[:port]`; null: AWS's own. */
  endpoint: z.string().min(1).nullable(),
  pathStyle: z.boolean(),
  region: z.string().min(1).nullable(),
  /** `none`: a public store. */
  credentials: z.discriminatedUnion("kind", [...AwsCredentials.options, z.strictObject({ kind: z.literal("none") })]),
  /** As of a catalog. */
  entered: z.boolean().default(false),
});
export type StoreSettings = z.infer<typeof StoreSettings>;

export const SourceSettings = z.strictObject({
  catalogs: z.array(CatalogSettings),
  stores: z.array(StoreSettings),
  /** By which those are used that were entered; without it they are not. */
  bounds: EnteredBounds.optional(),
});
export type SourceSettings = z.infer<typeof SourceSettings>;

/** Tables lie on this machine alone. */
export const NO_SOURCES: SourceSettings = { catalogs: [], stores: [] };
