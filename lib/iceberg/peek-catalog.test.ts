import { afterEach, expect, test } from "vitest";
import { createPeekTable } from "#lib/iceberg/peek-catalog.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
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
  let now = 1;
  const catalogs = [someCatalog({ uri: double.uri })];
  const sources = new Sources({ settings: () => ({ catalogs, stores: [] }), readSecret: nameIsSecret, timeoutMs: 2000 });
  return { double, peek: createPeekTable(sources, () => now), pass: (seconds: number) => (now += seconds * 1000) };
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

test("a catalog that is ill leaves its tables unseen, is left alone for longer and longer, and is heard again when it is well", async () => {
  const { double, peek, pass } = await start();
  double.misbehave = () => ({ status: 503 });
  expect(await peek(ORDERS, null)).toMatchObject({ state: "unseen", error: { code: "catalog_unreachable" } });
  for (const [seconds, requests] of [
    [4, 1],
    [2, 2],
    [6, 2],
    [5, 3],
  ] as const) {
    pass(seconds);
    for (let table = 0; table < 10; table++) expect(await peek(ORDERS, null)).toMatchObject({ state: "unseen" });
    expect(double.requests).toHaveLength(requests);
  }
  double.misbehave = () => null;
  pass(30);
  expect(await peek(ORDERS, null)).toMatchObject({ state: "moved" });
});

test("rights that one table lacks hold up no other", async () => {
  const { double, peek } = await start({ tables: [aCatalogTable(), aCatalogTable({ name: "lines" })] });
  double.misbehave = ({ path }) => (path.endsWith("/lines") ? { status: 403 } : null);
  expect(await peek({ location: "catalog:lake/shop.lines", ...CURRENT }, null)).toMatchObject({
    state: "unseen",
    error: { code: "catalog_refused" },
  });
  expect(await peek(ORDERS, null)).toMatchObject({ state: "moved" });
});

test("a catalog that is not configured is no news of its table", async () => {
  const { peek } = await start();
  expect(await peek({ location: "catalog:pond/shop.orders", ...CURRENT }, null)).toMatchObject({
    state: "unseen",
    error: { code: "unknown_catalog", message: expect.stringMatching(/no catalog pond: it has lake/) },
  });
});
