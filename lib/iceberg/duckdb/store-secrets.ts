import { AppError } from "#lib/errors.ts";
import { secretSql } from "#lib/iceberg/duckdb/secret-sql.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";
import { storeKind } from "#lib/store-place.ts";

/** Seconds without an answer of a store, and how often a request that failed is made again. */
const HTTP_TIMEOUT_SECONDS = 30;
const HTTP_RETRIES = 3;

/**
 * Lets a database, which runs statements by `run`, open files of object stores: loads what speaks HTTP, and makes a secret for each scope that dies with the database. Nothing
 * that the machine's user keeps for DuckDB is used. Throws AppError table_unreadable when this machine has no credentials, else DuckDB's error.
 */
export async function openStores(run: (sql: string) => Promise<void>, secrets: readonly StoreSecret[]): Promise<void> {
  if (secrets.length === 0) return;
  await run("SET GLOBAL allow_persistent_secrets = false");
  await run("LOAD httpfs");
  const kinds = new Set(secrets.map(({ scope, credentials }) => `${storeKind(scope)} ${credentials.kind}`));
  if (kinds.has("s3 chain")) await run("LOAD aws");
  if (secrets.some(({ scope }) => storeKind(scope) === "azure")) {
    await run("LOAD azure");
    // The other one does not find the certificates of most systems.
    await run("SET GLOBAL azure_transport_option_type = 'curl'");
  }
  await run(`SET GLOBAL http_timeout = ${HTTP_TIMEOUT_SECONDS}`);
  await run(`SET GLOBAL http_retries = ${HTTP_RETRIES}`);
  // Files of a table never change.
  await run("SET GLOBAL enable_http_metadata_cache = true");
  for (const [index, secret] of secrets.entries()) await makeSecret(run, `store_${index}`, secret);
}

async function makeSecret(run: (sql: string) => Promise<void>, name: string, secret: StoreSecret): Promise<void> {
  const { scope, credentials } = secret;
  try {
    await run(secretSql(name, secret));
  } catch (cause) {
    // A statement with keys in it is not quoted, and neither is what it came to.
    if (credentials.kind !== "chain" || !(cause instanceof Error) || !/secret validation failure|credential/i.test(cause.message))
      throw cause;
    const profile = credentials.profile === null ? "" : ` for the profile ${credentials.profile}`;
    throw new AppError(
      "table_unreadable",
      `This machine has no AWS credentials${profile} to open ${scope}: neither environment, profile, web identity nor a role of container or instance gives any. Provide them, or name keys, a profile or anonymous: true under stores in the configuration.`,
      { cause },
    );
  }
}
