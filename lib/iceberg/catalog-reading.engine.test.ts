import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { allVariables, env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import type { Facts, FactsRequest, ReaderLimits } from "#lib/iceberg/contract.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";
import { someRequest } from "#lib/testing/facts.ts";

const LIMITS: ReaderLimits = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 120_000, threads: 2 };
const ORDERS = "catalog:lake/shop.orders";

let folder = "";
const open: CatalogDouble[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-catalog-"));
});
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Lake {
  double: CatalogDouble;
  read: (request?: Partial<FactsRequest>) => Promise<Facts>;
}

async function openLake(options: DoubleOptions = {}, settings: Partial<CatalogSettings> = {}, stores: StoreSettings[] = []): Promise<Lake> {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  open.push(double);
  const catalogs = [someCatalog({ uri: double.uri, ...settings })];
  const sources = new Sources({ settings: () => ({ catalogs, stores }), readSecret: nameIsSecret });
  const { extensionDir, extensionRepository } = env();
  const ask = createReaderPool({
    limits: LIMITS,
    extensionDirectory: extensionDir,
    extensionRepository,
    dataDirectory: folder,
    environment: allVariables(),
    findAccess: async (location, signal) => await sources.findAccess(location, signal),
  }).ask("facts");
  return { double, read: async (request = {}) => await ask(someRequest({ location: ORDERS, key: ["order_id"], ...request })) };
}

async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === "rejected" && outcome.reason instanceof AppError) return outcome.reason;
  throw new Error(`no AppError: ${JSON.stringify(outcome)}`);
}

/** All that a person, a log or a document could see of an error. */
function everythingOf(error: AppError): string {
  const cause = error.cause instanceof Error ? `${error.cause.message} ${error.cause.stack}` : String(error.cause);
  return `${error.message} ${error.stack} ${cause}`;
}

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
  const catalogs = [someCatalog({ uri: double.uri })];
  const sources = new Sources({ settings: () => ({ catalogs, stores }), readSecret: nameIsSecret });
  const { extensionDir: extensionDirectory, extensionRepository } = env();
  const options = { limits: LIMITS, extensionDirectory, extensionRepository, dataDirectory: folder, environment: allVariables() };
  const findAccess = async (location: string, signal: AbortSignal) => await sources.findAccess(location, signal);
  const facts = await createReaderPool({ ...options, findAccess }).ask("facts")(someRequest({ location: ORDERS, key: ["order_id"] }));
  expect(facts.keyProfile.rows).toBe(11);
});

describe("what goes wrong names the table and the mend, no secret, and the next reading works", () => {
  test.each<[string, (lake: Lake) => void, string, RegExp]>([
    [
      "a token that ends in the middle of a scan",
      ({ double }) => {
        double.store.misbehave = (path) => {
          if (path.endsWith(".parquet")) for (const credential of double.store.credentials) credential.expired = true;
          return null;
        };
      },
      "table_unreadable",
      /\.parquet.*\(This is the table shop\.orders of the catalog lake\.\)/s,
    ],
    [
      "a store that is busy",
      ({ double }) => void (double.store.misbehave = (path) => (path.endsWith(".avro") ? "busy" : null)),
      "table_unreadable",
      /manifest.*503/s,
    ],
    [
      "an answer of a wrong length",
      ({ double }) => void (double.store.misbehave = (path) => (path.endsWith(".avro") ? "short" : null)),
      "table_unreadable",
      /manifest/,
    ],
    [
      "a table that was dropped between plan and scan",
      ({ double }) => void (double.store.misbehave = (path) => (path.endsWith("never") ? "busy" : null)),
      "table_not_found",
      /The catalog lake .* has no such thing as the table shop\.orders/,
    ],
  ])("%s", async (what, spoil, code, message) => {
    const lake = await openLake();
    spoil(lake);
    if (what.startsWith("a table that was dropped"))
      lake.double.misbehave = ({ path }) => (path.endsWith("/orders") ? { status: 404 } : null);
    const fault = await faultOf(lake.read());
    expect(fault).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(everythingOf(fault)).not.toMatch(/vended\/secret|session-token-/);
    lake.double.misbehave = () => null;
    lake.double.store.misbehave = () => null;
    expect((await lake.read()).keyProfile.rows).toBe(11);
  });

  test("credentials for another region than the store's", async () => {
    const { double, read } = await openLake();
    for (let at = 0; at < 3; at++) double.store.vend("eu-central-1");
    double.options.vends = { region: "us-east-1" };
    const before = double.store.credentials.length;
    const reading = read();
    while (double.store.credentials.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
    for (const credential of double.store.credentials) credential.region = "eu-central-1";
    const fault = await faultOf(reading);
    expect(fault).toMatchObject({
      code: "table_unreadable",
      message: expect.stringMatching(/metadata file s3:\/\/lake.*shop\.orders of the catalog lake/s),
    });
    expect(everythingOf(fault)).not.toMatch(/vended\/secret|session-token-/);
  });
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
      code: "table_unreadable",
      message: expect.stringMatching(
        /\/etc\/x\.metadata\.json, which lies outside the places.*s3:\/\/lake\/shop\.db\/orders.*places of the catalog/,
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
      code: "table_unreadable",
      message: expect.stringMatching(
        /names s3:\/\/lake\/shop\.db\/orders\/data\/\S+, which lies outside the places.*\/metadata.*shop\.orders of the catalog lake/s,
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

  test("a store that is not read yet", async () => {
    const { read } = await openLake({
      tables: [aCatalogTable({ says: { "metadata-location": "abfss://a@b.dfs.core.windows.net/m/v1.metadata.json" } })],
    });
    expect(await faultOf(read())).toMatchObject({ code: "table_unsupported", message: expect.stringContaining("(abfss:)") });
    expect(await faultOf(read({ location: "gs://bucket/orders" }))).toMatchObject({
      code: "table_unsupported",
      message: expect.stringContaining("(gs:)"),
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
