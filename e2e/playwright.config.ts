import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { shell } from "#e2e/helpers/shell.ts";

// Said by e2e/browser/main.ts alone.
const { BERGWATCH_TEST_URL: baseURL, BERGWATCH_TEST_BROWSER: executablePath, BERGWATCH_TEST_PART: part = "" } = shell();
if (baseURL === undefined || executablePath === undefined) throw new Error("Start the browser tests with `npm run verify:browser`.");

/** These change nothing, so several of them may look at one service at the same time. */
const READING = /(?:accessibility|bad-input|calm)\.spec\.ts$/;
/** These have a service of their own, and wait most of the time. */
const OWN = /(?:catalog-gone|whole-circle)\.spec\.ts$/;
const STORE = /store-gone\.spec\.ts$/;
const NAMES = /(?:connect|entered|notifications|odd-names|registry)\.spec\.ts$/;

export default defineConfig({
  testDir: join(import.meta.dirname, "specs"),
  outputDir: join(import.meta.dirname, "../node_modules/.cache/bergwatch/browser", part),
  // All share one service: what one journey writes must not disturb another.
  workers: part === "together" ? 3 : 1,
  // In this order: one that stops the store, and those that take the samples away, come last.
  projects:
    part === "together"
      ? [
          { name: "own", testMatch: OWN, workers: 1 },
          { name: "reading", testMatch: READING, fullyParallel: true, workers: 2 },
        ]
      : [
          { name: "journeys", testIgnore: [READING, OWN, STORE, NAMES] },
          { name: "store", testMatch: STORE },
          { name: "names", testMatch: NAMES },
        ],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: join(import.meta.dirname, "../node_modules/.cache/bergwatch", `browser-${part}.json`) }]],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    // Of every journey, and kept when it fails; a film of it would cost a quarter of the processor's time.
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
