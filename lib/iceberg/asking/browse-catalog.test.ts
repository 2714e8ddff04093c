import { afterEach, expect, test } from "vitest";
import { LISTED_MAX, type NamespaceListing } from "#lib/contracts/browse-documents.ts";
import { browseCatalog } from "#lib/iceberg/asking/browse-catalog.ts";
import { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import { CatalogDouble, type Behavior, type DoubleOptions, type DoubleTable } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

interface Lake {
  double: CatalogDouble;
  browse: (namespace: string[], signal?: AbortSignal) => Promise<NamespaceListing>;
}

async function openLake(tables: DoubleTable[], options: DoubleOptions = {}): Promise<Lake> {
  const double = await CatalogDouble.start({ tables, ...options });
  open.push(double);
  const catalog = new RestCatalog(someCatalog({ uri: double.uri }), { readSecret: nameIsSecret });
  return {
    double,
    browse: async (namespace, signal = new AbortController().signal) => await browseCatalog(catalog, namespace, { signal }),
  };
}

function table(...levels: string[]): DoubleTable {
  return aCatalogTable({ namespace: levels.slice(0, -1), name: levels.at(-1) ?? "" });
}

test("a namespace that has both shows the namespaces and the tables right below it, by name", async () => {
  const { browse } = await openLake([table("shop", "t10"), table("shop", "t9"), table("shop", "eu", "orders"), table("crm", "customers")]);
  expect(await browse([])).toEqual({ namespace: [], namespaces: ["crm", "shop"], tables: [], isCut: false });
  expect(await browse(["shop"])).toEqual({ namespace: ["shop"], namespaces: ["eu"], tables: ["t9", "t10"], isCut: false });
  expect(await browse(["shop", "eu"])).toEqual({ namespace: ["shop", "eu"], namespaces: [], tables: ["orders"], isCut: false });
});

test("names with dots, slashes, quotes, percent signs and any letters are asked for as they are", async () => {
  const names = ["a.b", "c/d", 'e"f', "größe", "注文", "100%25", "x y", "'", "$$t", "\u001Fz"];
  const { browse } = await openLake(names.slice(0, -1).map((name) => table(name, name)));
  expect((await browse([])).namespaces).toHaveLength(names.length - 1);
  for (const name of names.slice(0, -1)) expect((await browse([name])).tables).toEqual([name]);
});

test("ten thousand namespaces are listed, page by page, and one more is said to be left out", async () => {
  const many = Array.from({ length: LISTED_MAX + 1 }, (_, at) => table(`n${at}`, "t"));
  const { browse, double } = await openLake(many);
  const listing = await browse([]);
  expect(listing.namespaces).toHaveLength(LISTED_MAX);
  expect(listing.namespaces[1]).toBe("n1");
  expect(listing.isCut).toBe(true);
  expect(double.requests.filter(({ path }) => path.endsWith("/namespaces"))).toHaveLength(11);
});

test.each<[string, Behavior]>([
  ["refuses to be asked for a parent", { status: 400 }],
  ["has no such thing", { status: 404 }],
])("a catalog without nested namespaces, which %s, shows the tables", async (_, behavior) => {
  const { browse, double } = await openLake([table("shop", "orders")]);
  double.misbehave = ({ query }) => (query.has("parent") ? behavior : null);
  expect(await browse(["shop"])).toEqual({ namespace: ["shop"], namespaces: [], tables: ["orders"], isCut: false });
});

test("a catalog that answers a parent with all that it has shows what lies below alone", async () => {
  const { browse, double } = await openLake([table("shop", "orders")]);
  const body = { namespaces: [["shop"], ["crm"], ["shop", "eu"], ["shop", "eu", "old"]] };
  double.misbehave = ({ query }) => (query.has("parent") ? { status: 200, body } : null);
  expect((await browse(["shop"])).namespaces).toEqual(["eu"]);
});

test("a namespace that is not there is said to be not there", async () => {
  const { browse, double } = await openLake([table("shop", "orders")]);
  double.misbehave = ({ path, query }) => (path.includes("gone") || query.has("parent") ? { status: 404 } : null);
  await expect(browse(["gone"])).rejects.toMatchObject({ code: "table_not_found", message: expect.stringContaining("the tables of gone") });
});

test.each<[string, Behavior, string]>([
  ["answers with a web page", { html: true }, "catalog_faulty"],
  ["hangs up in the middle", { cut: true }, "catalog_unreachable"],
  ["refuses", { status: 403 }, "catalog_refused"],
])("a catalog that %s is no empty one", async (_, behavior, code) => {
  const { browse, double } = await openLake([table("shop", "orders")]);
  double.misbehave = ({ path }) => (path.endsWith("/namespaces") ? behavior : null);
  await expect(browse([])).rejects.toMatchObject({ code });
  await expect(browse(["shop"])).rejects.toMatchObject({ code });
});

test("a catalog that never answers is left when the person cancels", async () => {
  const { browse, double } = await openLake([table("shop", "orders")]);
  double.misbehave = () => ({ hangs: true });
  const cancelled = new AbortController();
  setTimeout(() => cancelled.abort(), 100);
  await expect(browse([], cancelled.signal)).rejects.toMatchObject({ code: "cancelled" });
});
