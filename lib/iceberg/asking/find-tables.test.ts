import { afterEach, expect, test } from "vitest";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import { findTables } from "#lib/iceberg/asking/find-tables.ts";
import { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import type { FoundTables } from "#lib/iceberg/contract-asking.ts";
import { CatalogDouble, type DoubleTable } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

const BY_ORDER: MatchRule["key"] = { by: "columns", keys: [["customer_id"], ["order_id"]] };

interface Lake {
  double: CatalogDouble;
  said: string[];
  find: (pattern: string, key?: MatchRule["key"], signal?: AbortSignal) => Promise<FoundTables>;
}

async function openLake(tables: DoubleTable[]): Promise<Lake> {
  const double = await CatalogDouble.start({ tables });
  open.push(double);
  const catalog = new RestCatalog(someCatalog({ uri: double.uri }), { readSecret: nameIsSecret });
  const said: string[] = [];
  const find: Lake["find"] = async (pattern, key = BY_ORDER, signal = new AbortController().signal) =>
    await findTables(catalog, { pattern, key }, { signal, onProgress: (line) => void said.push(line) });
  return { double, said, find };
}

function table(...levels: string[]): DoubleTable {
  return aCatalogTable({ namespace: levels.slice(0, -1), name: levels.at(-1) ?? "" });
}

test("the tables of one namespace are found by asking that one alone, each as it would be entered", async () => {
  const { double, find } = await openLake([table("shop", "orders"), table("shop", "eu", "orders"), table("crm", "customers")]);
  const found = await find("shop.*");
  expect(found).toMatchObject({ looked: 1, isCut: false });
  expect(found.tables).toEqual([
    {
      table: "shop.orders",
      location: "catalog:lake/shop.orders",
      files: "s3://lake/shop.db/orders",
      problem: null,
      written: {
        name: "shop.orders",
        catalog: "lake",
        table: "shop.orders",
        key: "order_id",
        kind: "upsert",
        kafka: { partition: "kafka_partition", offset: "kafka_offset", key: "kafka_key" },
        event_time: "event_ts",
      },
    },
  ]);
  expect(double.requests.map(({ path }) => path.replace("/api/v1/", ""))).toEqual([
    "config",
    "namespaces/shop/tables",
    "namespaces/shop/tables/orders",
  ]);
  expect(double.requests.at(-1)?.headers["x-iceberg-access-delegation"]).toBeUndefined();
});

test("all levels are walked where the pattern says so, and names of any letters are found", async () => {
  const { find, said } = await openLake([table("shop", "a.b"), table("shop", "eu", "größe"), table("crm", 'c"d')]);
  expect((await find("**")).tables.map((one) => one.table)).toEqual(['crm."c""d"', 'shop."a.b"', "shop.eu.größe"]);
  expect(said.at(-1)).toBe("checked 3 of 3 tables");
});

test("a table without the columns is listed with the reason, and so is one without identifier fields", async () => {
  const { find } = await openLake([table("shop", "orders")]);
  const [byColumns] = (await find("shop.*", { by: "columns", keys: [["id"], ["a", "b"]] })).tables;
  expect(byColumns).toMatchObject({
    written: null,
    problem: expect.stringMatching(/none of the 2 keys. The first: Column id: the table has no id/),
  });
  const [byIdentifier] = (await find("shop.*", { by: "identifier" })).tables;
  expect(byIdentifier).toMatchObject({ written: null, problem: expect.stringContaining("no identifier fields") });
});

test("a table that the catalog refuses is listed with the reason, and the others are found all the same", async () => {
  const { double, find } = await openLake([table("shop", "a"), table("shop", "b")]);
  double.misbehave = ({ path }) => (path.endsWith("/tables/a") ? { status: 403 } : null);
  const { tables } = await find("shop.*");
  expect(tables.map(({ problem }) => problem === null)).toEqual([false, true]);
  expect(tables[0]?.problem).toContain("does not let us read the table shop.a");
});

test("a catalog that falls ill in the middle is not asked on and on", async () => {
  const { double, find } = await openLake(Array.from({ length: 200 }, (_, at) => table("shop", `t${at}`)));
  double.misbehave = ({ path }) => (/\/tables\/t/.test(path) ? { status: 503 } : null);
  await expect(find("shop.*")).rejects.toMatchObject({ code: "catalog_unreachable" });
  expect(double.requests.length).toBeLessThan(40);
});

test("a namespace among many that may not be seen is listed with the reason, and hides no other", async () => {
  const { double, find } = await openLake([table("shop", "orders"), table("secret", "plans")]);
  double.misbehave = ({ path }) => (path.includes("/secret/") ? { status: 403 } : null);
  const { tables } = await find("**");
  expect(tables.map((one) => [one.table, one.problem === null])).toEqual([
    ["shop.orders", true],
    ["secret.*", false],
  ]);
});

test("a namespace that is not there is said to be not there", async () => {
  const { double, find } = await openLake([table("shop", "orders")]);
  double.misbehave = ({ path }) => (path.includes("gone") ? { status: 404 } : null);
  await expect(find("gone.*")).rejects.toMatchObject({ code: "table_not_found" });
});

test("a person who cancels waits for no catalog", async () => {
  const { double, find } = await openLake([table("shop", "orders")]);
  double.misbehave = ({ path }) => (path.endsWith("/tables") ? { hangs: true } : null);
  const cancelled = new AbortController();
  setTimeout(() => cancelled.abort(), 100);
  await expect(find("shop.*", BY_ORDER, cancelled.signal)).rejects.toMatchObject({ code: "cancelled" });
});
