import { AppError } from "#lib/errors.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import { toDuckdbPath } from "#lib/iceberg/stores/duckdb-paths.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";
import { parseAzurePlace, storeAddress, storeKind } from "#lib/store-place.ts";

type Options = [string, string][];

/** The statement that lets DuckDB open what lies below a scope. Holds secrets. Throws AppError table_unreadable for one that cannot be right. */
export function secretSql(name: string, secret: StoreSecret): string {
  const options = storeKind(secret.scope) === "azure" ? azureOptions(secret) : s3Options(secret);
  const scope: Options = [["SCOPE", literal(scopeOf(secret.scope))]];
  return `CREATE SECRET ${ident(name)} (${[...options, ...scope].map(([key, value]) => `${key} ${value}`).join(", ")})`;
}

/** S3, and Google's store, which speaks it too. */
function s3Options({ scope, endpoint, pathStyle, region, credentials }: StoreSecret): Options {
  const url = endpoint === null ? null : new URL(/^https?:\/\//i.test(endpoint) ? endpoint : `https://${endpoint}`);
  const options: Options = [["TYPE", storeKind(scope) === "gcs" ? "gcs" : "s3"]];
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
  if (credentials.kind === "token") options.push(["BEARER_TOKEN", literal(credentials.token)]);
  if (region !== null) options.push(["REGION", literal(region)]);
  if (url !== null) options.push(["ENDPOINT", literal(url.host)], ["USE_SSL", String(url.protocol === "https:")]);
  return [...options, ["URL_STYLE", pathStyle ? "'path'" : "'vhost'"]];
}

function azureOptions({ scope, endpoint, credentials }: StoreSecret): Options {
  const place = parseAzurePlace(scope);
  if (place === null) throw new Error(`${scope} is not a place in Azure`);
  if (credentials.kind === "chain")
    return [
      ["TYPE", "azure"],
      ["PROVIDER", "credential_chain"],
      ["CHAIN", "'env;workload_identity;managed_identity;cli'"],
      ["ACCOUNT_NAME", literal(place.account)],
    ];
  const parts = [`AccountName=${place.account}`, `BlobEndpoint=${storeAddress(scope, endpoint)}`];
  if (credentials.kind === "accountKey") parts.push(`AccountKey=${whole(credentials.accountKey, "account key", scope)}`);
  if (credentials.kind === "sas")
    parts.push(`SharedAccessSignature=${whole(credentials.sasToken.replace(/^\?/, ""), "shared access signature", scope)}`);
  return [
    ["TYPE", "azure"],
    ["CONNECTION_STRING", literal(parts.join(";"))],
  ];
}

/** A semicolon would begin another part of the connection string, such as another address. */
function whole(secret: string, what: string, scope: string): string {
  if (/^[\x21-\x3A\x3C-\x7E]+$/.test(secret)) return secret;
  throw new AppError(
    "table_unreadable",
    `The ${what} for ${scope} holds a character that none has, a space or a semicolon. Give it alone.`,
  );
}

/** Scopes count by the letter: without its slash `s3://lake/a` would open `s3://lake/ab`. The metadata's own place may be written without. */
function scopeOf(scope: string): string {
  return `${toDuckdbPath(scope).replace(/\/+$/, "")}/`.replace(/^(s3|gs):\/$/, "$1://");
}
