import { expect, inAddress, tableRowLink, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

test("the overview says how many tables are wrong, that these are samples, and names the worst first", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Bergwatch/);
  await expect(page.getByText(/^\d+ of 10 tables ha(?:s|ve) alerts/)).toBeVisible();
  await expect(page.getByText(/^You are looking at sample data frozen at /)).toBeVisible();
  const groups = await page.getByRole("table", { name: "Tables" }).getByRole("rowheader").allInnerTexts();
  expect(groups[0]).toContain("Alert");
  await expect(tableRowLink(page, "shop.orders")).toBeVisible();
});

test("state, owner and order are in the address, survive a reload, and the way back undoes them", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  await page.getByRole("navigation", { name: "State" }).getByRole("link", { name: /^OK/ }).click();
  await expect(page).toHaveURL(/\?state=ok$/);
  await expect(tableRowLink(page, "shop.orders")).toBeHidden();
  await expect.poll(() => names(page)).toContain("crm.customers");
  const fine = await names(page);

  await page.getByRole("button", { name: /^Order/ }).click();
  await page.getByRole("menuitem", { name: "Name", exact: false }).first().click();
  await expect.poll(() => inAddress(page, "sort")).toBe("name");
  await expect.poll(() => names(page)).toEqual(fine.toSorted());

  await page.getByRole("button", { name: /^Owner/ }).click();
  await page.getByRole("menuitem", { name: /^Customer platform/ }).click();
  await expect.poll(() => inAddress(page, "owner")).toBe("Customer platform");
  await expect.poll(() => names(page)).toEqual(["crm.customers"]);
  await page.reload();
  expect(await names(page)).toEqual(["crm.customers"]);
  // The way back within the page is the page's own script.
  await untilAlive(page);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(fine.toSorted());
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(tableRowLink(page, "shop.orders")).toBeVisible();
});

test("a part of a name narrows the list as it is typed, and stays in the field and the address after a reload", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  const field = page.getByRole("searchbox", { name: "Tables whose name contains" });
  await field.fill("PAGE");
  await expect.poll(() => names(page)).toEqual(["web.page_views"]);
  await expect(page).toHaveURL(/\?q=PAGE$/);
  await page.reload();
  await expect(field).toHaveValue("PAGE");
  expect(await names(page)).toEqual(["web.page_views"]);
  await untilAlive(page);
  await field.fill("no such name");
  await expect(page.getByRole("heading", { name: "No tables match these filters" })).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(tableRowLink(page, "shop.orders")).toBeVisible();
});

test("the arrows move through the list and Enter opens a table", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  const [first, second] = await names(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(tableRowLink(page, second ?? "")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(tableRowLink(page, first ?? "")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
});

test("the palette opens with / on every page, finds a table by a part of its name and opens it with Enter", async ({ page }) => {
  await page.goto("/runs");
  await untilAlive(page);
  await page.keyboard.press("/");
  const field = page.getByRole("textbox", { name: "Search tables, incidents, pages and actions" });
  await expect(field).toBeFocused();
  await page.keyboard.type("ledger");
  await expect(page.getByRole("button", { name: /^finance\.ledger_entries/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "finance.ledger_entries" })).toBeVisible();
});

test("? says all keys, and Escape closes what is open", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the overview has its numbers, and its filters, search and tables are links and forms", async ({ page }) => {
    await page.goto("/");
    await page
      .getByRole("navigation", { name: "State" })
      .getByRole("link", { name: /^Alert/ })
      .click();
    await expect(page).toHaveURL(/state=alert/);
    // Without scripts each click loads a page, and its address changes before its rows are there.
    await expect.poll(() => names(page)).toContain("shop.orders");
    await page.waitForLoadState();
    const wrong = await names(page);
    expect(wrong).not.toContain("crm.customers");
    await page.getByRole("searchbox", { name: "Tables whose name contains" }).fill("orders");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=orders/);
    await expect(page).toHaveURL(/state=alert/);
    await expect.poll(() => names(page)).toEqual(["shop.orders"]);
    await tableRowLink(page, "shop.orders").click();
    await expect(page.getByRole("heading", { level: 1, name: "shop.orders" })).toBeVisible();
    await expect(page.getByText(/163 orders have more than one row since/)).toBeVisible();
  });
});

/** The tables of the list, top to bottom. */
async function names(page: Page): Promise<string[]> {
  return await page.locator("[data-row-link]").evaluateAll((links) => links.map((link) => link.getAttribute("title") ?? ""));
}
