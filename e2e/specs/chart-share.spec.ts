import { readFile } from "node:fs/promises";
import { expect, test, untilAlive } from "#e2e/fixtures/test.ts";

test("one chart is copied as a link that opens it in the same range, and saved as a picture in both themes", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/tables/shop.orders?range=7d");
  await untilAlive(page);
  const open = async () => await page.getByRole("button", { name: "Delete ratio: link, picture and files" }).click();
  await page.getByRole("button", { name: "files", exact: true }).click();
  const sizes: number[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await open();
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Save as PNG" }).click()]);
    expect(file.suggestedFilename()).toBe("shop.orders-Delete-ratio.png");
    const bytes = await readFile(await file.path());
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    sizes.push(bytes.length);
    // Twice the page's pixels.
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(1000);
  }
  for (const size of sizes) expect(size).toBeGreaterThan(5000);
  await open();
  await page.getByRole("menuitem", { name: "Copy link to this chart" }).click();
  const link = await page.evaluate(async () => await navigator.clipboard.readText());
  expect(new URL(link).search).toBe("?range=7d&deletes=files");
  await page.goto("/");
  await page.goto(link);
  await untilAlive(page);
  await expect(page.getByRole("img", { name: /^Delete ratio\./ })).toBeInViewport();
  await expect(page.getByRole("button", { name: "files", exact: true })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("navigation", { name: "Time range" }).getByRole("link", { name: "7 d" })).toHaveAttribute(
    "aria-current",
    "true",
  );
});
