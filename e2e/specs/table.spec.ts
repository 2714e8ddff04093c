import { expect, inAddress, signAs, tableTab, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { sampleTruthOf } from "#e2e/helpers/sample-truth.ts";

test("the range is in the address, survives a reload, and zooming by keys and by dragging can be taken back", async ({ page }) => {
  await openCharts(page, "shop.orders");
  const ranges = page.getByRole("navigation", { name: "Time range" });
  await ranges.getByRole("link", { name: "7 d" }).click();
  await expect(page).toHaveURL(/range=7d/);
  await expect(ranges.getByRole("link", { name: "7 d" })).toHaveAttribute("aria-current", "true");
  await page.reload();
  await untilAlive(page);
  await expect(ranges.getByRole("link", { name: "7 d" })).toHaveAttribute("aria-current", "true");

  await cursorOf(page).focus();
  await page.keyboard.press("+");
  await expect.poll(() => inAddress(page, "range")).toMatch(/^\d{4}-.+Z~\d{4}-.+Z$/);
  await expect(ranges.getByRole("button", { name: "Custom" })).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect.poll(() => inAddress(page, "range")).toBe("7d");

  const chart = page.getByRole("img", { name: /^Surplus rows\./ });
  const box = await chart.boundingBox();
  expect(box).not.toBeNull();
  if (box === null) return;
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => inAddress(page, "range")).toContain("~");
  await page.mouse.dblclick(box.x + box.width * 0.5, box.y + box.height / 2);
  await expect.poll(() => inAddress(page, "range")).toBe("7d");
});

test("the browser's Back undoes a zoom and stays on the page", async ({ page }) => {
  await openCharts(page, "shop.orders", "?range=14d");
  await cursorOf(page).focus();
  await page.keyboard.press("+");
  await expect.poll(() => inAddress(page, "range")).toContain("~");
  await page.goBack();
  await expect.poll(() => inAddress(page, "range")).toBe("14d");
  await expect(page.getByRole("heading", { level: 1, name: "shop.orders" })).toBeVisible();
});

test("between two commits the charts and the words show what holds there", async ({ page }) => {
  await openCharts(page, "shop.orders", "?range=2026-09-30T03:00:00Z~2026-09-30T04:00:00Z");
  await expect(readOut(page)).toContainText(/surplus rows 1\d\d, expected 0/);
  await expect(
    page
      .getByRole("img", { name: /^Surplus rows\. Extra rows: 1\d\d\./ })
      .locator("path[stroke-width='1.75']")
      .first(),
  ).toBeVisible();
});

test("the delete ratio has a chart with its limits, and a column in the table of numbers", async ({ page }) => {
  await openCharts(page, "pricing.prices");
  await expect(page.getByRole("img", { name: /^Delete ratio\. Deletes to apply per row: 0\.558/ })).toBeVisible();
  await expect(page.getByText("warn at 0.200")).toBeVisible();
  await expect(page.getByText("alert at 0.500")).toBeVisible();
  await page.getByRole("button", { name: "As a table" }).click();
  await expect(page.getByRole("columnheader", { name: "delete ratio" })).toBeVisible();
});

