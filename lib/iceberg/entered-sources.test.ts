import { afterEach, describe, expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { ENTERED_DEFAULTS, type EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

interface World {
  catalog?: Partial<CatalogSettings>;
  stores?: StoreSettings[];
  bounds?: EnteredBounds | undefined;
  double?: DoubleOptions;
  /** What names lead to. */
  names?: Record<string, string[]>;
}

async function start({ catalog = {}, stores = [], double: options = {}, names = {}, ...more }: World) {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  open.push(double);
  const { bounds = OPEN } = more;
  const settings = () => ({
    catalogs: [someCatalog({ uri: double.uri, entered: true, ...catalog })],
    stores,
    ...("bounds" in more && more.bounds === undefined ? {} : { bounds }),
  });
  const resolve = async (name: string) => await Promise.resolve(names[name] ?? ["192.0.2.1"]);
  const sources = new Sources({ settings, readSecret: nameIsSecret, timeoutMs: 2000, resolve });
  const access = async (location = "catalog:lake/shop.orders") => await sources.findAccess(location, AbortSignal.timeout(5000));
  return { double, access, port: new URL(double.uri).port };
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => null,
    (fault: unknown) => fault,
  );
  return error instanceof AppError ? `${error.code}: ${error.message}` : `no fault: ${String(error)}`;
}

describe("a catalog that was entered", () => {
  test("is used within the bounds, and its files are opened with what it gives", async () => {
    const { access } = await start({ double: { vends: { region: "eu-central-1" } } });
    expect((await access()).secrets).toMatchObject([{ scope: "s3://lake/shop.db/orders" }]);
  });

  test.each<[string, World, RegExp]>([
    [
      "its host is not listed",
      { bounds: { ...OPEN, addresses: ["other.example"] } },
      /catalog_refused: The catalog lake .* was entered in the settings, and may not be used so\. The host 127\.0\.0\.1/,
    ],
    ["nobody says what may be entered", { bounds: undefined }, /catalog_refused: .*The allowed entries are not known here/],
    [
      "it refers to another variable",
      { catalog: { auth: { kind: "bearer", token: { from: "environment", name: "DATABASE_URL" } } } },
      /catalog_refused: .*This variable may not be referred to/,
    ],
    [
      "its tables lie elsewhere",
      { catalog: { places: ["/etc"] }, bounds: { ...OPEN, places: ["/lake"] } },
      /catalog_refused: .*\/etc may not be entered here/,
    ],
  ])("is not asked when %s", async (_, world, message) => {
    const { double, access } = await start(world);
    expect(await faultOf(access())).toMatch(message);
    expect(double.requests).toEqual([]);
  });

  test("is not asked when its harmless name leads to a cloud's credentials, also among other addresses", async () => {
    const names = { localhost: ["10.0.0.1", "::ffff:169.254.169.254"] };
    const { double, access } = await start({ names });
    const { double: other, access: byName } = await start({ catalog: { uri: double.uri.replace("127.0.0.1", "localhost") }, names });
    expect(await faultOf(byName())).toMatch(
      /catalog_refused: .*localhost leads to ::ffff:169\.254\.169\.254, which hands out this machine's own credentials/,
    );
    expect([...double.requests, ...other.requests]).toEqual([]);
    expect(await faultOf(access())).toMatch(/^no fault/);
  });

  test("sends no client secret to a token endpoint whose name leads there", async () => {
    const secret = { from: "environment" as const, name: "BERGWATCH_SECRET_S" };
    const auth = { kind: "oauth2" as const, clientId: secret, clientSecret: secret, scope: "s" };
    const token = await CatalogDouble.start();
    open.push(token);
    const tokenEndpoint = token.uri.replace("127.0.0.1", "localhost");
    const { access } = await start({ catalog: { auth: { ...auth, tokenEndpoint } }, names: { localhost: ["169.254.170.2"] } });
    expect(await faultOf(access())).toMatch(/catalog_refused: .*localhost leads to 169\.254\.170\.2/);
    expect(token.requests).toEqual([]);
  });

  test("names no store of its files that may not be entered", async () => {
    const says = { config: { "s3.access-key-id": "k", "s3.secret-access-key": "s", "s3.endpoint": "https://store.example" } };
    const double = { tables: [aCatalogTable({ says })], vends: null };
    const { access } = await start({ double, bounds: { ...OPEN, addresses: ["127.0.0.1"] } });
    expect(await faultOf(access())).toMatch(/catalog_refused: .*The host store\.example may not be entered here/);
    const { access: listed } = await start({ double, bounds: { ...OPEN, addresses: ["127.0.0.1", "store.example"] } });
    expect((await listed()).secrets).toMatchObject([{ endpoint: "https://store.example" }]);
    const { access: led } = await start({ double, names: { "store.example": ["169.254.169.254"] } });
    expect(await faultOf(led())).toMatch(/catalog_refused: .*store\.example leads to 169\.254\.169\.254/);
  });

  test("reads with the stores of the file only what may be entered", async () => {
    const store = { endpoint: null, pathStyle: false, region: null, credentials: { kind: "none" as const }, entered: false };
    const stores = [
      { ...store, scope: "s3://lake/shop.db" },
      { ...store, scope: "s3://private" },
      { ...store, scope: "s3://raw" },
    ];
    const places = ["s3://lake", "s3://raw/shared"];
    const { access } = await start({ stores, double: { vends: null }, bounds: { ...OPEN, places } });
    const scopes = ["s3://lake/shop.db", "s3://raw/shared"];
    expect(await access()).toMatchObject({ secrets: scopes.map((scope) => ({ scope })), places: { local: [], remote: scopes } });
    const { access: ofFile } = await start({ stores, double: { vends: null }, catalog: { entered: false }, bounds: { ...OPEN, places } });
    expect((await ofFile()).places.remote).toEqual(stores.map(({ scope }) => scope));
  });
});

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1", "0.0.0.0", "169.254.170.2"])(
  "a store whose name resolves to %s is refused like that address, also where the catalog stands in the file",
  async (address) => {
    const config = { "s3.access-key-id": "k", "s3.secret-access-key": "s", "s3.endpoint": "http://store.example:9000" };
    const double = { tables: [aCatalogTable({ says: { config } })], vends: null };
    const names = { "store.example": ["192.0.2.7", address] };
    for (const entered of [true, false]) {
      const { access } = await start({ double, names, catalog: { entered } });
      expect(await faultOf(access())).toMatch(/^catalog_refused: .*store\.example/);
    }
    const named = { scope: "s3://other", endpoint: "http://store.example:9000", pathStyle: true, region: null };
    const stores = [{ ...named, credentials: { kind: "none" as const }, entered: false }];
    const { access } = await start({ double, names, catalog: { entered: false }, stores });
    expect((await access()).secrets).toMatchObject([{ endpoint: "http://store.example:9000" }, { scope: "s3://other" }]);
  },
);

