import { expect, tableTab, test, type Page } from "#e2e/fixtures/test.ts";
import { sampleTruthOf } from "#e2e/helpers/sample-truth.ts";

test("the backlog says by kind, partition and age what is left to delete, and what a reader pays", async ({ page }) => {
  await page.goto("/tables/shop.orders");
  await tableTab(page, "Backlog").click();
  await expect(page.getByRole("heading", { level: 1, name: "Delete backlog" })).toBeVisible();
  for (const name of ["By kind", "By partition", "By age", "What a reader pays", "Dangling deletes", "Small files"]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  const { deletion_vector_rows: vectorRows = [] } = sampleTruthOf("shop.orders").metrics;
  await expect(
    panel(page, "By kind")
      .getByRole("row", { name: /vector/i })
      .first(),
  ).toContainText(String(vectorRows.at(-1)));
});

test("a backlog says what to do first, on its page and beside the table, and where the docs say more", async ({ page }) => {
  await page.goto("/tables/shop.orders/backlog");
  const first = panel(page, "What to do first");
  await expect(first.getByRole("listitem").first()).toContainText("rewrite_data_files");
  await first.getByRole("link", { name: "How the delete ratio is counted" }).click();
  await expect(page).toHaveURL(/\/docs\/metrics\/delete_ratio$/);
  await page.goto("/tables/pricing.prices");
  await expect(panel(page, "What to do first")).toContainText("rewrite_data_files");
});

test("the partitions are sorted by what the address says", async ({ page }) => {
  await page.goto("/tables/shop.orders/backlog");
  const table = panel(page, "By partition");
  await table.getByRole("link", { name: "Files" }).click();
  await expect(page).toHaveURL(/sort=files/);
  await expect(table.getByRole("columnheader", { name: "Files" })).toHaveAttribute("aria-sort", "descending");
  await page.reload();
  await expect(table.getByRole("columnheader", { name: "Files" })).toHaveAttribute("aria-sort", "descending");
});

test("earlier and newest walk through the snapshots of the table", async ({ page }) => {
  await page.goto("/tables/shop.orders/backlog");
  const at = page.getByText(/^at snapshot/).getByRole("code");
  const newest = await at.innerText();
  await page.getByRole("link", { name: "Earlier" }).click();
  await expect(at).not.toHaveText(newest);
  await expect(page.getByText("not the newest")).toBeVisible();
  await page.getByRole("link", { name: "Newest", exact: true }).click();
  await expect(at).toHaveText(newest);
});

function panel(page: Page, title: string) {
  return page.getByRole("region", { name: title });
}
