import { afterEach, expect, test } from "vitest";
import { createPeekTable } from "#lib/iceberg/peek-catalog.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble, type Behavior, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const CURRENT = { snapshot: { by: "current" as const } };
const ORDERS = { location: "catalog:lake/shop.orders", ...CURRENT };
const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

async function start(options: DoubleOptions = {}) {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  open.push(double);
  const catalogs = [someCatalog({ uri: double.uri })];
  const sources = new Sources({ settings: () => ({ catalogs, stores: [] }), readSecret: nameIsSecret, timeoutMs: 2000, now: () => 0 });
  return { double, peek: createPeekTable(sources) };
}

test.each([[true], [false]])(
  "a table at rest is the same, and one that was committed to has moved (marks of the catalog: %s)",
  async (etags) => {
    const { double, peek } = await start({
      etags,
      tables: [aCatalogTable({ folderName: "relocated_vectors", metadataFile: "v7.metadata.json" })],
    });
    const first = await peek(ORDERS, null);
    expect(first).toMatchObject({ state: "moved", snapshotId: "8933604147287232228" });
    const mark = "mark" in first ? first.mark : "";
    expect(await peek(ORDERS, mark)).toEqual({ state: "same" });
    double.options.tables = [aCatalogTable()];
    expect(await peek(ORDERS, mark)).toMatchObject({ state: "moved", snapshotId: "3821267374434050284" });
  },
);

test("a look costs one request and asks for no credentials", async () => {
  const { double, peek } = await start();
  const first = await peek(ORDERS, null);
  const before = double.requests.length;
  await peek(ORDERS, "mark" in first ? first.mark : "");
  expect(double.requests).toHaveLength(before + 1);
  expect(double.store.credentials).toEqual([]);
});

test("a table that is gone is broken once, and the same from then on", async () => {
  const { peek } = await start({ tables: [] });
  const first = await peek(ORDERS, null);
  expect(first).toMatchObject({ state: "broken", error: { code: "table_not_found" } });
  expect(await peek(ORDERS, "mark" in first ? first.mark : "")).toEqual({ state: "same" });
});

test.each<[string, Behavior, (path: string) => boolean, number | null]>([
  ["is down", { status: 500 }, () => true, null],
  ["asks for peace", { status: 429, headers: { "retry-after": "120" } }, () => true, 120_000],
  ["is being mended", { status: 503, headers: { "retry-after": "Thu, 01 Jan 1970 00:01:00 GMT" } }, () => true, 60_000],
  ["does not know who asks for a table", { status: 401 }, (path) => !path.endsWith("/config"), null],
  ["does not let us in at all", { status: 403 }, (path) => path.endsWith("/config"), null],
  ["is a page to sign in", { html: true }, (path) => path.endsWith("/config"), null],
])("a catalog that %s says so of all its tables", async (_, behavior, at, retryAfterMs) => {
  const { double, peek } = await start();
  double.misbehave = ({ path }) => (at(path) ? behavior : null);
  expect(await peek(ORDERS, null)).toMatchObject({ state: "unseen", ofCatalog: true, retryAfterMs });
  double.misbehave = () => null;
  expect(await peek(ORDERS, null)).toMatchObject({ state: "moved" });
});

test.each([
  [403, "table_refused"],
  [404, "table_not_found"],
])("a table that the catalog answers with %i for is broken, and no other is", async (status, code) => {
  const { double, peek } = await start({ tables: [aCatalogTable(), aCatalogTable({ name: "lines" })] });
  double.misbehave = ({ path }) => (path.endsWith("/lines") ? { status } : null);
  expect(await peek({ location: "catalog:lake/shop.lines", ...CURRENT }, null)).toMatchObject({ state: "broken", error: { code } });
  expect(await peek(ORDERS, null)).toMatchObject({ state: "moved" });
});

test("a catalog that is not configured is no news of its table", async () => {
  const { peek } = await start();
  expect(await peek({ location: "catalog:pond/shop.orders", ...CURRENT }, null)).toMatchObject({
    state: "unseen",
    ofCatalog: false,
    error: { code: "unknown_catalog", message: expect.stringMatching(/no catalog pond: it has lake/) },
  });
});