test("an Azure account that a catalog names is an address like others", async () => {
  const prefix = "abfss://c@lake.dfs.store.example";
  const says = { "storage-credentials": [{ prefix, config: { "adls.sas-token.lake": "sig=s" } }], "metadata-location": `${prefix}/m.json` };
  const double = { tables: [aCatalogTable({ says })], vends: null };
  const { access } = await start({ double, bounds: { ...OPEN, addresses: ["127.0.0.1"] } });
  expect(await faultOf(access())).toMatch(/catalog_refused: .*The host lake\.blob\.store\.example may not be entered here/);
  const { access: led } = await start({ double, names: { "lake.blob.store.example": ["169.254.169.254"] } });
  expect(await faultOf(led())).toMatch(/catalog_refused: .*lake\.blob\.store\.example leads to 169\.254\.169\.254/);
  const { access: listed } = await start({ double });
  expect((await listed()).secrets).toMatchObject([{ scope: prefix }]);
});

test("a catalog of the file is bound by nothing of this", async () => {
  const { access } = await start({ catalog: { entered: false }, bounds: { ...OPEN, addresses: [] }, double: { vends: { region: "x" } } });
  expect((await access()).secrets).toHaveLength(1);
});

test("what a catalog gives credentials for is opened by no store that was entered, by one of the file it is", async () => {
  const store = { scope: "s3://lake/shop.db/orders/data", endpoint: null, pathStyle: false, region: null };
  const of = async (entered: boolean) => {
    const stores = [{ ...store, credentials: { kind: "none" as const }, entered }];
    const { access } = await start({ stores, catalog: { entered: false }, double: { vends: { region: "x" } } });
    return (await access()).secrets.map(({ scope }) => scope);
  };
  expect(await of(true)).toEqual(["s3://lake/shop.db/orders"]);
  expect(await of(false)).toEqual(["s3://lake/shop.db/orders", store.scope]);
});

test("a store that was entered passes the bounds or opens nothing, and hurts no table of a catalog", async () => {
  const store = {
    scope: "s3://raw",
    endpoint: "https://store.example",
    pathStyle: true,
    region: null,
    credentials: { kind: "none" as const },
  };
  const stores = [{ ...store, entered: true }];
  const { access } = await start({ stores });
  expect((await access("s3://raw/clicks")).secrets).toMatchObject([{ scope: "s3://raw" }]);
  const azure = [{ ...store, scope: "abfss://c@lake.dfs.store.example", endpoint: null, entered: true }];
  const { access: ledBy } = await start({ stores: azure, names: { "lake.blob.store.example": ["169.254.169.254"] } });
  expect(await faultOf(ledBy("abfss://c@lake.dfs.store.example/t"))).toMatch(/catalog_refused: .*leads to 169\.254\.169\.254/);
  const { access: led } = await start({ stores, names: { "store.example": ["fe80::1"] }, double: { vends: { region: "x" } } });
  expect(await faultOf(led("s3://raw/clicks"))).toMatch(
    /catalog_refused: The store s3:\/\/raw was entered .*store\.example leads to fe80::1/,
  );
  expect((await led()).secrets.map(({ scope }) => scope)).toEqual(["s3://lake/shop.db/orders"]);
});
