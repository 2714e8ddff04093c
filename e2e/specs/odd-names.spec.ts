import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataDir, expect, tableRowLink, tableTab, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

/** Writes a configuration and dismisses the samples: this runs last. */

const ODD_NAMES = [
  `it's "quoted" & <b>bold</b>`,
  "<script>document.title='taken'</script>",
  "🧊 Gletscher 🏔️ daily",
  "جدول.الطلبات",
  "per%20cent/slash?query#hash",
  `long.${"x".repeat(195)}`,
];

const file = join(dataDir, "bergwatch.yaml");
const lake = join(dataDir, "odd names");

test.skip(dataDir === "", "the service was given, and its configuration is not this test's");
test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ playwright, baseURL }) => {
  const service = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  expect((await service.post("/api/settings/samples", { data: { shown: false, by: "Ada" } })).ok()).toBe(true);
  await service.dispose();
  const tables = ODD_NAMES.map((name, at) => {
    cpSync(join(import.meta.dirname, "../testdata/tables/append_v2"), join(lake, String(at)), { recursive: true });
    const kafka = { partition: "kafka_partition", offset: "kafka_offset", key: "kafka_key" };
    return {
      name,
      location: join(lake, String(at)),
      relocated: true,
      key: "order_id",
      owner: name.slice(0, 100),
      tags: [name.slice(0, 20)],
      kafka,
    };
  });
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ tables }));
});

test.afterAll(() => {
  for (const path of [file, lake]) rmSync(path, { recursive: true, force: true });
});

test("tables with any name are listed as they are called, and nothing of a name is taken for markup", async ({ page }) => {
  // The worker takes the configuration over and reads each table once.
  test.setTimeout(180_000);
  await expect(async () => {
    await page.goto("/");
    await expect(page.locator("[data-row-link]")).toHaveCount(ODD_NAMES.length, { timeout: 1000 });
    await expect(page.getByText("never", { exact: true })).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 120_000 });
  const titles = await page.locator("[data-row-link]").evaluateAll((links) => links.map((link) => link.getAttribute("title")));
  expect(new Set(titles)).toEqual(new Set(ODD_NAMES));
  await expect(page).toHaveTitle(/^Tables/);
  await expect(page.locator("b b, main script")).toHaveCount(0);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflowOf(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
});

for (const name of ODD_NAMES) {
  test(`the pages of a table named ${JSON.stringify(name.slice(0, 40))} work by its name and by its links`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/tables/${encodeURIComponent(name)}`);
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    await untilAlive(page);
    for (const tab of ["Keys", "Backlog"]) {
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await tableTab(page, tab).click();
      await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name, exact: true })).toBeVisible();
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
      await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    }
    await expect(page).not.toHaveTitle("taken");
    await page.goto("/");
    await expect(tableRowLink(page, name)).toBeVisible();
  });
}

test("the palette finds a table by emoji, by right-to-left text and by a quote", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  for (const [part, name] of [
    ["🏔️", ODD_NAMES[2]],
    ["الطلبات", ODD_NAMES[3]],
    [`'s "`, ODD_NAMES[0]],
  ] as const) {
    await page.keyboard.press("Control+K");
    await page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" }).fill(part);
    // Its incidents are found too, and begin with their own name.
    await expect(page.getByRole("button", { name: new RegExp(`^${RegExp.escape(name ?? "")} `) })).toBeVisible();
    await page.keyboard.press("Escape");
  }
});

/** By how many pixels the page is wider than the window. */
async function overflowOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
