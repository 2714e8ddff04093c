import { expect, tableRowLink, tableTab, test, untilAlive, type Locator, type Page } from "#e2e/fixtures/test.ts";

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("two rows of one duplicated order are side by side after at most four clicks, and the copied address shows the same elsewhere", async ({
  page,
  browser,
}) => {
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await page.goto("/");
  await click(tableRowLink(page, "shop.orders"));
  await click(tableTab(page, "Keys"));
  await expect(page.getByRole("heading", { level: 1, name: "163 duplicated keys" })).toBeVisible();
  await click(page.getByRole("region", { name: "Sampled keys" }).getByRole("rowheader").first().getByRole("link"));
  await expect(page.getByText("Two rows, should be one.")).toBeVisible();
  await untilAlive(page);
  const shown = await readKeyPage(page);
  expect(shown.rows.length).toBeGreaterThan(5);
  await click(page.getByRole("button", { name: "Copy link" }));
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(4);

  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toContain("snapshot=");
  const elsewhere = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  try {
    const other = await elsewhere.newPage();
    await other.goto(address);
    // Times first stand in UTC where the reader's zone is not known yet.
    await expect.poll(() => readKeyPage(other)).toEqual(shown);
  } finally {
    await elsewhere.close();
  }
});

/** The key, the snapshot and every cell of the rows side by side. */
async function readKeyPage(page: Page) {
  const rows = page.getByRole("region", { name: "Rows side by side" });
  await expect(rows).toBeVisible();
  return {
    key: await page.getByRole("heading", { level: 1 }).innerText(),
    snapshot: await page
      .getByText(/^at snapshot/)
      .getByRole("code")
      .innerText(),
    rows: await rows.getByRole("row").allInnerTexts(),
  };
}
