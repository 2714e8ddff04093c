import { expect, signAs, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

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
  await form.getByRole("textbox", { name: "Action" }).fill(text);
  await page.reload();
  await page.getByRole("button", { name: /^Continue draft: / }).click();
  await expect(form.getByRole("textbox").first()).toHaveValue(text);
  await form.getByText("Action", { exact: true }).click();
  await form.getByLabel("Owner").fill("Streaming");
  await signAs(page, "Ada");
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
  const asking = page.getByRole("dialog", { name: /^Delete: / });
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
  await signAs(page, "Ada");
  await writing.getByRole("button", { name: "Save" }).click();
  const other = await context.newPage();
  await openReview(other);
  for (const [who, of] of [
    ["Ada", page],
    ["Ben", other],
  ] as const) {
    await of.getByRole("button", { name: `Edit: ${text.slice(0, 60)}` }).click();
    await changing(of).getByLabel("Note").fill(`${text}, as ${who} says`);
    await signAs(page, who);
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

test("the review is presented one slide at a time, by keys and by address, in large text", async ({ page }) => {
  await openReview(page);
  await page.getByRole("link", { name: "Present" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(/1 of \d+/);
  await expect(dialog).toContainText("Extra rows");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL(/present=2$/);
  await page.reload();
  await expect(dialog).toContainText(/2 of \d+/);
  await untilAlive(page);
  await expect(dialog.getByRole("img").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Decide" }).click();
  const sizes = await dialog.locator("p, h1, h2, h3, li, span, button, label, input, textarea, dt, dd, text").evaluateAll((all) =>
    all
      .filter((one) => one.textContent !== "" || one.matches("input, textarea"))
      .map((one) => {
        const scale = one instanceof SVGTextElement ? (one.getScreenCTM()?.a ?? 1) : 1;
        return parseFloat(getComputedStyle(one).fontSize) * scale;
      }),
  );
  // A ruler may come out a hair short.
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(23.5);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await page.keyboard.press("End");
  await expect(dialog.getByRole("button", { name: "Next slide" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Close the week" })).toBeVisible();
  await page.keyboard.press("Home");
  await expect(dialog).toContainText(/1 of \d+/);
  // Faster than slides are drawn: each key counts.
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("ArrowRight");
  await expect(dialog).toContainText(/4 of \d+/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("heading", { name: "Decisions and actions" })).toBeVisible();
});

test("a meeting decides, adds an action, assigns, acknowledges and closes without leaving the slides", async ({ page }) => {
  await openReview(page);
  const place = await page
    .getByRole("row", { name: /bank\.accounts/ })
    .first()
    .getByRole("cell")
    .first()
    .textContent();
  const week = new URL(page.url()).pathname;
  // The summary is the first slide.
  await page.goto(`${week}?present=${Number(place) + 1}`);
  await untilAlive(page);
  const dialog = page.getByRole("dialog");
  const text = `Keep the partition count ${Date.now()}`;
  await dialog.getByRole("button", { name: "Decide" }).click();
  const deciding = dialog.getByRole("form", { name: "Decide" });
  await deciding.getByLabel("Decision").fill(text);
  // In a field the arrows move the cursor, and what was typed survives a look at other slides.
  await page.keyboard.press("ArrowLeft");
  await expect(deciding).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
  await expect(deciding).toHaveCount(0);
  await page.keyboard.press("ArrowLeft");
  await expect(deciding.getByLabel("Decision")).toHaveValue(text);
  await deciding.getByLabel("Your name").fill("Ada");
  await deciding.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: text })).toContainText("Ada");
  await dialog.getByRole("button", { name: "Add action" }).click();
  const acting = dialog.getByRole("form", { name: "Add action" });
  await acting.getByLabel("Action").fill(`${text}, done by us`);
  await acting.getByLabel("Owner").fill("Streaming");
  await acting.getByLabel("Due").fill("2020-01-01");
  await acting.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "done by us" })).toBeVisible();
  await dialog.getByRole("button", { name: "Assign" }).click();
  const assigning = dialog.getByRole("form", { name: "Assign" });
  await assigning.getByLabel("Person or team").fill("Streaming");
  await assigning.getByRole("button", { name: "Assign" }).click();
  await expect(dialog).toContainText("Assigned to Streaming");
  const acknowledge = dialog.getByRole("group").getByRole("button", { name: "Acknowledge" });
  if (await acknowledge.isVisible()) {
    await acknowledge.click();
    await dialog.getByRole("form", { name: "Acknowledge" }).getByRole("button", { name: "Acknowledge" }).click();
  }
  await expect(dialog).toContainText(/Acknowledged by /);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await expect(dialog.getByRole("listitem").filter({ hasText: "done by us" })).toContainText("days late");
  await page.keyboard.press("ArrowRight");
  await dialog.getByRole("form", { name: "Close the week" }).getByRole("button", { name: "Close the week" }).click();
  await expect(dialog.getByRole("heading", { name: "Closed by Ada" })).toBeVisible();
  await dialog.getByRole("form", { name: "Reopen" }).getByRole("button", { name: "Reopen" }).click();
  await expect(dialog.getByRole("heading", { name: "Close the week" })).toBeVisible();
});

test("a usual week prints on one sheet, and each page prints its own title", async ({ page, openTable }) => {
  await openReview(page);
  const review = await page.pdf({ preferCSSPageSize: true });
  expect(countSheets(review)).toBeLessThanOrEqual(2);
  const foot = async () =>
    await page.evaluate(() => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join(" "));
  expect(await foot()).toContain("Weekly review: Week");
  await openTable("shop.orders");
  await expect.poll(foot).toContain("shop.orders");
  expect(await foot()).not.toContain("Weekly review");
  expect(countSheets(await page.pdf({ preferCSSPageSize: true }))).toBeLessThanOrEqual(3);
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
  expect(await minutes.text()).toMatch(/^part,number,state,table,owner,incident,text,due,done,from,to,on it,since,author\r\n/);
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
  await signAs(page, "Ada");
  await form.getByRole("button", { name: title }).click();
}

function countSheets(pdf: Buffer): number {
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}
