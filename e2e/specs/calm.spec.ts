import { PLACES } from "#e2e/fixtures/places.ts";
import { expect, test, untilAlive } from "#e2e/fixtures/test.ts";

const SHIFT_MAX = 0.02;

declare global {
  interface Window {
    /** How far things moved by themselves, summed, and what moved most. */
    shifts?: { sum: number; moved: string[] };
  }
}

/** Faces of a few words, and a second look at a page that is there already: what loads in them loads elsewhere too. */
const LIKE_OTHERS = /unknown|nothing-left|-none$|of-no-week|not-found|masked|two-|snapshot|presented/;

for (const { name, open } of PLACES.filter((place) => !LIKE_OTHERS.test(place.name))) {
  test(`nothing on ${name} moves by itself while it loads, at 1440 and at 390 pixels`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts = { sum: 0, moved: [] as string[] };
      window.shifts = shifts;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element | null }[];
        })[]) {
          if (entry.hadRecentInput) continue;
          shifts.sum += entry.value;
          shifts.moved.push(...entry.sources.map(({ node }) => `${node?.nodeName ?? ""}.${node?.classList?.[0] ?? ""}`));
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      await page.reload();
      await untilAlive(page);
      await page.waitForTimeout(400);
      const { sum, moved } = await page.evaluate(() => window.shifts ?? { sum: 1, moved: ["not observed"] });
      expect.soft(sum, `${width} px: ${moved.slice(0, 5).join(", ")}`).toBeLessThan(SHIFT_MAX);
    }
  });
}

test("with reduced motion nothing moves when the palette, a menu and a dialog open", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await untilAlive(page);
  const moving = async () =>
    await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((animation) => animation.playState === "running" && Number(animation.effect?.getComputedTiming().duration) > 10).length,
    );
  await page.keyboard.press("/");
  await expect(page.getByRole("textbox", { name: "Search tables, incidents, keys, pages and actions" })).toBeVisible();
  expect(await moving()).toBe(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Order/ }).click();
  expect(await moving()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  expect(await moving()).toBe(0);
});
