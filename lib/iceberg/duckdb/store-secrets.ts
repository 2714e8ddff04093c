import { AppError } from "#lib/errors.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";

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
  if (secrets.some(({ credentials }) => credentials.kind === "chain")) await run("LOAD aws");
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

function secretSql(name: string, { scope, endpoint, pathStyle, region, credentials }: StoreSecret): string {
  const url = endpoint === null ? null : new URL(/^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`);
  const options: [string, string][] = [["TYPE", "s3"]];
  if (credentials.kind === "chain") {
    options.push(["PROVIDER", "credential_chain"], ["REFRESH", "'auto'"]);
    if (credentials.profile !== null) options.push(["PROFILE", literal(credentials.profile)]);
  } else {
    options.push(["PROVIDER", "config"]);
  }
  if (credentials.kind === "keys") {
    options.push(["KEY_ID", literal(credentials.accessKeyId)], ["SECRET", literal(credentials.secretAccessKey)]);
    if (credentials.sessionToken !== null) options.push(["SESSION_TOKEN", literal(credentials.sessionToken)]);
  }
  if (region !== null) options.push(["REGION", literal(region)]);
  if (url !== null) options.push(["ENDPOINT", literal(url.host)], ["USE_SSL", String(url.protocol === "https:")]);
  options.push(["URL_STYLE", pathStyle ? "'path'" : "'vhost'"], ["SCOPE", literal(scopeOf(scope))]);
  return `CREATE SECRET ${ident(name)} (${options.map(([key, value]) => `${key} ${value}`).join(", ")})`;
}

/** Scopes count by the letter: without its slash `s3://lake/a` would open `s3://lake/ab`. The metadata's own place may be written without. */
function scopeOf(scope: string): string {
  return scope.endsWith("/") ? scope : `${scope}/`;
}