test("a range of one's own is chosen with two times in the reader's zone", async ({ page }) => {
  await openCharts(page, "shop.orders");
  await page.getByRole("button", { name: "Custom" }).click();
  await page.getByLabel("From", { exact: true }).fill("2026-09-10T10:00");
  await page.getByLabel("To", { exact: true }).fill("2026-09-10T09:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("Give a beginning and a later end.")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("2026-09-20T10:00");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect.poll(() => inAddress(page, "range")).toBe("2026-09-10T08:00:00Z~2026-09-20T08:00:00Z");
  await expect(page.getByText(/20 Sep|19 Sep/).first()).toBeVisible();
});

test("the keyboard moves one cursor over all charts: the words follow, the address names it, and a reload keeps it", async ({ page }) => {
  await openCharts(page, "shop.orders", "?range=all");
  const words = readOut(page);
  await expect(words).toContainText("surplus rows 163, expected 0");
  await cursorOf(page).focus();
  await page.keyboard.press("Home");
  await expect(words).toContainText("surplus rows 0, expected 0");
  await expect(cursorOf(page)).toHaveAttribute("aria-valuenow", "0");
  await page.keyboard.press("ArrowRight");
  await expect(cursorOf(page)).toHaveAttribute("aria-valuenow", "1");
  await expect.poll(() => inAddress(page, "at")).toMatch(/^2026-09-0/);
  const said = await words.innerText();
  await page.reload();
  await expect(words).toHaveText(said, { useInnerText: true });
  await untilAlive(page);
  await cursorOf(page).focus();
  await page.keyboard.press("End");
  await expect(words).toContainText("surplus rows 163");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You look at snapshot")).toBeVisible();
});

test("the charts as a table have the numbers of the CSV, point by point", async ({ page }) => {
  await openCharts(page, "shop.orders", "?range=all");
  await page.getByRole("button", { name: "As a table" }).click();
  const table = page.getByRole("region", { name: "The numbers of the charts" });
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  const shown = await table.getByRole("row").evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const cells = [...row.children].map((cell) => cell.textContent);
      return { at: row.querySelector("time")?.dateTime, surplus: cells[1], duplicated: cells[2], snapshot: cells.at(-1) };
    }),
  );
  const href = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const answer = await page.request.get(href ?? "");
  const [head = [], ...lines] = (await answer.text())
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const told = lines.toReversed().map((line) => {
    const cell = (name: string) => line[head.indexOf(name)];
    return { at: cell("at"), surplus: cell("surplus_rows"), duplicated: cell("duplicated_keys"), snapshot: cell("snapshot_id") };
  });
  expect(shown).toEqual(told);
  const truth = sampleTruthOf("shop.orders");
  expect(shown.map(({ snapshot }) => snapshot).toReversed()).toEqual(truth.snapshotIds);
  expect(shown.map(({ surplus }) => Number(surplus)).toReversed()).toEqual(truth.metrics["surplus_rows"]);
});

test("the charts show runs instead of commits when asked, and the address says so", async ({ page }) => {
  await openCharts(page, "shop.orders");
  const axis = page.getByRole("combobox", { name: "Time axis" });
  await axis.selectOption("Run time");
  await expect(page).toHaveURL(/by=run/);
  await expect(page.getByRole("region", { name: "Charts over run time" })).toBeVisible();
  await page.reload();
  await expect(axis).toHaveValue("run");
  await untilAlive(page);
  await axis.selectOption("Commit time");
  await expect(page).not.toHaveURL(/by=run/);
});

test("each key of a table with several has numbers of its own", async ({ page }) => {
  await openCharts(page, "web.page_views");
  const keys = page.getByRole("navigation", { name: "Keys of this table" });
  const numbers = page.getByText("Duplicated keys", { exact: true }).first().locator("xpath=ancestor::div[1]");
  for (const [name, duplicated] of [
    ["session", "1,140"],
    ["view", "0"],
  ] as const) {
    await keys.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect(page).toHaveURL(new RegExp(`key=${name}`));
    await expect(keys.getByRole("link", { name: new RegExp(`^${name}`) })).toHaveAttribute("aria-current", "true");
    await expect(numbers).toContainText(duplicated);
  }
});

test("a note is drawn where the cursor stands, listed with its author, and removed again", async ({ page }) => {
  await openCharts(page, "crm.customers");
  const text = `Sink moved to another cluster ${Date.now()}`;
  await page.getByRole("button", { name: "Add a note" }).click();
  const form = page.getByRole("form", { name: "Add a note" });
  await form.getByLabel("Note").fill(text);
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Add the note" }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole("img", { name: new RegExp(`Events on the time axis: .*${text.slice(0, 10)}`) })).toBeVisible();
  const list = page.getByRole("group").filter({ hasText: "in this range" });
  await list.getByText(/events? in this range/).click();
  const item = list.getByRole("listitem").filter({ hasText: text });
  await expect(item).toContainText("Ada");
  await page.reload();
  await untilAlive(page);
  await list.getByText(/events? in this range/).click();
  await item.getByRole("button", { name: "Remove" }).click();
  await item.getByRole("button", { name: "Remove this note" }).click();
  await expect(page.getByText(text)).toHaveCount(0);
});

