import { expect, inAddress, signAs, tableRowLink, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

test("the overview says how many tables are wrong, that these are samples, and names the worst first", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveTitle(/Bergwatch/);
  await expect(page.getByText(/^\d+ of 10 tables ha(?:s|ve) alerts/)).toBeVisible();
  await expect(page.getByText(/^You are looking at sample data frozen at /)).toBeVisible();
  const groups = await page.getByRole("table", { name: "Tables" }).getByRole("rowheader").allInnerTexts();
  expect(groups[0]).toContain("Alert");
  await expect(tableRowLink(page, "shop.orders")).toBeVisible();
});

test("the checklist of the first hour leads to each step, and stays dismissed until the settings show it again", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  await signAs(page, "Ada");
  const checklist = page.getByRole("region", { name: "Get started" });
  await expect(checklist.getByText("0 of 4 done")).toBeVisible();
  await expect(checklist.getByRole("listitem")).toHaveText([
    /table \(not done\)/,
    /channel \(not done\)/,
    /owner \(not done\)/,
    /review \(not done\)/,
  ]);
  await checklist.getByRole("link", { name: "Watch your first table" }).click();
  await expect(page).toHaveURL(/\/tables\/new$/);
  await page.goBack();
  await untilAlive(page);
  await checklist.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("form", { name: "Dismiss the checklist" }).getByRole("button", { name: "Dismiss the checklist" }).click();
  await expect(checklist).toBeHidden();
  await page.goto("/settings/tables");
  await untilAlive(page);
  const show = page.getByRole("main").getByRole("button", { name: "Show checklist" });
  await show.click();
  await page.getByRole("form", { name: "Show checklist" }).getByRole("button", { name: "Show checklist" }).click();
  await expect(show).toBeHidden();
  await page.goto("/");
  await expect(checklist).toBeVisible();
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
  const field = page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" });
  await expect(field).toBeFocused();
  await page.keyboard.type("ledger");
  await expect(page.getByRole("button", { name: /^finance\.ledger_entries/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "finance.ledger_entries" })).toBeVisible();
});

test("what is typed right behind / is in the field, however late its part is loaded", async ({ page }) => {
  await page.goto("/runs");
  await untilAlive(page);
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("ordersx");
  await page.keyboard.press("Backspace");
  const field = page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" });
  await expect(field).toHaveValue("orders");
  await expect(field).toBeFocused();
  await page.keyboard.type("!");
  await expect(field).toHaveValue("orders!");
});

test("the palette finds a sampled key by its exact value, and offers to look one up on the page of its table", async ({ page }) => {
  await page.goto("/tables/shop.orders/keys");
  await page.waitForURL(/\/tables\/[\da-f-]{36}\//);
  await untilAlive(page);
  const key = (await page.getByRole("region", { name: "Sampled keys" }).getByRole("rowheader").first().innerText()).trim();
  await page.keyboard.press("/");
  const field = page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" });
  await field.fill(key);
  await expect(page.getByRole("button", { name: new RegExp(`^Look up “${RegExp.escape(key)}” as a key of shop\\.orders`) })).toBeVisible();
  await page.getByRole("button", { name: new RegExp(`^${RegExp.escape(key)} ?2 rows in shop\\.orders`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: key })).toBeVisible();
});

test("a click anywhere in a row opens it, with Ctrl in a new tab, and heads sort by keyboard", async ({ page, context }) => {
  await page.goto("/");
  await untilAlive(page);
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^shop\.orders/ }) });
  const cell = row.getByRole("cell").first();
  const opened = context.waitForEvent("page");
  await cell.click({ modifiers: ["ControlOrMeta"] });
  await (await opened).close();
  await expect(page).toHaveURL(/\/$/);
  await cell.click();
  await expect(page.getByRole("heading", { level: 1, name: "shop.orders" })).toBeVisible();
  await page.goto("/");
  await untilAlive(page);
  const head = page.getByRole("columnheader", { name: "Delete ratio" });
  await expect(head).not.toHaveAttribute("aria-sort");
  await head.getByRole("link").press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=ratio$/);
  await head.getByRole("link").press("Enter");
  await expect(head).toHaveAttribute("aria-sort", "ascending");
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
    await expect(page.getByText(/163 keys are duplicated \(163 extra rows\), since/)).toBeVisible();
  });
});

/** The tables of the list, top to bottom. */
async function names(page: Page): Promise<string[]> {
  return await page.locator("[data-row-link]").evaluateAll((links) => links.map((link) => link.getAttribute("title") ?? ""));
}
