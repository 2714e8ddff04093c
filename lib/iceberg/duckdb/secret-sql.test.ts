import { describe, expect, test } from "vitest";
import { secretSql } from "#lib/iceberg/duckdb/secret-sql.ts";
import type { StoreSecret } from "#lib/iceberg/stores/store-access.ts";

const PLACE = "abfss://lake@acc.dfs.core.windows.net/shop";
const azure = (credentials: StoreSecret["credentials"], endpoint: string | null = null): string =>
  secretSql("s", { scope: PLACE, endpoint, pathStyle: true, region: null, credentials });
const s3 = (scope: string, credentials: StoreSecret["credentials"]): string =>
  secretSql("s", { scope, endpoint: null, pathStyle: false, region: null, credentials });

describe("what opens a store is said as DuckDB wants it", () => {
  test.each<[string, string]>([
    [
      azure({ kind: "sas", sasToken: "?sv=1&sig=a%2Fb" }),
      `CREATE SECRET "s" (TYPE azure, CONNECTION_STRING 'AccountName=acc;BlobEndpoint=https://acc.blob.core.windows.net;SharedAccessSignature=sv=1&sig=a%2Fb', SCOPE 'az://acc.blob.core.windows.net/lake/shop/')`,
    ],
    [
      azure({ kind: "accountKey", accountKey: "a+b/c==" }, "http://127.0.0.1:10000/acc"),
      `CREATE SECRET "s" (TYPE azure, CONNECTION_STRING 'AccountName=acc;BlobEndpoint=http://127.0.0.1:10000/acc;AccountKey=a+b/c==', SCOPE 'az://acc.blob.core.windows.net/lake/shop/')`,
    ],
    [
      azure({ kind: "chain", profile: null }),
      `CREATE SECRET "s" (TYPE azure, PROVIDER credential_chain, CHAIN 'env;workload_identity;managed_identity;cli', ACCOUNT_NAME 'acc', SCOPE 'az://acc.blob.core.windows.net/lake/shop/')`,
    ],
    [
      s3("gs://lake", { kind: "token", token: "it's" }),
      `CREATE SECRET "s" (TYPE gcs, PROVIDER config, BEARER_TOKEN 'it''s', URL_STYLE 'vhost', SCOPE 'gs://lake/')`,
    ],
    [s3("s3://", { kind: "none" }), `CREATE SECRET "s" (TYPE s3, PROVIDER config, URL_STYLE 'vhost', SCOPE 's3://')`],
  ])("%#", (sql, expected) => {
    expect(sql).toBe(expected);
  });
});

test("a signature that would name another address is refused, and not shown", () => {
  expect(() => azure({ kind: "sas", sasToken: "sig=hunter2;BlobEndpoint=http://169.254.169.254" })).toThrow(
    /^The shared access signature for abfss:\/\/lake@acc\S+ holds a character that none has, a space or a semicolon/,
  );
});