test("a run that is asked for shows how far it is and ends, with a link to its log", async ({ page }) => {
  await openCharts(page, "pricing.prices");
  await page.getByRole("button", { name: "Run now" }).click();
  const status = page.getByRole("status").filter({ hasText: "run" });
  await expect(status.getByRole("link", { name: "Run and log" })).toBeVisible();
  await expect(page.getByText("Run finished; numbers updated.")).toBeVisible({ timeout: 40_000 });
  await page.keyboard.press("Escape");
  await expect(page.getByText("Run finished; numbers updated.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Run now" })).toBeEnabled();
});

test("every page of a table has the same tabs and one main action, and says where the reader is", async ({ page }) => {
  await page.goto("/tables/shop.orders");
  await expect(tableTab(page, "Keys")).toHaveText("Keys163");
  for (const [tab, path] of [
    ["Keys", "/keys"],
    ["Backlog", "/backlog"],
    ["Engines", "/readers"],
    ["Limits", "/limits"],
    ["Settings", "/settings"],
    ["Overview", ""],
  ] as const) {
    await tableTab(page, tab).click();
    await expect(page).toHaveURL(new RegExp(`/tables/[0-9a-f-]{36}${path}(?:[?].*)?$`));
    await expect(tableTab(page, tab)).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("navigation", { name: "Pages of this table" }).getByRole("link")).toHaveCount(6);
    await expect(page.getByRole("link", { name: /^Open incident INC-\d+$/ })).toBeVisible();
  }
});

test("on a phone the verdict follows at most 120 pixels below the bar, and the tabs scroll in themselves", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/tables/shop.orders");
  const top = await page.getByText(/^163 keys are duplicated/).evaluate((verdict) => verdict.getBoundingClientRect().top);
  const bar = await page.getByRole("banner").evaluate((banner) => banner.getBoundingClientRect().bottom);
  expect(top - bar).toBeLessThanOrEqual(120);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "More actions" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Run now", "Silence…", "Copy link"]);
});

test("times are shown in the browser's zone, which the page names, or in UTC where the reader chooses so", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "America/New_York" });
  try {
    const page = await context.newPage();
    await page.goto("/tables/shop.orders");
    await expect(page.getByText(/^Times in America\/New_York \(UTC.[45]\)/)).toBeVisible();
    const zoned = await page.getByRole("time").first().innerText();
    await page.getByRole("button", { name: "Show UTC" }).click();
    await expect(page.getByText(/^Times in UTC/)).toBeVisible();
    await expect(page.getByRole("time").first()).not.toHaveText(zoned);
    await page.reload();
    await expect(page.getByText(/^Times in UTC/)).toBeVisible();
  } finally {
    await context.close();
  }
});

test("an old snapshot opens with its own numbers, says that it is not the newest, and leads there", async ({ page }) => {
  const { snapshotIds, metrics } = sampleTruthOf("shop.orders");
  const [snapshot = "", surplus] = [snapshotIds.at(-5), metrics["surplus_rows"]?.at(-5)];
  await openCharts(page, "shop.orders", `?snapshot=${snapshot}`);
  await expect(page.getByText(`You look at snapshot ${snapshot}`)).toBeVisible();
  await expect(page.getByText("Surplus rows", { exact: true }).first().locator("xpath=ancestor::div[1]")).toContainText(String(surplus));
  await page.getByRole("link", { name: "Show the newest" }).click();
  await expect(page.getByText("You look at snapshot")).toBeHidden();
  await expect(page.getByText("Surplus rows", { exact: true }).first().locator("xpath=ancestor::div[1]")).toContainText("163");
});

test("each of the six numbers leads to what it means", async ({ page }) => {
  await openCharts(page, "shop.orders");
  await page.getByRole("link", { name: "Surplus rows", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/metrics\/surplus_rows$/);
  await expect(page.getByRole("heading", { level: 1, name: "Surplus rows" })).toBeVisible();
});

async function openCharts(page: Page, name: string, query = ""): Promise<void> {
  await page.goto(`/tables/${name}${query}`);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await untilAlive(page);
}

/** The one tab stop of the charts. */
function cursorOf(page: Page) {
  return page.getByRole("slider", { name: /^Cursor of the charts/ });
}

/** The line that says what is known at the cursor. */
function readOut(page: Page) {
  return page
    .getByRole("region", { name: /^Charts over/ })
    .getByText(/^.*surplus rows.*delete ratio/)
    .first();
}
