import { expect, signAs, tableTab, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

test("a table leads to its limits, and other numbers show at once when they would have fired", async ({ page, openTable }) => {
  await openTable("shop.orders");
  await tableTab(page, "Limits").click();
  await isOpen(page, "shop.orders");
  const preview = page.getByRole("region", { name: "Preview: Surplus rows" });
  await expect(preview).toContainText(/Would have fired once in 90 days, .*; open for 11 d in all, and still\./);
  await expect(preview).toContainText("39 stored snapshots are replayed");
  const fields = preview.getByRole("form", { name: "Limits to try" });
  await fields.getByLabel("Warn at").fill("50");
  await fields.getByLabel("Alert at").fill("off");
  await expect(preview.getByRole("table", { name: "When it would have fired" }).getByRole("row").nth(1)).toContainText(/163 Warning/);
  await expect(preview).toContainText("Limits of sample tables cannot be saved.");
  await expect(preview.getByRole("button", { name: "Save these limits" })).toHaveCount(0);
  await expect(page).toHaveURL(/metric=surplus_rows&warn=50&alert=off/);
  await page.reload();
  await expect(fields.getByLabel("Warn at")).toHaveValue("50");
  await untilAlive(page);
  await fields.getByLabel("Warn at").fill("200");
  await expect(preview).toContainText("Would not have fired in 90 days.");
  await fields.getByRole("button", { name: "Current limits" }).click();
  await expect(preview).toContainText("Would have fired once");
});

test("each metric leads to its own preview, also one that its past judges", async ({ page }) => {
  await page.goto("/tables/shop.orders/limits");
  await isOpen(page, "shop.orders");
  const rows = page.getByRole("table", { name: "Current limits" });
  await expect(rows.getByRole("row").filter({ hasText: "Surplus rows" })).toContainText(/1the check.*100the check.*163/);
  await rows.getByRole("link", { name: "Keys in several partitions" }).click();
  const preview = page.getByRole("region", { name: "Preview: Keys in several partitions" });
  await expect(preview).toContainText("Judged by its past");
  await expect(preview.getByRole("img", { name: /^Keys in several partitions, / })).toBeVisible();
});

test("what is not a limit is said at the fields, with what the configuration would say, and the typed stays", async ({ page }) => {
  await page.goto("/tables/shop.orders/limits?metric=surplus_rows&warn=5&alert=2");
  await isOpen(page, "shop.orders");
  const fields = page.getByRole("form", { name: "Limits to try" });
  await expect(fields.getByRole("alert")).toHaveText(/^warn 5 is above alert 2, so no warning can occur/);
  await fields.getByLabel("Alert at").fill("<script>");
  await expect(fields.getByRole("alert")).toHaveText(/A number is expected, or the word off\.$/);
  await expect(fields.getByLabel("Alert at")).toHaveValue("<script>");
});

test("a level is accepted, counts in the preview, and is taken back", async ({ page }) => {
  await page.goto("/tables/logistics.shipments/limits");
  await isOpen(page, "logistics.shipments");
  const accepted = page.getByRole("region", { name: "Accepted levels" });
  await accepted.getByRole("button", { name: "Accept a level" }).click();
  const form = page.getByRole("form", { name: "Accept a level" });
  await form.getByLabel("Metric").selectOption("Delete ratio");
  await form.getByLabel("Level (ratio)").fill("much");
  await form.getByLabel("Reason").fill("Until the compaction runs again.");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Accept a level" }).click();
  await expect(form.getByRole("alert")).toHaveText("The level is a number such as 5 or 0.25.");
  await form.getByLabel("Level (ratio)").fill("0.9");
  await form.getByRole("button", { name: "Accept a level" }).click();
  const item = accepted.getByRole("listitem").filter({ hasText: "Until the compaction runs again." });
  await expect(item).toContainText(/Delete ratio.*: up to 0\.900, now .*by Ada/);
  await item.getByRole("button", { name: "Revoke" }).click();
  const back = page.getByRole("form", { name: "Revoke: Delete ratio" });
  await back.getByRole("button", { name: "Revoke: Delete ratio" }).click();
  await expect(item).toHaveCount(0);
});

test("a key and a metric that nobody knows lead on", async ({ page }) => {
  await page.goto("/tables/shop.orders/limits?key=nope");
  await page.getByRole("link", { name: "order_id" }).click();
  await isOpen(page, "shop.orders");
  await page.goto("/tables/shop.orders/limits?metric=nope&days=7000");
  await isOpen(page, "shop.orders");
  await expect(page.getByText(/in 90 days/)).toBeVisible();
});

async function isOpen(page: Page, table: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: `Limits of ${table}` })).toBeVisible();
  await untilAlive(page);
}
