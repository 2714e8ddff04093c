import { dataDir, expect, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { signalProgram } from "#e2e/helpers/programs.ts";

test("runs are found by state, reason and table, and the address keeps what was chosen", async ({ page }) => {
  await page.goto("/runs");
  await untilAlive(page);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Succeeded" }).click();
  await expect(page).toHaveURL(/state=succeeded/);
  await page.getByRole("combobox", { name: "Trigger" }).selectOption({ index: 1 });
  await expect(page).toHaveURL(/reason=/);
  await page.getByRole("searchbox", { name: "Table" }).fill("orders");
  await expect(page).toHaveURL(/table=orders/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Table" })).toHaveValue("orders");
  await expect(page.getByRole("navigation", { name: "State" }).getByRole("link", { name: "Succeeded" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await page.goto("/runs?table=orders&state=succeeded");
  await expect(page.getByRole("table").getByRole("rowheader").first()).toBeVisible();
  const named = await page.getByRole("table").getByRole("rowheader").allInnerTexts();
  expect(new Set(named)).toEqual(new Set(["shop.orders"]));
  await page.goto("/runs?state=failed&table=no+such+table");
  await page.getByRole("link", { name: "All runs" }).click();
  await expect(page.getByRole("table").getByRole("rowheader").first()).toBeVisible();
});

test("one run says what it read, what it found and its log, and its numbers lead to what they mean", async ({ page }) => {
  await openRun(page, "shop.orders");
  await expect(page.getByRole("heading", { name: "Log" })).toBeVisible();
  await page
    .getByText(/^All numbers of key/)
    .first()
    .click();
  await page.getByRole("link", { name: "Surplus rows", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/metrics\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a run that has ended can be run again, and one under way can be cancelled after a question", async ({ page }) => {
  await openRun(page, "warehouse.stock_levels");
  const before = page.url();
  await page.getByRole("button", { name: "Run again: warehouse.stock_levels" }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole("button", { name: "Run again: warehouse.stock_levels" })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText("succeeded").or(page.getByText("skipped")).first()).toBeVisible();
});

test("cancelling a run asks once more, and then the run is cancelled", async ({ page }) => {
  test.skip(dataDir === "", "the service was given, and its worker is not this test's to hold");
  await openRun(page, "warehouse.stock_levels");
  // A held worker leaves the time that a large table would.
  signalProgram("worker", dataDir, "SIGSTOP");
  try {
    await page.getByRole("button", { name: "Run again: warehouse.stock_levels" }).click();
    const cancel = page.getByRole("button", { name: "Cancel the run of warehouse.stock_levels" });
    await cancel.click();
    await expect(page.getByText("Stop this run? Its results so far are not stored.")).toBeVisible();
    await page.getByRole("button", { name: "Let it go on" }).click();
    await expect(page.getByText("Stop this run?")).toBeHidden();
    await cancel.click();
    await page.getByRole("button", { name: "Cancel the run", exact: true }).click();
    await expect(page.getByRole("button", { name: "Run again: warehouse.stock_levels" })).toBeVisible();
    await expect(page.getByText("cancelled").first()).toBeVisible();
  } finally {
    signalProgram("worker", dataDir, "SIGCONT");
  }
});

test("every metric has a page that says what it is and how to set its limits, and every link to one leads there", async ({ page }) => {
  await page.goto("/docs");
  const addresses = await metricLinks(page);
  expect(addresses.length).toBeGreaterThan(20);
  for (const place of ["/tables/shop.orders", "/tables/shop.orders/backlog"]) {
    await page.goto(place);
    addresses.push(...(await metricLinks(page)));
  }
  for (const address of new Set(addresses)) {
    const answer = await page.request.get(address);
    expect(answer.status(), address).toBe(200);
    expect(await answer.text(), address).toContain("How it is counted");
  }
  await page.goto("/docs");
  await page.getByRole("link", { name: "Delete ratio", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Set its limits" })).toBeVisible();
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Docs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What the numbers mean" })).toBeVisible();
});

/** The newest run of a table that has succeeded. */
async function openRun(page: Page, table: string): Promise<void> {
  await page.goto(`/runs?table=${table}&state=succeeded`);
  await page.getByRole("table").getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: `Run of ${table}` })).toBeVisible();
  await untilAlive(page);
}

async function metricLinks(page: Page): Promise<string[]> {
  return await page.locator('a[href^="/docs/metrics/"]').evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
}
