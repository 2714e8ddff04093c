import { PLACES } from "#e2e/fixtures/places.ts";
import { findFocusFaults, findOverflow, findSmallTargets, findViolations } from "#e2e/fixtures/sound-page.ts";
import { expect, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

const WIDE = { width: 1440, height: 900 };
/** Pages where links stand close together. */
const DENSE = /^table-|^incident$/;
const NARROW = { width: 390, height: 844 };

for (const { name, open } of PLACES) {
  test(`${name} breaks no rule of WCAG A or AA, at 1440 pixels in light and dark, at 390 in light, and does not run over at the side`, async ({
    page,
  }) => {
    await open(page);
    await untilAlive(page);
    await soundAt(page, WIDE);
    if (DENSE.test(name)) expect.soft(await findSmallTargets(page, 24, { links: true }), "links at 1440 px").toEqual([]);
    await soundAt(page, NARROW);
    if (DENSE.test(name)) expect.soft(await findSmallTargets(page, 24, { links: true }), "links at 390 px").toEqual([]);
    expect.soft(await findOverflow(page), "at 390 px").toEqual([]);
    expect.soft(await findSmallTargets(page, 40), "targets at 390 px").toEqual([]);
    if (name !== "incident") return;
    await page.setViewportSize({ width: 320, height: 844 });
    expect.soft(await findOverflow(page), "at 320 px").toEqual([]);
  });
}

for (const name of [
  "overview",
  "table-wrong",
  "keys",
  "key",
  "backlog",
  "limits",
  "silences",
  "sources-new-catalog",
  "settings-of-tables",
  "add-a-table",
  "incidents",
  "incident",
  "review",
  "runs",
  "run",
  "metric",
]) {
  test(`every control of ${name} is reached by Tab, in the order of the page, and shows it`, async ({ page }) => {
    await PLACES.find((place) => place.name === name)?.open(page);
    await untilAlive(page);
    expect(await findFocusFaults(page)).toEqual([]);
  });
}

test("what opens over a page breaks no rule either", async ({ page }) => {
  await page.goto("/");
  await untilAlive(page);
  await page.keyboard.press("/");
  await page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" }).fill("orders");
  await expect(page.getByRole("button", { name: /^shop\.orders/ })).toBeVisible();
  await soundAt(page, WIDE);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Order/ }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await soundAt(page, WIDE);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await soundAt(page, WIDE);
  await page.goto("/tables/shop.orders");
  await untilAlive(page);
  await page.getByRole("button", { name: "As a table" }).click();
  await page.getByRole("button", { name: "Add a note" }).click();
  await soundAt(page, WIDE);
  await page.getByRole("button", { name: "Custom" }).click();
  await expect(page.getByLabel("From", { exact: true })).toBeVisible();
  await soundAt(page, WIDE);
  await page.goto("/");
  await page.setViewportSize(NARROW);
  await untilAlive(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await soundAt(page, NARROW);
});

/** Themes differ in colors alone, and no color by the width, so the dark one is asked for its contrast, where there is room for most. */
async function soundAt(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: "light" });
  expect.soft(await findViolations(page), `light, ${size.width} px`).toEqual([]);
  if (size === NARROW) return;
  await page.emulateMedia({ colorScheme: "dark" });
  expect.soft(await findViolations(page, ["color-contrast"]), `dark, ${size.width} px`).toEqual([]);
}
