import { z } from "zod";
import { AWS_KEYS, refuseMixedKeys, toAwsCredentials } from "#lib/config/aws-settings.ts";
import { webAddress } from "#lib/config/catalog-settings.ts";
import { show, text } from "#lib/config/scalars.ts";
import type { StoreSettings } from "#lib/contracts/source-settings.ts";

const Scope = text("The scope", 2000).superRefine((value, context) => {
  if (value.trim() !== "" && !/^s3:\/\/(?:[^/?*]+(?:\/.*)?)?$/.test(value))
    context.addIssue(`"${show(value)}" is no place in a store. Write such as s3://bucket or s3://bucket/folder.`);
});

const OneStore = z.strictObject({
  scope: Scope.optional().describe(
    "What lies below it is opened so: s3://bucket or s3://bucket/folder. Of several the longest counts. Default: s3://, all of S3.",
  ),
  endpoint: webAddress("The endpoint")
    .optional()
    .describe("The store's address, where it is not AWS's own: https://minio.example.org:9000."),
  path_style: z.boolean().optional().describe("The bucket stands in the path, not in the host's name. Default: true with an `endpoint`."),
  region: text("The region").optional().describe("The store's region."),
  anonymous: z.boolean().optional().describe("A public store, asked without credentials. Default: false."),
  ...AWS_KEYS,
});

/** One store of files as the file says it. */
export const StoreEntry = OneStore.superRefine(refuseMixedKeys).superRefine(
  ({ anonymous, access_key_id: id, profile, endpoint }, context) => {
    const issue = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
    if (anonymous === true && (id !== undefined || profile !== undefined))
      issue("anonymous", "anonymous is true, and credentials are given. Keep one.");
    if (endpoint !== undefined && URL.canParse(endpoint) && new URL(endpoint).pathname !== "/")
      issue("endpoint", "The endpoint has a path. Name scheme, host and port alone.");
  },
);
type StoreEntry = z.output<typeof OneStore>;

/** What a store's scope is that names none: all of S3. */
export const ALL_OF_S3 = "s3://";

/** The definition of a store with all defaults applied; `entered`: in the settings and not in the file. Pure. */
export function toStoreSettings(entry: StoreEntry, { entered }: { entered: boolean }): StoreSettings {
  return {
    scope: entry.scope ?? ALL_OF_S3,
    endpoint: entry.endpoint?.replace(/\/+$/, "") ?? null,
    pathStyle: entry.path_style ?? entry.endpoint !== undefined,
    region: entry.region ?? null,
    credentials: entry.anonymous === true ? { kind: "none" } : toAwsCredentials(entry),
    entered,
  };
}
