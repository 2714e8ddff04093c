import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The shell first: it draws no window of its own, which halves the processor time of a page. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * The path of a Chromium for the tests: the one that BERGWATCH_TEST_BROWSER names, this machine's, or Playwright's own. If there is none, it is
 * installed: as root on Debian from its package, else by Playwright's download. Throws an error with the fix if neither works.
 */
export function findBrowser(variables: Record<string, string | undefined>): string {
  const named = variables["BERGWATCH_TEST_BROWSER"];
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new Error(`BERGWATCH_TEST_BROWSER names ${named}, which is not there.`);
  }
  const found = lookAround(variables["PATH"] ?? "");
  if (found !== null) return found;
  process.stderr.write("There is no Chromium for the browser tests; it is installed now.\n");
  install();
  const installed = lookAround(variables["PATH"] ?? "");
  if (installed !== null) return installed;
  throw new Error("The browser tests need Chromium: install it, or set BERGWATCH_TEST_BROWSER to its path.");
}

function lookAround(path: string): string | null {
  const folders = [...path.split(delimiter), "/usr/bin"].filter((folder) => folder !== "");
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), chromium.executablePath()];
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}

function install(): void {
  const isRoot = process.getuid?.() === 0;
  const run = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  const get = (...packages: string[]) => run("apt-get", "install", "-qy", "--no-install-recommends", "fonts-liberation", ...packages);
  // apt-get reports an old list of packages as ones that it cannot find. Older releases have no package of the shell alone.
  const byPackage = (): boolean =>
    isRoot && existsSync("/usr/bin/apt-get") && run("apt-get", "update", "-q") && (get("chromium-headless-shell") || get("chromium"));
  if (!byPackage()) run(process.execPath, join(import.meta.dirname, "../../node_modules/@playwright/test/cli.js"), "install", "chromium");
}
