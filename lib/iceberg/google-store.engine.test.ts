import { afterAll, afterEach, describe, expect, test } from "vitest";
import type { DoubleTable } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { faultOf, Lakes, ORDERS } from "#lib/testing/lakes.ts";
import { TableCopies } from "#lib/testing/table-copies.ts";

const WHOLE = { keyProfile: { rows: 11, distinctKeys: 8, duplicatedKeys: 3 }, trust: { level: "exact" } };
const lakes = new Lakes();
const copies = new TableCopies();
afterEach(async () => await lakes.closeAll());
afterAll(async () => {
  copies.remove();
  await lakes.end();
});

describe("Google's store", () => {
  const tables = [{ ...aCatalogTable(), location: "gs://lake/shop.db/orders" }];

  test("is read with the token that the catalog gives, and a token that ends is fetched anew", async () => {
    const { double, read } = await lakes.open({ vends: null, tables: [onGoogle()] });
    const vend = (): void => {
      const config = { ...double.store.vendToken(), "gcs.service.host": double.store.endpoint };
      double.options.tables = [{ ...onGoogle(), says: { "storage-credentials": [{ prefix: "gs://lake/shop.db/orders", config }] } }];
    };
    double.misbehave = ({ path }) => {
      if (path.endsWith("/orders")) vend();
      return null;
    };
    let ended = false;
    double.store.misbehave = (path) => {
      if (ended || !path.endsWith("data.parquet")) return null;
      ended = true;
      for (const credential of double.store.credentials) credential.expired = true;
      return { status: 401, code: "AuthenticationRequired" };
    };
    const facts = await read();
    expect(facts).toMatchObject({ ...WHOLE, table: { metadataFile: "gs://lake/shop.db/orders/metadata/v6.metadata.json" } });
    expect(double.store.credentials).toHaveLength(2);
  });

  test("is read with an HMAC key of the configuration, by the place and under the older name gcs:", async () => {
    const { double } = await lakes.open({ tables: [onGoogle()] });
    double.store.credentials.push({ accessKeyId: "GOOG1", sessionToken: "", region: "", expired: false });
    const from = (name: string) => ({ from: "environment" as const, name });
    const credentials = { kind: "keys" as const, accessKeyId: from("GOOG1"), secretAccessKey: from("hmac"), sessionToken: null };
    const store = { scope: "gs://lake", endpoint: double.store.endpoint, pathStyle: true, region: null, credentials, entered: false };
    const read = lakes.reader(double, {}, [store]);
    expect(await read({ location: "gcs://lake/shop.db/orders/metadata/v6.metadata.json" })).toMatchObject(WHOLE);
    expect(await lakes.reader(double, {}, [store])({ location: ORDERS })).toMatchObject(WHOLE);
  });

  test("and whoever gives no credentials to it is told", async () => {
    const { read } = await lakes.open({ vends: null, tables });
    expect(await faultOf(read())).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/gives no credentials to the files of shop\.orders, and no store is configured for gs:\/\/lake/),
    });
  });

  /** The same table, its metadata as if it lay at Google's. */
  function onGoogle(): DoubleTable {
    const table = aCatalogTable();
    return { ...table, location: "gs://lake/shop.db/orders", folder: copies.movedTo(table, "s3://lake", "gs://lake") };
  }
});
