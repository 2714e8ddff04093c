import { expect, test } from "#e2e/fixtures/test.ts";

test("the overview says how many tables are wrong, and names them first", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Bergwatch/);
  await expect(page.getByText(/tables? (?:is|are) wrong/).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "shop.orders", exact: true })).toBeVisible();
});
