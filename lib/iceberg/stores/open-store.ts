import type { GivenText, StoreCredentials, StoreSettings } from "#lib/contracts/source-settings.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";

/** What a configured store's files are opened with, its secrets read now. Throws AppError usage when a secret is not there. */
export async function openStore(store: StoreSettings, readSecret: (place: GivenText) => Promise<string>): Promise<StoreSecret> {
  const { scope, endpoint, pathStyle, region, credentials } = store;
  return { scope, endpoint, pathStyle, region, credentials: await readCredentials(credentials, readSecret) };
}

async function readCredentials(
  credentials: StoreCredentials,
  readSecret: (place: GivenText) => Promise<string>,
): Promise<StoreSecret["credentials"]> {
  if (credentials.kind === "keys") return await readKeys(credentials, readSecret);
  if (credentials.kind === "token") return { kind: "token", token: await readSecret(credentials.token) };
  if (credentials.kind === "accountKey") return { kind: "accountKey", accountKey: await readSecret(credentials.accountKey) };
  if (credentials.kind === "sas") return { kind: "sas", sasToken: await readSecret(credentials.sasToken) };
  return credentials;
}

async function readKeys(
  { accessKeyId, secretAccessKey, sessionToken }: Extract<StoreCredentials, { kind: "keys" }>,
  readSecret: (place: GivenText) => Promise<string>,
): Promise<Extract<StoreSecret["credentials"], { kind: "keys" }>> {
  return {
    kind: "keys",
    accessKeyId: await readSecret(accessKeyId),
    secretAccessKey: await readSecret(secretAccessKey),
    sessionToken: sessionToken === null ? null : await readSecret(sessionToken),
  };
}
