import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { StoreSettings } from "#lib/contracts/source-settings.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { faultOf, Lakes } from "#lib/testing/lakes.ts";

const lakes = new Lakes();
const openLake = lakes.open;
afterEach(async () => await lakes.closeAll());
afterAll(async () => await lakes.end());

test("a table is read with the catalog's credentials, fresh for each reading, its manifests and its data alike", async () => {
  const { double, read } = await openLake();
  for (const reading of [1, 2]) {
    const facts = await read();
    expect(facts).toMatchObject({
      snapshot: { id: "3821267374434050284" },
      keyProfile: { rows: 11, distinctKeys: 8, duplicatedKeys: 3 },
      table: { metadataFile: "s3://lake/shop.db/orders/metadata/v6.metadata.json" },
      trust: { level: "exact" },
    });
    const since = double.store.requests.filter(({ accessKeyId }) => accessKeyId === `VENDED${reading}`);
    expect(since.some(({ path }) => path.endsWith(".avro"))).toBe(true);
    expect(since.some(({ path }) => path.endsWith(".parquet"))).toBe(true);
  }
  expect(double.store.credentials).toHaveLength(2);
});

test("deletion vectors are read through the catalog too", async () => {
  const table = aCatalogTable({ folderName: "relocated_vectors", metadataFile: "v7.metadata.json" });
  const { read } = await openLake({ tables: [table] });
  expect(await read()).toMatchObject({ snapshot: { id: "8933604147287232228" }, trust: { level: "exact" } });
});

test("where the catalog gives no credentials a configured store opens the files", async () => {
  const { double, read } = await openLake({ vends: null });
  const key = double.store.vend("us-west-2");
  const from = (name: string) => ({ from: "environment" as const, name: key[name] ?? "" });
  const stores: StoreSettings[] = [
    {
      scope: "s3://lake",
      endpoint: double.store.endpoint,
      pathStyle: true,
      region: "us-west-2",
      entered: false,
      credentials: {
        kind: "keys",
        accessKeyId: from("s3.access-key-id"),
        secretAccessKey: from("s3.secret-access-key"),
        sessionToken: from("s3.session-token"),
      },
    },
  ];
  expect(await faultOf(read())).toMatchObject({
    code: "table_unreadable",
    message: expect.stringMatching(
      /The catalog lake \(.*\) gives no credentials to the files of shop\.orders, and no store is configured for s3:\/\/lake/,
    ),
  });
  const facts = await lakes.reader(double, {}, stores)();
  expect(facts.keyProfile.rows).toBe(11);
});

describe("only files in allowed places are opened", () => {
  test("credentials for another folder do not open the table", async () => {
    const config = { "s3.access-key-id": "a", "s3.secret-access-key": "bbbb" };
    const { read } = await openLake({
      tables: [aCatalogTable({ says: { "storage-credentials": [{ prefix: "s3://lake/shop.db/order", config }] } })],
    });
    expect(await faultOf(read())).toMatchObject({
      code: "table_unreadable",
      message: expect.stringContaining("no store is configured for s3://lake/shop.db/orders/metadata"),
    });
  });

  test("metadata on this machine, which no place allows", async () => {
    const { read } = await openLake({ tables: [aCatalogTable({ says: { "metadata-location": "file:///etc/x.metadata.json" } })] });
    expect(await faultOf(read())).toMatchObject({
      code: "table_outside_places",
      message: expect.stringMatching(
        /\/etc\/x\.metadata\.json, which is outside the places.*s3:\/\/lake\/shop\.db\/orders.*Additional file locations.*catalog/,
      ),
    });
  });

  test("data that lies elsewhere than what the credentials are for", async () => {
    const config = {
      "s3.access-key-id": "VENDED1",
      "s3.secret-access-key": "bbbb",
      "s3.session-token": "session-token-1",
      "client.region": "eu-central-1",
    };
    const { double, read } = await openLake({ vends: null, tables: [aCatalogTable()] });
    double.store.vend("eu-central-1");
    const all = { ...config, "s3.endpoint": double.store.endpoint, "s3.path-style-access": "true" };
    double.options.tables = [
      aCatalogTable({ says: { "storage-credentials": [{ prefix: "s3://lake/shop.db/orders/metadata", config: all }] } }),
    ];
    const fault = await faultOf(read());
    expect(fault).toMatchObject({
      code: "table_outside_places",
      message: expect.stringMatching(
        /names s3:\/\/lake\/shop\.db\/orders\/data\/\S+, which is outside the places.*\/metadata.*shop\.orders of the catalog lake/s,
      ),
    });
    expect(double.store.requests.filter(({ path }) => path.endsWith(".parquet"))).toEqual([]);
  });

  test.each([
    ["http://169.254.169.254", /names 169\.254\.169\.254 as the address of its files/],
    ["http://localhost:9", /names localhost as the address/],
    ["http://[fe80::1]:9000", /names \[fe80::1\] as the address/],
    ["metadata.google.internal", /names metadata\.google\.internal/],
  ])("a store at %s, which is this machine or its cloud", async (endpoint, message) => {
    const config = { "s3.access-key-id": "a", "s3.secret-access-key": "bbbb", "s3.endpoint": endpoint };
    const { read } = await openLake({ tables: [aCatalogTable({ says: { "storage-credentials": [{ prefix: "s3://lake", config }] } })] });
    expect(await faultOf(read())).toMatchObject({ code: "catalog_refused", message: expect.stringMatching(message) });
  });

  test("a store that is not read", async () => {
    const { read } = await openLake({
      tables: [aCatalogTable({ says: { "metadata-location": "hdfs://name/m/v1.metadata.json" } })],
    });
    expect(await faultOf(read())).toMatchObject({ code: "table_unsupported", message: expect.stringContaining("(hdfs:)") });
    expect(await faultOf(read({ location: "oss://bucket/orders" }))).toMatchObject({
      code: "table_unsupported",
      message: expect.stringMatching(/\(oss:\).*Google Cloud Storage and in Azure/),
    });
  });

  test.each([
    "gs://bucket/orders",
    "abfss://lake@account.dfs.core.windows.net/orders",
    "wasbs://lake@account.blob.core.windows.net/orders",
  ])("a place that no store is configured for: %s", async (location) => {
    const { read } = await openLake();
    expect(await faultOf(read({ location }))).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/^No store is configured for (?:gs|abfss):.*Enter one in the settings or add it to stores/),
    });
  });

  test("a table of this machine whose metadata leads to a store", async () => {
    const { read } = await openLake();
    expect(await faultOf(read({ location: "e2e/testdata/tables/relocated" }))).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/names s3:\/\/lake\/\S+, and the table was named by a path of this machine.*--relocated/),
    });
  });
});

test("a catalog that wants to sign requests itself is refused with the mend", async () => {
  const { read } = await openLake({ vends: null, tables: [aCatalogTable({ says: { config: { "s3.remote-signing-enabled": true } } })] });
  expect(await faultOf(read())).toMatchObject({
    code: "table_unsupported",
    message: expect.stringMatching(/remote signing.*vend credentials/),
  });
});
