import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { findBrowser } from "#e2e/browser/find-browser.ts";
import { toPalettePng } from "#e2e/browser/palette-png.ts";
import { PLACES } from "#e2e/fixtures/places.ts";
import { shell } from "#e2e/helpers/shell.ts";

/**
 * `npm run pictures`: every page but a run of the service at BERGWATCH_TEST_URL, which has the sample tables: light and dark, at 1440 and at 390 pixels, into
 * docs/pictures, or the folder named behind `--`. With `--full` the whole page, and not what a window shows.
 */

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const THEMES = ["light", "dark"] as const;
/** These name folders of the machine. */
const LEFT_OUT = new Set(["run", "settings-of-a-table", "settings-of-tables"]);

const args = process.argv.slice(2);
const fullPage = args.includes("--full");
const folder = args.find((arg) => !arg.startsWith("--")) ?? join(import.meta.dirname, "../../docs/pictures");
const variables = shell();
const url = variables["BERGWATCH_TEST_URL"];
if (url === undefined || url === "") throw new Error("Name the service in BERGWATCH_TEST_URL, such as http://127.0.0.1:4100.");

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findBrowser(variables), args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    const page = await browser.newPage({ baseURL: url, viewport, timezoneId: "Europe/Berlin", locale: "en-GB", reducedMotion: "reduce" });
    for (const { name, open } of PLACES.filter((place) => !LEFT_OUT.has(place.name))) {
      await open(page);
      await page.waitForLoadState("networkidle");
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        // The colors of form fields follow this attribute, a moment later than all others.
        await page.waitForFunction((shown) => document.documentElement.dataset["mantineColorScheme"] === shown, theme);
        writeFileSync(
          join(folder, `${name}-${size}-${theme}.png`),
          toPalettePng(await page.screenshot({ fullPage, animations: "disabled" })),
        );
      }
      process.stdout.write(`${name}, ${size}\n`);
    }
    await page.close();
  }
} finally {
  await browser.close();
}
