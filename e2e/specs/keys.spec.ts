import { tableFromIPC } from "apache-arrow";
import { dataDir, expect, inAddress, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { signalProgram } from "#e2e/helpers/programs.ts";

const ANSWER_MS_MAX = 40_000;

test("a key that is looked up exactly is found in the whole table, opens, and the address leads back without naming it", async ({
  page,
}) => {
  await openKeys(page, "crm.customers");
  await expect(page.getByRole("heading", { name: "Every key has one row" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumbs" }).locator("[aria-current=page]")).toHaveText("Keys");
  const field = page.getByRole("textbox", { name: "Exact customer_id" });
  await field.fill("C104210");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("One row: not duplicated")).toBeVisible({ timeout: ANSWER_MS_MAX });
  await expect.poll(() => inAddress(page, "find")).not.toBeNull();
  expect(decodeURIComponent(page.url())).not.toContain("C104210");
  await page.reload();
  await expect(field).toHaveValue("C104210");
  await page.getByRole("link", { name: "Open the row" }).click();
  await expect(page.getByText("One row: this key is not duplicated.")).toBeVisible();
  await expect(page.getByText(/^Looked up by a person/)).toBeVisible();
});

test("a look-up that finds nothing says at which snapshot and what counts, and keeps what was typed", async ({ page }) => {
  await openKeys(page, "finance.ledger_entries");
  const field = page.getByRole("textbox", { name: "Exact entry_id" });
  await field.fill("E-0");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(/^No row has this key at snapshot \d+\./)).toBeVisible({ timeout: ANSWER_MS_MAX });
  await expect(page.getByText(/Upper and lower case, spaces and leading zeros matter/)).toBeVisible();
  await expect(field).toHaveValue("E-0");
});

test("a value that does not fit the key's type is refused in words, and stays in its field", async ({ page }) => {
  await openKeys(page, "bank.accounts");
  const field = page.getByRole("textbox", { name: "Exact account_id" });
  await field.fill("one million");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(/^(?:The look-up failed\.|Nothing was asked\.)/)).toBeVisible({ timeout: ANSWER_MS_MAX });
  await expect(
    page
      .getByText(/account_id/)
      .filter({ hasText: /one million|long|number/ })
      .first(),
  ).toBeVisible();
  await expect(field).toHaveValue("one million");
});

test("each column of a composite key has a field, and both are looked for together", async ({ page }) => {
  await openKeys(page, "pricing.prices");
  await page.getByRole("textbox", { name: "Exact product_id" }).fill("P-700015");
  await page.getByRole("textbox", { name: "Exact market" }).fill("DE");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText("One row: not duplicated")).toBeVisible({ timeout: ANSWER_MS_MAX });
  await page.getByRole("link", { name: "Open the row" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("P-700015 · DE");
});

test("keys are narrowed to a pair of partitions from the drift map, and sorted by their heads, in the address", async ({ page }) => {
  await openKeys(page, "shop.orders");
  const list = page.getByRole("region", { name: "Sampled keys" });
  await page.getByText("Show as a table").click();
  await page.getByRole("link", { name: "0 → 6", exact: true }).click();
  await expect.poll(() => inAddress(page, "moved")).toBe("0-6");
  for (const row of (await list.getByRole("row").all()).slice(1)) await expect(row).toContainText("0 → 6");
  await list.getByRole("columnheader", { name: "order_id" }).getByRole("link").click();
  await expect.poll(() => inAddress(page, "sort")).toBe("key");
  await expect(list.getByRole("columnheader", { name: "order_id" })).toHaveAttribute("aria-sort", "ascending");
  const names = await list.getByRole("rowheader").allInnerTexts();
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, "en")));
  await page.goto(`${page.url()}&differs=nothing`);
  await expect(page.getByText("No saved key matches these filters")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(list).toBeVisible();
});

