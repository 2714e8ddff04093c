import { expect, signAs, test, untilAlive, type Locator, type Page } from "#e2e/fixtures/test.ts";

test("a table leads to a silence of its own, which its page says until somebody ends it", async ({ page, openTable }) => {
  await openTable("crm.customers");
  await page.getByRole("link", { name: "Silence…" }).click();
  const form = await openForm(page);
  await expect(form.getByLabel("Table")).toHaveValue("crm.customers");
  const why = `The loader is moved ${Date.now()} <script>alert(1)</script>`;
  await form.getByLabel("Duration").selectOption("Until tomorrow, 09:00");
  await form.getByLabel("Reason").fill(why);
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Silence" }).click();
  await expect(form.getByRole("status")).toHaveText(/^Active until .*, 09:00\.$/);
  const item = page.getByRole("region", { name: "Active" }).getByRole("listitem").filter({ hasText: why });
  await expect(item).toContainText(/covers 1 table .*by Ada/);
  await item.getByText(why).click();
  await expect(page.getByText(/Silence of this table: no notifications are sent/)).toContainText(why);
  await page.getByRole("link", { name: "All silences" }).first().click();
  await untilAlive(page);
  await end(page, item, "Bob");
  await expect(item).toHaveCount(0);
  const ended = page.getByRole("region", { name: "Ended in the last 14 days" }).getByRole("listitem").filter({ hasText: why });
  await expect(ended).toContainText(/ended .* by Bob/);
});

test("an incident leads to a silence too, and says that one of its owner holds", async ({ page }) => {
  await page.goto("/incidents?check=duplicates");
  await page.getByRole("link", { name: /^bank\.accounts ?: Duplicate rows$/ }).click();
  await page.getByRole("link", { name: "Silence…" }).click();
  const form = await openForm(page);
  await expect(form.getByLabel("Table")).toHaveValue("bank.accounts");
  await form.getByLabel("Scope").selectOption("All tables of an owner");
  await form.getByLabel("Owner").fill("Core banking");
  await form.getByLabel("Type").selectOption("Maintenance window");
  await form.getByLabel("Reason").fill("The core is upgraded.");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Start maintenance" }).click();
  await expect(form.getByRole("status")).toHaveText(/^Active until/);
  await page.goto("/incidents?check=duplicates");
  await page.getByRole("link", { name: /^bank\.accounts ?: Duplicate rows$/ }).click();
  await expect(page.getByText(/Maintenance of tables of Core banking: no new incidents open/)).toBeVisible();
  await page.goto("/settings/silences");
  await untilAlive(page);
  await end(page, page.getByRole("region", { name: "Active" }).getByRole("listitem").filter({ hasText: "The core is upgraded." }), "Ada");
});

test("what is no silence is refused with a sentence, and nothing that was typed is lost", async ({ page }) => {
  await page.goto("/settings/silences");
  const form = await openForm(page);
  await form.getByLabel("Table").fill("no.such.table");
  await form.getByLabel("Reason").fill("A try.");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Silence" }).click();
  await expect(form.getByRole("alert")).toHaveText("No table is named no.such.table. Choose one from the list.");
  await form.getByLabel("Scope").selectOption("All tables with a tag");
  await form.getByLabel("Tag").fill("of nobody");
  await expect(form).toContainText("No table has this tag yet. It will apply to tables that get it.");
  await form.getByLabel("Duration").selectOption("Custom");
  await form.getByLabel("Until").fill("2020-01-01T09:00");
  await form.getByRole("button", { name: "Silence" }).click();
  await expect(form.getByRole("alert")).toHaveText(/is over already; choose a later end\.$/);
  await form.getByLabel("From").fill("2032-01-01T09:00");
  await form.getByLabel("Until").fill("2034-01-01T09:00");
  await form.getByRole("button", { name: "Silence" }).click();
  await expect(form.getByRole("alert")).toHaveText(/longer than a year/);
  await expect(form.getByLabel("Reason")).toHaveValue("A try.");
});

async function openForm(page: Page): Promise<Locator> {
  await expect(page.getByRole("heading", { level: 1, name: "Silences" })).toBeVisible();
  await untilAlive(page);
  return page.getByRole("form", { name: "New silence" });
}

async function end(page: Page, item: Locator, by: string): Promise<void> {
  await item.getByRole("button", { name: "End" }).click();
  const form = page.getByRole("form", { name: /^End the silence of/ });
  await signAs(page, by);
  await form.getByRole("button", { name: /^End the silence of/ }).click();
}
