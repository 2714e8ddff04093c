import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDir, expect, openFold, signAs, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { forgetEntries } from "#e2e/helpers/forget-entries.ts";

/** Enters tables by their place: this runs with those that come last. */

test.skip(dataDir === "", "the service was given, and what is entered there is not this test's");
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

const SLOW = { timeout: 60_000 };
const place = join(dataDir, "entered", "clicks");

test.beforeAll(() => {
  cpSync(join(import.meta.dirname, "../testdata/tables/append_v2"), place, { recursive: true });
});

test.afterAll(async () => {
  await forgetEntries();
  rmSync(join(dataDir, "entered"), { recursive: true, force: true });
});

test("a table is entered by its place, and its settings say who entered it and what they say", async ({ page }) => {
  await page.goto("/tables/new");
  await untilAlive(page);
  await page.getByRole("textbox", { name: "Place" }).fill(place);
  await page.getByRole("button", { name: "Look at it" }).click();
  const form = page.getByRole("form", { name: "Watch this table" });
  const name = form.getByLabel("Name", { exact: true });
  await expect(name).toHaveValue("entered.clicks", SLOW);
  await untilAlive(page);
  await expect(form.getByLabel("Owner")).toBeHidden();
  await name.fill("");
  await form.getByRole("button", { name: "Watch the table" }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/^Enter a name\./);
  await expect(form.getByLabel("Columns of the key")).toHaveAccessibleDescription(/^Choose the columns of the key\./);
  await name.fill("entered.clicks");
  await openFold(form, "More");
  await form.getByLabel("Check the table").selectOption("every");
  await form.getByLabel("Every", { exact: true }).fill("often");
  await form.locator("summary", { hasText: /^More/ }).click();
  await form.getByRole("list", { name: "Suggested keys" }).getByRole("button", { name: "order_id", exact: true }).click();
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Watch the table" }).click();
  await expect(form.getByLabel("Every", { exact: true })).toBeFocused(SLOW);
  await form.getByLabel("Every", { exact: true }).fill("2h");
  await form.getByLabel("Managed by").selectOption("redpanda");
  await form.getByRole("button", { name: "Watch the table" }).click();
  await page.waitForURL(/\/tables\/[\da-f-]{36}$/, SLOW);
  await openSettings(page);
  await expect(page.getByText(/Entered here by Ada/)).toBeVisible();
  await expect(page.getByLabel("The settings as YAML")).toContainText("key: order_id");
  await expect(page.getByLabel("The settings as YAML")).toContainText("managed_by: redpanda");
  await expect(page.getByRole("region", { name: "In words" })).toContainText("order_id; a second row of it is wrong");
});

test("what two people change at once is not lost: the second is told who came first, and keeps what they typed", async ({
  page,
  context,
}) => {
  await openSettings(page);
  const other = await context.newPage();
  await openSettings(other);
  await change(page, "Shop", "Ada");
  await expect(page.getByText(/by Ada.*version 2/)).toBeVisible(SLOW);
  const form = other.getByRole("form", { name: "Change entered.clicks" });
  await change(other, "Payments", "Bob");
  await expect(form.getByRole("alert")).toContainText(/was changed meanwhile, by Ada/);
  await expect(form.getByLabel("Owner")).toHaveValue("Payments");
  await other.close();
});

test("limits that were tried are saved, are current with the name of who saved them, and can be taken back", async ({ page }) => {
  await page.goto("/tables/entered.clicks/limits?metric=surplus_rows");
  await untilAlive(page);
  const preview = page.getByRole("region", { name: "Preview: Surplus rows" });
  const fields = preview.getByRole("form", { name: "Limits to try" });
  const save = async (warn: string, alert: string) => {
    await fields.getByLabel("Warn at").fill(warn);
    await fields.getByLabel("Alert at").fill(alert);
    await preview.getByRole("button", { name: "Save these limits" }).click();
    const form = page.getByRole("form", { name: "Save these limits" });
    await form.getByRole("button", { name: "Save these limits" }).click();
    await expect(preview.getByText("These limits are in use.")).toBeVisible(SLOW);
  };
  await signAs(page, "Ada");
  await save("7", "70");
  await expect(page.getByText(/Settings version \d+ by Ada/)).toBeVisible();
  await page.reload();
  await untilAlive(page);
  await expect(fields.getByLabel("Warn at")).toHaveValue("7");
  await expect(page.getByRole("table", { name: "Current limits" }).getByRole("row").filter({ hasText: "Surplus rows" })).toContainText(
    /7this table.*70this table/,
  );
  await save("", "");
  await page.reload();
  await expect(fields.getByLabel("Warn at")).toHaveValue("");
});

test("a filter that is no condition is told by the plan, and what was typed can be given up", async ({ page }) => {
  await openSettings(page);
  const form = page.getByRole("form", { name: "Change entered.clicks" });
  await openFold(form, "More");
  await form.getByLabel("Filter").fill("order_id is not (");
  await form.getByRole("button", { name: "What would a run cost?" }).click();
  await expect(form.getByRole("region", { name: /^Plan of/ }).or(form.getByRole("alert"))).toContainText(/filter/i, SLOW);
  await form.getByRole("button", { name: "Reset" }).click();
  await expect(form.getByLabel("Filter")).toHaveValue("");
});

test("the settings of all tables are listed by origin, and what was entered is exported as the file would say it", async ({ page }) => {
  await page.goto("/settings/tables");
  const row = page.getByRole("row").filter({ hasText: "entered.clicks" });
  await expect(row).toContainText(/entered.*Ada/);
  await page
    .getByRole("navigation", { name: "Origin" })
    .getByRole("link", { name: /^Added here/ })
    .click();
  await expect(page).toHaveURL(/origin=settings/);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export YAML" }).click();
  const file = await (await downloading).path();
  const text = readFileSync(file, "utf8");
  expect(text).toContain("name: entered.clicks\n");
  expect(text).toContain("owner: Shop\n");
  await page.goto("/");
  const steps = page.getByRole("region", { name: "Get started" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "(done)" })).toHaveText([/^Watch your first table/, /^Set an owner/]);
});

test("a table that is removed is no longer watched, and its history stays", async ({ page }) => {
  await openSettings(page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const form = page.getByRole("form", { name: "Remove entered.clicks" });
  await expect(form).toContainText("Its history stays");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Remove entered.clicks" }).click();
  await expect(page).toHaveURL(/\/settings\/tables/);
  await expect(page.getByRole("row").filter({ hasText: "entered.clicks" })).toHaveCount(0);
  // A worker has to take it over first.
  await expect(async () => {
    await page.goto("/tables/entered.clicks");
    await expect(page.getByText(/This table is no longer watched/)).toBeVisible({ timeout: 2000 });
  }).toPass(SLOW);
});

/** By the table's name, which leads to its id. */
async function openSettings(page: Page): Promise<void> {
  await page.goto("/tables/entered.clicks/settings");
  await expect(page.getByRole("heading", { level: 1, name: "Settings of entered.clicks" })).toBeVisible();
  await untilAlive(page);
}

async function change(page: Page, owner: string, by: string): Promise<void> {
  const form = page.getByRole("form", { name: "Change entered.clicks" });
  await openFold(form, "More");
  await form.getByLabel("Owner").fill(owner);
  await signAs(page, by);
  await form.getByRole("button", { name: "Save the changes" }).click();
}
