import { hash } from "node:crypto";
import { expect, test, type Page } from "#e2e/fixtures/test.ts";

// Where the answer has begun before the table was looked for, React says in the console that it finishes in the browser.
test.use({ expectedMessages: /Minified React error #419/ });

const HASH = `k1x${"f".repeat(61)}`;
/** Of a key, as versions without a secret put it in links. */
const formerHash = (key: string): string => hash("sha256", JSON.stringify([key]));
const NOBODY = "00000000-0000-4000-8000-000000000000";

interface Case {
  address: string;
  says: string | RegExp;
  /** The link that leads on, and what is there. */
  on: string;
  there: string | RegExp;
}

const ALL_TABLES = { on: "All tables", there: "Tables" };
const NEWEST_KEYS = { on: "The newest snapshot", there: "163 duplicated keys" };
const CASES: readonly Case[] = [
  { address: `/tables/${NOBODY}`, says: "Table not found", ...ALL_TABLES },
  { address: "/tables/no.such.table", says: "Table not found", ...ALL_TABLES },
  { address: "/tables/no.such.table/keys", says: "Table not found", ...ALL_TABLES },
  { address: `/tables/no.such.table/keys/${HASH}`, says: "Table not found", ...ALL_TABLES },
  { address: "/tables/no.such.table/limits", says: "Table not found", ...ALL_TABLES },
  { address: "/tables/no.such.table/backlog", says: "Table not found", ...ALL_TABLES },
  { address: "/tables/shop.orders?key=nope", says: "The table has no key “nope”", on: "Keys 163", there: "163 duplicated keys" },
  {
    address: "/tables/shop.orders?snapshot=123",
    says: /The snapshot 123 is not known here/,
    on: "Show the newest",
    there: "shop.orders",
  },
  {
    address: "/tables/shop.orders?snapshot=%3Cb%3E",
    says: /The snapshot <b> is not known here/,
    on: "Show the newest",
    there: "shop.orders",
  },
  {
    address: "/tables/shop.orders?range=yesterday",
    says: "The range in the address cannot be read; shown are 14 days.",
    on: "7 d",
    there: "shop.orders",
  },
  {
    address: "/tables/shop.orders?range=2026-09-20~2026-09-01",
    says: "The range in the address cannot be read",
    on: "7 d",
    there: "shop.orders",
  },
  {
    address: "/tables/shop.orders?range=2020-01-01~2020-02-01",
    says: "There are no numbers in this range.",
    on: "All",
    there: "shop.orders",
  },
  { address: "/tables/shop.orders/keys?key=nope", says: "shop.orders has no such key", on: "order_id", there: "163 duplicated keys" },
  { address: "/tables/shop.orders/keys?snapshot=123", says: "Unknown snapshot", ...NEWEST_KEYS },
  { address: "/tables/shop.orders/keys?snapshot=abc", says: "Unknown snapshot", ...NEWEST_KEYS },
  {
    address: `/tables/shop.orders/keys/${HASH}`,
    says: "No rows of this key are kept",
    on: "The keys that are kept",
    there: "163 duplicated keys",
  },
  {
    address: `/tables/shop.orders/keys/${formerHash("no such key")}`,
    says: "This link is from an earlier version",
    on: "The keys that are kept",
    there: "163 duplicated keys",
  },
  {
    address: "/tables/shop.orders/keys/nonsense",
    says: "Key not found",
    ...ALL_TABLES,
  },
  {
    address: "/tables/shop.orders/backlog?snapshot=123",
    says: "Snapshot not found",
    on: "The newest snapshot",
    there: "Delete backlog",
  },
  {
    address: "/tables/shop.orders/backlog?snapshot=abc",
    says: "Snapshot not found",
    on: "The newest snapshot",
    there: "Delete backlog",
  },
  { address: "/tables/no.such.table/settings", says: "Table not found", ...ALL_TABLES },
  {
    address: "/catalogs/nobody",
    says: "Catalog not found",
    on: "Catalogs, stores and registries",
    there: "Catalogs, stores and registries",
  },
  {
    address: "/catalogs/nobody/table?table=%22",
    says: "Catalog not found",
    on: "Catalogs, stores and registries",
    there: "Catalogs, stores and registries",
  },
  {
    address: "/settings/tables?origin=nowhere&q=nothing+is+named+so",
    says: "No tables match these filters",
    on: "Show all",
    there: "Tables",
  },
  { address: "/runs/nonsense", says: "Run not found", on: "All runs", there: "Runs" },
  { address: `/runs/${NOBODY}`, says: "Run not found", on: "All runs", there: "Runs" },
  { address: "/docs/metrics/nope", says: "Metric not found", on: "All metrics", there: "What the numbers mean" },
  { address: "/docs/causes/nope", says: "Cause not found", on: "All causes", there: "Why a key is duplicated" },
  { address: "/nothing/here", says: "Page not found", ...ALL_TABLES },
  {
    address: "/?state=broken&owner=nobody&sort=best&page=-1",
    says: /“broken” is not a state of a table; all states are shown\./,
    on: "Runs",
    there: "Runs",
  },
];

for (const { address, says, on, there } of CASES) {
  test(`${address} says what is not there, and leads on by “${on}”`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByText(says).first()).toBeVisible();
    // What is pressed while a page wakes up is not this test's.
    await page.waitForFunction(() => [...document.links].some((link) => Object.keys(link).some((name) => name.startsWith("__reactProps"))));
    await page.getByRole("link", { name: on, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: there })).toBeAttached();
    await expect(page.getByText(says)).toHaveCount(0);
  });
}

