import { describe, expect, test } from "vitest";
import { vendedSecrets } from "#lib/iceberg/catalog/vended-access.ts";
import { someCatalog } from "#lib/testing/catalog-settings.ts";

const PLACE = "abfss://lake@acc.dfs.core.windows.net/orders";

/** What is made of the properties that a catalog gave for one prefix. */
function vend(prefix: string, config: Record<string, string>): unknown {
  const answer = {
    metadata: { location: prefix },
    config: new Map<string, string>(),
    "storage-credentials": [{ prefix, config: new Map(Object.entries(config)) }],
  };
  const loaded = { metadataFile: `${prefix}/m.json`, etag: null, answer, properties: new Map<string, string>() };
  return vendedSecrets(loaded, { catalog: someCatalog(), who: "The catalog lake", configured: [] });
}

describe("credentials to Azure's and Google's stores are taken as catalogs name them", () => {
  test.each([
    [PLACE, "adls.sas-token.acc.dfs.core.windows.net"],
    [PLACE, "adls.sas-token.acc.blob.core.windows.net"],
    [PLACE, "adls.sas-token.acc"],
    ["wasbs://lake@acc.blob.core.windows.net/orders", "adls.sas-token.acc"],
  ])("%s %s", (prefix, key) => {
    expect(vend(prefix, { [key]: "sv=1&sig=x" })).toEqual([
      expect.objectContaining({ scope: PLACE, endpoint: null, credentials: { kind: "sas", sasToken: "sv=1&sig=x" } }),
    ]);
  });

  test("gs: gcs.oauth2.token", () => {
    expect(vend("gs://lake/orders", { "gcs.oauth2.token": "ya29" })).toEqual([
      expect.objectContaining({ scope: "gs://lake/orders", credentials: { kind: "token", token: "ya29" } }),
    ]);
  });

  test("of another account, or of another kind of store, none are", () => {
    expect(vend(PLACE, { "adls.sas-token.other.dfs.core.windows.net": "sig=x" })).toEqual([]);
    expect(vend(PLACE, { "s3.access-key-id": "a", "s3.secret-access-key": "b" })).toEqual([]);
    expect(vend("gs://lake/orders", { "s3.access-key-id": "a", "s3.secret-access-key": "b" })).toEqual([]);
  });

  test("a place in Azure whose host is this machine is refused", () => {
    expect(() => vend("abfss://lake@acc.dfs.localhost/orders", { "adls.sas-token.acc": "sig=x" })).toThrow(/names acc\.blob\.localhost as/);
  });

  test("an address of Google's store that leads to this machine's cloud is refused", () => {
    const config = { "gcs.oauth2.token": "ya29", "gcs.service.host": "http://metadata.google.internal" };
    expect(() => vend("gs://lake/orders", config)).toThrow(/names metadata\.google\.internal as the address of its files/);
  });
});
