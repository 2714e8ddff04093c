import { expect, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

test("what is decided about an incident is written with a name, outlives a reload while it is typed, and is ticked, deleted on a second click, and restored", async ({
  page,
}) => {
  await openReview(page);
  const text = `Send tombstones ${Date.now()}`;
  await page
    .getByRole("button", { name: /^(?:Decide|Add): Still open, bank\.accounts$/ })
    .first()
    .click();
  const form = page.getByRole("form", { name: "New entry" });
  await form.getByText("Action", { exact: true }).click();
  await form.getByLabel("Action").fill(text);
  await page.reload();
  await page.getByRole("button", { name: /^Continue draft: / }).click();
  await expect(form.getByRole("textbox").first()).toHaveValue(text);
  await form.getByText("Action", { exact: true }).click();
  await form.getByLabel("Owner").fill("Streaming");
  await form.getByLabel("Your name").fill("Ada");
  await form.getByRole("button", { name: "Save" }).click();
  const box = page.getByRole("checkbox", { name: text });
  const line = page.getByRole("listitem").filter({ hasText: text });
  await expect(line).toContainText("Streaming");
  await expect(line.getByRole("link", { name: /^INC-\d+$/ })).toBeVisible();
  await box.check();
  await expect(line).toContainText("done by Ada");
  await box.uncheck();
  await expect(line).not.toContainText("done by Ada");
  await line.getByRole("button", { name: /^Delete/ }).click();
  const asking = page.getByRole("dialog", { name: "Delete this action?" });
  await expect(asking).toContainText("Delete this action by Ada,");
  await asking.getByRole("button", { name: "Keep" }).click();
  await expect(box).toBeVisible();
  await line.getByRole("button", { name: /^Delete/ }).click();
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(box).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(box).toBeVisible();
});

test("of two who change the same entry the second sees both texts and loses nothing", async ({ page, context }) => {
  await openReview(page);
  const text = `Partition counts change by request ${Date.now()}`;
  await page.getByRole("button", { name: "Add note: Notes" }).click();
  const writing = page.getByRole("form", { name: "New entry" });
  await writing.getByLabel("Note").fill(text);
  await writing.getByLabel("Your name").fill("Ada");
  await writing.getByRole("button", { name: "Save" }).click();
  const other = await context.newPage();
  await openReview(other);
  for (const [who, of] of [
    ["Ada", page],
    ["Ben", other],
  ] as const) {
    await of.getByRole("button", { name: `Edit: ${text.slice(0, 60)}` }).click();
    await changing(of).getByLabel("Note").fill(`${text}, as ${who} says`);
    await changing(of).getByLabel("Your name").fill(who);
  }
  await changing(page).getByRole("button", { name: "Save" }).click();
  // Until then the text is in her field, and nothing is stored.
  await expect(changing(page)).toHaveCount(0);
  await expect(page.getByText(`${text}, as Ada says`)).toBeVisible();
  await changing(other).getByRole("button", { name: "Save" }).click();
  await expect(changing(other).getByRole("alert")).toContainText("as Ada says");
  await expect(changing(other).getByLabel("Note")).toHaveValue(`${text}, as Ben says`);
  await changing(other).getByRole("button", { name: "Combine both" }).click();
  await changing(other).getByRole("button", { name: "Save mine" }).click();
  await expect(changing(other)).toHaveCount(0);
  await expect(other.getByRole("listitem").filter({ hasText: "as Ben says" })).toContainText("as Ada says");
  await other.close();
});

test("the agenda is presented one item at a time, by keys and by address", async ({ page }) => {
  await openReview(page);
  await page.getByRole("link", { name: "Present" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/1 of \d+/);
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/present=2$/);
  await page.reload();
  await expect(dialog).toContainText(/2 of \d+/);
  await untilAlive(page);
  await page.keyboard.press("End");
  await expect(dialog.getByRole("button", { name: "The next item" })).toBeDisabled();
  await page.keyboard.press("Home");
  await expect(dialog).toContainText(/1 of \d+/);
  const sizes = await dialog
    .locator("p, h1, h2, h3, li, span, button")
    .evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Decisions and actions" })).toBeVisible();
});

test("a week is closed and opened again by people, and prints and is downloaded as it stands", async ({ page }) => {
  await openReview(page);
  await signed(page, "Close the week");
  await expect(page.getByText(/^Closed early by Ada, .*frozen$/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^(?:Edit|Decide|Add|Add note|Delete): / })).toHaveCount(0);
  const week = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const refused = await page.request.post("/api/review/entries", { data: { week, by: "Ben", kind: "note", text: "too late" } });
  expect(refused.status()).toBe(400);
  const minutes = await page.request.get(`/api/review/${week}/minutes?format=csv`);
  expect(minutes.headers()["content-disposition"]).toBe(`attachment; filename="review-${week}.csv"`);
  expect(await minutes.text()).toMatch(/^part,number,state,table,owner,incident,text,due,done,from,to\r\n/);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen" });
  await signed(page, "Reopen");
  await expect(page.getByText(/^Reopened by Ada\./).first()).toBeVisible();
});

for (const [week, says] of [
  ["2026-W54", "No week “2026-W54”"],
  ["2026-W00", "No week “2026-W00”"],
  ["%3Cscript%3E", "No week “<SCRIPT>”"],
  ["2199-W01", "Week 1 has not started"],
  ["2020-W10", "No data for week 10"],
] as const) {
  test(`the address of ${week} says what it is and leads to the current week`, async ({ page }) => {
    await page.goto(`/review/${week}`);
    await expect(page.getByRole("heading", { name: says })).toBeVisible();
    await page.getByRole("link", { name: /the current week$/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: /^Week \d+, / })).toBeVisible();
  });
}

async function openReview(page: Page): Promise<void> {
  await page.goto("/review");
  await page.waitForURL(/\/review\/\d{4}-W\d{2}$/);
  await page.getByRole("heading", { level: 1, name: /^Week \d+, / }).waitFor();
  await untilAlive(page);
}

function changing(page: Page) {
  return page.getByRole("form", { name: "Edit entry" });
}

async function signed(page: Page, title: string): Promise<void> {
  await page.getByRole("button", { name: title }).click();
  const form = page.getByRole("form", { name: title });
  await form.getByLabel("Your name").fill("Ada");
  await form.getByRole("button", { name: title }).click();
}