test("a page of keys behind the last is the last, and a page that is not a number is the first", async ({ page }) => {
  const rows = async (address: string) => {
    await page.goto(address);
    return await keysOf(page);
  };
  expect(await rows("/tables/shop.orders/keys?page=999")).toEqual(await rows("/tables/shop.orders/keys?page=4"));
  expect(await rows("/tables/shop.orders/keys?page=two")).toEqual(await rows("/tables/shop.orders/keys"));
});

async function keysOf(page: Page): Promise<string[]> {
  await page.waitForURL(/\/tables\/[\da-f-]{36}/);
  const rows = page.getByRole("region", { name: "Sampled keys" }).getByRole("rowheader");
  await expect(rows.first()).toBeVisible();
  return await rows.allInnerTexts();
}

test("what is not known answers 404 within the frame of all pages, with a heading of its own", async ({ page }) => {
  const keys = ["/tables/shop.orders/keys/nonsense", `/tables/shop.orders/keys/${HASH}`];
  const addresses = ["/nothing/here", `/tables/${NOBODY}`, ...keys, `/incidents/${NOBODY}`, `/runs/${NOBODY}`];
  for (const address of [...addresses, "/docs/metrics/nope", "/docs/causes/nope", "/catalogs/nobody"]) {
    expect.soft((await page.goto(address))?.status(), address).toBe(404);
    await expect.soft(page.getByRole("navigation", { name: "Main" }), address).toBeVisible();
    await expect.soft(page.getByRole("main").getByRole("heading", { level: 1, name: /not found$/ }), address).toBeVisible();
  }
});

test("a link of an earlier version leads to its key, and one to a key that is not kept is not found", async ({ page, request }) => {
  await page.goto("/tables/shop.orders/keys");
  const [first = ""] = await keysOf(page);
  const response = await page.goto(`/tables/shop.orders/keys/${formerHash(first)}?key=order_id`);
  expect(response?.status()).toBe(200);
  expect(page.url()).toMatch(/\/keys\/k1x[\da-f]{61}\?key=order_id$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first);
  expect((await request.get(`/tables/shop.orders/keys/${formerHash("no such key")}`)).status()).toBe(404);
});

test("a key of which nothing is kept can be looked up where its address led", async ({ page }) => {
  await page.goto(`/tables/shop.orders/keys/${HASH}`);
  await page.getByRole("textbox", { name: "Exact order_id" }).fill("ORD-2611468");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByRole("link", { name: /^Open the/ })).toBeVisible({ timeout: 40_000 });
});

test("addresses that people guess lead to the page they mean", async ({ page }) => {
  for (const [address, path] of [
    ["/tables", "/"],
    ["/docs/metrics", "/docs"],
    ["/why", "/docs/causes"],
  ]) {
    await page.goto(address ?? "");
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("an address with an invalid percent sign is a bad request, and no fault of the server", async ({ request, page }) => {
  for (const address of ["/%", "/tables/%E0%A4%A", "/tables/%E0%A4%A/keys", "/api/tables/%FF"])
    expect((await request.get(address)).status(), address).toBe(400);
  await page.goto("/tables/%E0%A4%A");
  await expect(page.getByText("The address has a percent sign that is not followed by a valid code.")).toBeVisible();
  await page.getByRole("link", { name: "All tables" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Tables" })).toBeAttached();
});

test("TRACE is not allowed, and no fault of the server", async ({ request }) => {
  expect((await request.fetch("/", { method: "TRACE" })).status()).toBe(405);
});

for (const below of ["", "/keys", "/backlog", `/keys/k1x${"0".repeat(61)}`]) {
  test(`a table's name${below.slice(0, 8)} leads to the permanent address by its status, and an unknown one is not found`, async ({
    request,
  }) => {
    const led = await request.get(`/tables/shop.orders${below}?key=order_id`, { maxRedirects: 0 });
    expect(led.status()).toBe(307);
    expect(led.headers()["location"]).toMatch(new RegExp(`^/tables/[0-9a-f-]{36}${below}\\?key=order_id$`));
    expect((await request.get(`/tables/no.such.table${below}`)).status()).toBe(404);
  });
}
