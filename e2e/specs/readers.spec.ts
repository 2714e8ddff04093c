import { expect, tableTab, test } from "#e2e/fixtures/test.ts";
import { sampleTruthOf } from "#e2e/helpers/sample-truth.ts";
import { formatCount } from "#lib/units.ts";

test("from the table and from its backlog a person comes to who sees which duplicates, with sources", async ({ page }) => {
  await page.goto("/tables/shop.orders");
  await tableTab(page, "Engines").click();
  await expect(page.getByRole("heading", { level: 1, name: "Who sees duplicates" })).toBeVisible();
  const engines = page.getByRole("region", { name: "By engine" }).getByRole("row");
  await expect(engines).toHaveCount(12);
  const { duplicated_keys: keys = [], rows = [] } = sampleTruthOf("shop.orders").metrics;
  const spark = engines.filter({ has: page.getByRole("rowheader", { name: /^Spark/ }) });
  await expect(spark).toContainText(`${formatCount(keys.at(-1) ?? 0)} duplicated keys, ${formatCount(rows.at(-1) ?? 0)} rows`);
  await expect(spark.getByRole("link", { name: /^source, 20/ }).first()).toHaveAttribute("href", /^https:/);
  await tableTab(page, "Backlog").click();
  await expect(page.getByRole("heading", { name: "When other tools act" })).toBeVisible();
  await tableTab(page, "Engines").click();
  await expect(page).toHaveURL(/\/readers$/);
});

test("where no delete is live all engines see the same", async ({ page }) => {
  await page.goto("/tables/finance.ledger_entries/readers");
  await expect(page.getByRole("heading", { name: "All of them see the same" })).toBeVisible();
  await expect(page.getByText("No delete is live, so all engines see the same.")).toBeVisible();
});

test("a key that the table does not have is said, with the way to one that it has", async ({ page }) => {
  await page.goto("/tables/web.page_views/readers?key=nothing");
  await expect(page.getByRole("heading", { name: "The table has no such key" })).toBeVisible();
  await page.getByRole("link", { name: "The first of them" }).click();
  await expect(page.getByRole("navigation", { name: "Key" }).getByRole("link")).toHaveCount(2);
});
