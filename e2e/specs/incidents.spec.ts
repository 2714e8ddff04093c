import { expect, signAs, test, untilAlive, type Locator, type Page } from "#e2e/fixtures/test.ts";

test("incidents are listed worst first, and state, table and check are chosen in the address", async ({ page }) => {
  await openList(page, "/incidents");
  const rows = page.getByRole("table", { name: "Incidents" }).getByRole("row");
  await expect(rows.nth(1)).toContainText("Alert");
  const states = page.getByRole("navigation", { name: "State" });
  await states.getByRole("link", { name: /^Open/ }).click();
  await expect(page).toHaveURL(/state=open/);
  await page.getByRole("button", { name: /^Check/ }).click();
  await page.getByRole("menuitem", { name: /^Duplicate rows/ }).click();
  await expect(page).toHaveURL(/check=duplicates/);
  await page.reload();
  await expect(states.getByRole("link", { name: /^Open/ })).toHaveAttribute("aria-current", "true");
  for (const row of await rows.all()) await expect(row).toContainText(/Duplicate rows|Severity/);
  await page.goto("/incidents?owner=nobody+is+called+so");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(rows.nth(1)).toBeVisible();
});

test("a table leads to its incident, which leads to the snapshot that began it, its keys and its runs", async ({ page, openTable }) => {
  await openTable("shop.orders");
  await page
    .getByRole("link", { name: /^Open (incident INC-\d+|\d+ incidents)$/ })
    .first()
    .click();
  await page.waitForURL(/\/incidents/);
  await openIncident(page, "shop.orders");
  await expect(page.getByRole("img", { name: /^Surplus rows\. .* at last\.$/ })).toBeVisible();
  const began = page.getByRole("region", { name: /commit/ });
  await began.getByRole("link").click();
  await expect(page.getByText(/You look at snapshot/)).toBeVisible();
  await page.goBack();
  const keys = page.getByRole("region", { name: /keys$/ });
  const [whole, printed] = await Promise.all([
    keys.locator("code:visible").first().innerText(),
    keys.locator("code:not(:visible)").first().textContent(),
  ]);
  expect(whole).toMatch(/^ORD-\w+$/);
  expect(printed).toContain("••");
  await keys.getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: /^ORD-/ })).toBeVisible();
});

test("people comment, assign, snooze, acknowledge and resolve under their name, and the timeline keeps it", async ({ page }) => {
  await openIncident(page, "payments.payment_states");
  const happened = page.getByRole("region", { name: "Activity" });
  const text = `The encoding was changed on purpose ${Date.now()}`;
  await page.getByRole("textbox", { name: "Comment" }).fill(text);
  const writing = page.getByRole("form", { name: "Write a comment" });
  await signAs(page, "Ada");
  await writing.getByRole("button", { name: "Comment" }).click();
  await expect(happened.getByRole("listitem").first()).toContainText(`Ada${text}`);

  const assigning = await openForm(page, "Assign", "Assign");
  await assigning.getByLabel("Assigned to").fill("Payments");
  await expect(assigning.getByLabel("Your name")).toHaveCount(0);
  await assigning.getByRole("button", { name: "Assign" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Payments");

  const snoozing = await openForm(page, "Snooze", "Snooze");
  await snoozing.getByLabel("Until").selectOption("Tomorrow, 9:00");
  await snoozing.getByRole("button", { name: "Snooze" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(/Snoozed until.*09:00/);

  const acknowledging = await openForm(page, "Acknowledge", "Acknowledge");
  await acknowledging.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("StateAcknowledged");

  const resolving = await openForm(page, "Resolve", "Resolve");
  await resolving.getByLabel("Resolution note").fill("The topic was written anew.");
  await resolving.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByText("Ada resolved it manually.")).toBeVisible();
  await happened.getByRole("link", { name: /^Comments/ }).click();
  await expect(page).toHaveURL(/show=comment/);
  await expect(happened).toContainText("The topic was written anew.");
  await openList(page, "/incidents?state=resolved");
  await expect(page.getByRole("table", { name: "Incidents" })).toContainText("payments.payment_states");
});

test("a level is accepted with a reason and an end", async ({ page }) => {
  await openIncident(page, "billing.invoices");
  const accepting = await openForm(page, "Accept this level", "Accept this level");
  await accepting.getByLabel("Reason").fill("A backfill that is known.");
  await signAs(page, "Ada");
  await accepting.getByRole("button", { name: "Accept this level" }).click();
  await expect(page.getByRole("region", { name: "Activity" })).toContainText(/A backfill that is known\. Accepted until /);
  await expect(page.getByText(/^Accepted until .* by Ada \(.*\): A backfill that is known\.$/)).toBeVisible();
});

test("several incidents are acknowledged at once, and the top bar counts those that nobody has taken", async ({ page }) => {
  await openList(page, "/incidents?state=open");
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Incidents/ });
  const before = Number(/\d+/.exec(await link.innerText())?.[0] ?? "0");
  const boxes = page.getByRole("checkbox", { name: /^Choose/ });
  await boxes.nth(0).check();
  await expect(boxes.nth(0)).toHaveCSS("background-color", "rgb(18, 94, 166)");
  await boxes.nth(1).check();
  const form = page.getByRole("form", { name: "Acknowledge the chosen incidents" });
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Acknowledge 2" }).click();
  await expect(link).toContainText(String(before - 2));
});

test("an incident is spoken of by its name: in the list, on its page, in its address and in the palette", async ({ page }) => {
  await openIncident(page, "shop.orders");
  const permanent = new URL(page.url()).pathname;
  const name = await page.getByRole("navigation", { name: "Breadcrumbs" }).locator("[aria-current=page]").innerText();
  expect(name).toMatch(/^INC-\d+$/);
  await expect(page).toHaveTitle(new RegExp(`^${name}: shop\\.orders`));
  for (const named of [name, name.toLowerCase(), name.slice("INC-".length)]) {
    await page.goto(`/incidents/${named}?show=delivery`);
    await page.waitForURL((url) => url.pathname === permanent && url.searchParams.get("show") === "delivery");
  }
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("nothing is sent");
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("No notifications yet.");
  await expect(page.getByRole("region", { name: /commit/ })).toContainText("Apache Iceberg");
  await untilAlive(page);
  await page.keyboard.press("/");
  await page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" }).fill(name.toLowerCase());
  await page.getByRole("button", { name: new RegExp(`^${name} ?shop\\.orders`) }).click();
  await page.waitForURL((url) => url.pathname === permanent && url.search === "");
});

test("an incident that nobody knows says so and leads to those there are", async ({ page }) => {
  for (const id of ["00000000-0000-4000-8000-000000000000", "<script>alert(1)</script>"]) {
    await page.goto(`/incidents/${encodeURIComponent(id)}`);
    await expect(page.getByRole("heading", { name: "Incident not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "All incidents" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Incidents" })).toBeVisible();
});

async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("table", { name: "Incidents" })).toBeVisible();
  await untilAlive(page);
}

/** The incident of a table's duplicate rows. */
async function openIncident(page: Page, table: string): Promise<void> {
  await openList(page, "/incidents?check=duplicates");
  await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(table)} ?: Duplicate rows$`) }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${table}: Duplicate rows` })).toBeVisible();
  await untilAlive(page);
}

async function openForm(page: Page, button: string, title: string): Promise<Locator> {
  await page.getByRole("button", { name: button, exact: true }).click();
  return page.getByRole("form", { name: title });
}
