import { z } from "zod";
import { AWS_KEYS, refuseMixedKeys, toAwsCredentials } from "#lib/config/aws-settings.ts";
import { webAddress } from "#lib/config/catalog-settings.ts";
import { showPlace, text } from "#lib/config/scalars.ts";
import { SecretReference } from "#lib/config/secret.ts";
import type { StoreCredentials, StoreSettings } from "#lib/contracts/source-settings.ts";
import { STORE_PLACES, storeKind, type StoreKind, unifyScheme } from "#lib/store-place.ts";

/** What a store's scope is that names none: all of S3. */
export const ALL_OF_S3 = "s3://";

const Scope = text("The scope", 2000).superRefine((value, context) => {
  if (value.trim() === "") return;
  if (storeKind(value) === null || !/^[a-z0-9]+:\/\/(?:[^/?*]+(?:\/[^?*]*)?)?$/i.test(unifyScheme(value)))
    context.addIssue(`"${showPlace(value)}" is not a place in a store. Write such as ${STORE_PLACES}.`);
});

const OneStore = z.strictObject({
  scope: Scope.optional().describe(
    `Opens files under it: ${STORE_PLACES}. If several match, the longest applies. Default: ${ALL_OF_S3}, all of S3.`,
  ),
  endpoint: webAddress("The endpoint")
    .optional()
    .describe("The store's address, where it is not the provider's own: https://minio.example.org:9000."),
  path_style: z
    .boolean()
    .optional()
    .describe("The bucket is in the path, not in the host name. Default: true with an `endpoint`, and for Google."),
  region: text("The region").optional().describe("The store's region."),
  anonymous: z.boolean().optional().describe("A public store, asked without credentials. Default: false."),
  ...AWS_KEYS,
  token: SecretReference.optional().describe(
    "Google: a reference to an OAuth2 token, instead of an HMAC key. It is read again for each run.",
  ),
  account_key: SecretReference.optional().describe("Azure: a reference to a key of the storage account."),
  sas_token: SecretReference.optional().describe("Azure: a reference to a shared access signature, the part of its address behind the ?."),
});
type StoreEntry = z.output<typeof OneStore>;

const AWS_ALONE = ["session_token", "profile", "region"] as const;
/** Keys that say nothing to a kind of store. */
const FOREIGN: Readonly<Record<StoreKind, readonly (keyof StoreEntry)[]>> = {
  s3: ["token", "account_key", "sas_token"],
  gcs: [...AWS_ALONE, "account_key", "sas_token"],
  azure: [...AWS_ALONE, "access_key_id", "secret_access_key", "path_style", "token"],
};
const KIND_NAMES: Readonly<Record<StoreKind, string>> = { s3: "S3", gcs: "Google Cloud Storage", azure: "Azure" };

/** One store of files as the file says it. */
export const StoreEntry = OneStore.superRefine(refuseMixedKeys).superRefine((entry, context) => {
  const issue = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
  const kind = kindOf(entry);
  const foreign = FOREIGN[kind].find((key) => entry[key] !== undefined);
  if (foreign !== undefined)
    return issue(foreign, `${foreign} says nothing to a store of ${KIND_NAMES[kind]}. Take it out, or check the scope.`);
  const given = (["access_key_id", "profile", "token", "account_key", "sas_token"] as const).filter((key) => entry[key] !== undefined);
  if (entry.anonymous === true && given.length > 0) issue("anonymous", "anonymous is true, and credentials are given. Keep one.");
  else if (given.length > 1 && !given.includes("profile")) issue(given[1] ?? "", `${given.join(" and ")} are both given. Keep one.`);
  if (kind === "gcs" && given.length === 0 && entry.anonymous !== true)
    issue(
      "scope",
      "Google's credentials of this machine are not used. Give an HMAC key (access_key_id and secret_access_key), token or anonymous.",
    );
  refuseEndpoint(entry, kind, given.length > 0 || entry.anonymous === true, issue);
});

function refuseEndpoint({ endpoint }: StoreEntry, kind: StoreKind, opened: boolean, issue: (path: string, message: string) => void): void {
  if (endpoint === undefined || !URL.canParse(endpoint)) return;
  if (kind !== "azure" && new URL(endpoint).pathname !== "/")
    issue("endpoint", "The endpoint has a path. Name scheme, host and port alone.");
  if (kind === "azure" && !opened)
    issue("endpoint", "Azure's credentials of this machine open only Azure's addresses. Give account_key or sas_token.");
}

function kindOf({ scope }: StoreEntry): StoreKind {
  return storeKind(scope ?? ALL_OF_S3) ?? "s3";
}

/** The definition of a store with all defaults applied; `entered`: in the settings and not in the file. Pure. */
export function toStoreSettings(entry: StoreEntry, { entered }: { entered: boolean }): StoreSettings {
  return {
    scope: unifyScheme(entry.scope ?? ALL_OF_S3),
    endpoint: entry.endpoint?.replace(/\/+$/, "") ?? null,
    pathStyle: entry.path_style ?? (entry.endpoint !== undefined || kindOf(entry) !== "s3"),
    region: entry.region ?? null,
    credentials: toCredentials(entry),
    entered,
  };
}

function toCredentials(entry: StoreEntry): StoreCredentials {
  if (entry.anonymous === true) return { kind: "none" };
  if (entry.token !== undefined) return { kind: "token", token: entry.token };
  if (entry.account_key !== undefined) return { kind: "accountKey", accountKey: entry.account_key };
  if (entry.sas_token !== undefined) return { kind: "sas", sasToken: entry.sas_token };
  return toAwsCredentials(entry);
}