test.describe("when a request is cut off", () => {
  test.use({ expectedMessages: /net::ERR_FAILED/ });

  test("what was typed stays, the page says so, and asking again works", async ({ page }) => {
    await openKeys(page, "shop.orders");
    await page.route("**/keys/look-ups", (route) => route.abort(), { times: 1 });
    const field = page.getByRole("textbox", { name: "Exact order_id" });
    await field.fill("no such order");
    await page.getByRole("button", { name: "Look up" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was asked." })).toContainText("does not answer");
    await expect(field).toHaveValue("no such order");
    await page.getByRole("button", { name: "Look up" }).click();
    await expect(page.getByText(/^No row has this key/)).toBeVisible({ timeout: ANSWER_MS_MAX });
    await expect(field).toHaveValue("no such order");
  });
});

test.describe("while the worker is stopped", () => {
  test.skip(dataDir === "", "the service was given, and its worker is not this test's to stop");
  test.beforeEach(() => signalProgram("worker", dataDir, "SIGSTOP"));
  test.afterEach(() => signalProgram("worker", dataDir, "SIGCONT"));

  test("a look-up that takes long can be cancelled, and stays cancelled when the worker goes on", async ({ page }) => {
    await askForLong(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByText("The look-up was cancelled.")).toBeVisible();
    const cancelled = page.url();
    signalProgram("worker", dataDir, "SIGCONT");
    await page.getByRole("textbox", { name: "Exact order_id" }).fill("another");
    await page.getByRole("button", { name: "Look up" }).click();
    // The worker takes requests in order, so it has seen the cancelled one.
    await expect(page.getByText(/^No row has this key/)).toBeVisible({ timeout: ANSWER_MS_MAX });
    await page.goto(cancelled);
    await expect(page.getByText("The look-up was cancelled.")).toBeVisible();
  });

  test("a poll that is still open when a look-up is cancelled is dropped, so that its older answer cannot replace the newer one", async ({
    page,
  }) => {
    const isPoll = (address: string): boolean => /\/api\/key-requests\/[^/]+$/.test(address);
    const [cancelled, polling] = [Promise.withResolvers<void>(), page.waitForRequest((request) => isPoll(request.url()))];
    await page.route("**/api/key-requests/*", async (route) => {
      const answer = await route.fetch();
      await cancelled.promise;
      // Fails for a request that the page has dropped.
      await route.fulfill({ response: answer }).catch(() => {});
    });
    await askForLong(page);
    const poll = await polling;
    const dropped = page.waitForEvent("requestfailed", (request) => request === poll);
    await page.getByRole("button", { name: "Cancel" }).click();
    await dropped;
    await expect(page.getByText("The look-up was cancelled.")).toBeVisible();
    cancelled.resolve();
    await page.unrouteAll({ behavior: "wait" });
    await expect(page.getByText("The look-up was cancelled.")).toBeVisible();
  });
});

for (const { format, item, count } of [
  { format: "CSV", item: /^CSV/, count: (bytes: Buffer) => bytes.toString().trim().split("\n").length - 1 },
  { format: "Arrow", item: /^Arrow/, count: (bytes: Buffer) => tableFromIPC(new Uint8Array(bytes)).numRows },
]) {
  test(`the export as ${format} holds as many keys as the page's title says`, async ({ page }) => {
    await openKeys(page, "logistics.shipments");
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    expect(title).toBe("68 duplicated keys");
    await page.getByRole("button", { name: "Export all 68" }).click();
    await page.getByRole("menuitem", { name: item }).click();
    const made = page
      .getByRole("region", { name: "Exports" })
      .getByRole("link", { name: new RegExp(`^${format}, 68 keys`) })
      .first();
    await expect(made).toBeVisible({ timeout: ANSWER_MS_MAX });
    const [download] = await Promise.all([page.waitForEvent("download"), made.click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^duplicated-keys-logistics\\.shipments-\\d+\\.${format.toLowerCase()}$`));
    expect(count(await readAll(await download.createReadStream()))).toBe(68);
  });
}

test("the list is paged, its pages are in the address, and the arrows move through its keys", async ({ page }) => {
  await openKeys(page, "shop.orders");
  const rows = page.getByRole("region", { name: "Sampled keys" }).getByRole("rowheader");
  const first = await rows.allInnerTexts();
  expect(first).toHaveLength(25);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => rows.allInnerTexts()).not.toEqual(first);
  await page.reload();
  const second = await rows.allInnerTexts();
  expect(second.filter((key) => first.includes(key))).toEqual([]);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Previous" }).click();
  await expect.poll(() => rows.allInnerTexts()).toEqual(first);
  await untilAlive(page);
  await rows.first().getByRole("link").focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
});

test("the list of each key of a table is its own", async ({ page }) => {
  await page.goto("/tables/web.page_views/keys?key=session");
  await expect(page.getByRole("heading", { level: 1, name: "1,140 duplicated keys" })).toBeVisible();
  await page.goto("/tables/web.page_views/keys?key=view");
  await expect(page.getByRole("heading", { level: 1, name: "No duplicated keys" })).toBeVisible();
});

async function openKeys(page: Page, name: string): Promise<void> {
  await page.goto(`/tables/${name}/keys`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await untilAlive(page);
}

/** Asks for a key while no worker takes a job. */
async function askForLong(page: Page): Promise<void> {
  await openKeys(page, "shop.orders");
  await page.getByRole("textbox", { name: "Exact order_id" }).fill("no such order");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(/Waiting for a worker\.|No worker is running/)).toBeVisible();
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
