import type { AwsCredentials, GivenText, StoreSettings } from "#lib/contracts/source-settings.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";

/** What a configured store's files are opened with, its secrets read now. Throws AppError usage when a secret is not there. */
export async function openStore(store: StoreSettings, readSecret: (place: GivenText) => Promise<string>): Promise<StoreSecret> {
  const { scope, endpoint, pathStyle, region, credentials } = store;
  return {
    scope,
    endpoint,
    pathStyle,
    region,
    credentials: credentials.kind === "keys" ? await readKeys(credentials, readSecret) : credentials,
  };
}

async function readKeys(
  { accessKeyId, secretAccessKey, sessionToken }: Extract<AwsCredentials, { kind: "keys" }>,
  readSecret: (place: GivenText) => Promise<string>,
): Promise<Extract<StoreSecret["credentials"], { kind: "keys" }>> {
  return {
    kind: "keys",
    accessKeyId: await readSecret(accessKeyId),
    secretAccessKey: await readSecret(secretAccessKey),
    sessionToken: sessionToken === null ? null : await readSecret(sessionToken),
  };
}
