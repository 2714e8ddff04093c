import { expect, inAddress, test, untilAlive } from "#e2e/fixtures/test.ts";

test("one goes from why a table's keys are duplicated to the keys of a cause, to one of them, to what the cause means, and back", async ({
  page,
}) => {
  await page.goto("/tables/bank.accounts");
  await untilAlive(page);
  const why = page.getByRole("region", { name: "Why", exact: true });
  await expect(page.getByRole("img", { name: /^Duplicated keys by cause\. At the newest snapshot: .*Ghost delete \d+/ })).toBeVisible();
  await why.getByRole("link", { name: /^Ghost delete/ }).click();

  await expect.poll(() => inAddress(page, "cause")).toBe("ghost_delete");
  const tab = page.getByRole("navigation", { name: "Cause" }).getByRole("link", { name: /^Ghost delete/ });
  await expect(tab).toHaveAttribute("aria-current", "true");
  const rows = page.getByRole("region", { name: "Sampled keys" }).locator("tbody").getByRole("row");
  await expect(rows.first()).toBeVisible();
  const listed = await rows.count();
  expect(listed).toBeGreaterThan(1);
  await expect(rows.filter({ hasText: "Ghost delete" })).toHaveCount(listed);

  const [first, second] = await rows.getByRole("link").allInnerTexts();
  await rows.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(first ?? "");
  await expect(page.getByRole("region", { name: "Rows side by side" }).getByText("Winner", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Next", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(second ?? "");

  await why.getByRole("link", { name: /^How this happens/ }).click();
  await expect(page).toHaveURL(/\/docs\/causes\/ghost_delete$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ghost delete");
  await page.goBack();
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Keys", exact: true }).click();
  await expect(tab).toHaveAttribute("aria-current", "true");
});

test("a key tells by which row and which partitioner it drifted, and when each of its rows came", async ({ page }) => {
  await page.goto("/tables/shop.orders/keys?cause=partition_drift");
  await page.getByRole("region", { name: "Sampled keys" }).locator("tbody").getByRole("link").first().click();
  await expect(page.getByText(/^Two rows, should be one\. The row in partition \d+ is stale\.$/)).toBeVisible();
  const why = page.getByRole("region", { name: "Why", exact: true });
  await expect(why.getByText(/ % 6 = \d, where row 1 lies; \d+ % 12 = \d+, where row 2 lies/)).toBeVisible();
  await expect(why.getByText(/^One client explains all of its partitions/)).toBeVisible();
  await expect(page.getByRole("img", { name: /^Life of this key\. partition \d+, stale: .*; partition \d+, winner: / })).toBeVisible();
});
