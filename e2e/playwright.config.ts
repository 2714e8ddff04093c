import { join } from "node:path";
import { defineConfig, type PlaywrightTestConfig } from "@playwright/test";
import { shell } from "#e2e/helpers/shell.ts";

// Said by e2e/browser/main.ts alone.
const { BERGWATCH_TEST_URL: baseURL, BERGWATCH_TEST_BROWSER: executablePath, BERGWATCH_TEST_PART: part = "" } = shell();
if (baseURL === undefined || executablePath === undefined) throw new Error("Start the browser tests with `npm run verify:browser`.");

/** These have a service of their own, and wait most of the time. */
const OWN = /(?:catalog-gone|whole-circle)\.spec\.ts$/;
/** These change nothing on the service. */
const READING = /(?:accessibility|bad-input|calm)\.spec\.ts$/;
const STORE = /store-gone\.spec\.ts$/;
const NAMES = /(?:channels|connect|entered|notifications|odd-names|registry)\.spec\.ts$/;

const PARTS: Record<string, Pick<PlaywrightTestConfig, "workers" | "fullyParallel" | "projects">> = {
  own: { workers: 2, projects: [{ name: "own", testMatch: OWN }] },
  // Beside the journeys that write to the same service.
  reading: { workers: 1, fullyParallel: true, projects: [{ name: "reading", testMatch: READING }] },
  // One by one: what one of these writes must not disturb another.
  writing: { workers: 1, projects: [{ name: "writing", testIgnore: [READING, OWN, STORE, NAMES] }] },
  // One stops the store; the others send incidents and add tables.
  last: {
    workers: 1,
    projects: [
      { name: "store", testMatch: STORE },
      { name: "names", testMatch: NAMES },
    ],
  },
};

/** The cookie in which a browser tells the service its zone. */
function zoneCookie(zone: string) {
  const { hostname: domain } = new URL(baseURL ?? "");
  const value = encodeURIComponent(zone);
  return { name: "bergwatch-zone", value, domain, path: "/", expires: -1, httpOnly: false, secure: false, sameSite: "Lax" as const };
}

export default defineConfig({
  testDir: join(import.meta.dirname, "specs"),
  outputDir: join(import.meta.dirname, "../node_modules/.cache/bergwatch/browser", part),
  ...PARTS[part],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: join(import.meta.dirname, "../node_modules/.cache/bergwatch", `browser-${part}.json`) }]],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    timezoneId: "Europe/Berlin",
    // As on a second visit: on the first a page renders in UTC, and once more when the browser has said its zone. `first-minute` looks at that.
    storageState: { cookies: [zoneCookie("Europe/Berlin")], origins: [] },
    locale: "en-GB",
    // Of every journey, and kept when it fails; a film of it would cost a tenth more of the processor's time.
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
