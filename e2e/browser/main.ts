import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "#e2e/browser/find-browser.ts";
import { untilHistoryIsThere } from "#e2e/browser/sample-history.ts";
import { npmStart, ownVariables, pressCtrlC, untilAddress } from "#e2e/helpers/service.ts";
import { shell } from "#e2e/helpers/shell.ts";

/**
 * `npm run verify:browser`: the journeys of e2e/specs in a real Chromium, against a service of their own with the sample tables; what stands behind
 * `--` is Playwright's. With BERGWATCH_TEST_URL they run against that service, which must have the sample tables too; those that stop its
 * store or change its configuration also need BERGWATCH_TEST_DATA_DIR, its data folder with its bergwatch.yaml in it.
 */

const PROJECT = join(import.meta.dirname, "../..");
const PARTS = ["own", "reading", "writing", "last"] as const;
const REPORTS = join(PROJECT, "node_modules/.cache/bergwatch");

const { BERGWATCH_TEST_URL: url = "", BERGWATCH_TEST_DATA_DIR: dataDir = "" } = shell();
const browser = findBrowser(shell());
process.exitCode = url === "" ? await withService() : await runSpecs({ url, dataDir });

interface Place {
  url: string;
  /** The service's; empty for one that was given without it. */
  dataDir: string;
}

/**
 * First the journeys with a service of their own, while the history of the samples of `place` is read; then those that only read beside those that
 * write; then those that change the whole service. Returns the highest exit code, or 1 if no journey ran.
 */
async function runSpecs(place: Place, untilReady: Promise<void> = Promise.resolve()): Promise<number> {
  const [own] = await Promise.all([runPart("own", place), untilReady]);
  const both = await Promise.all([runPart("reading", place), runPart("writing", place)]);
  const codes = [own, ...both, await runPart("last", place)];
  const ran = PARTS.some((part) => {
    const { stats } = JSON.parse(readFileSync(join(REPORTS, `browser-${part}.json`), "utf8")) as { stats: Record<string, unknown> };
    return ["expected", "unexpected", "flaky", "skipped"].some((outcome) => stats[outcome] !== 0);
  });
  if (!ran) process.stderr.write("No journey has such a name.\n");
  return ran ? Math.max(...codes) : 1;
}

async function runPart(part: (typeof PARTS)[number], { url, dataDir }: Place): Promise<number> {
  const playwright = join(PROJECT, "node_modules/@playwright/test/cli.js");
  const config = join(PROJECT, "e2e/playwright.config.ts");
  const args = [playwright, "test", "-c", config, "--pass-with-no-tests", ...process.argv.slice(2)];
  const env = shell({
    BERGWATCH_TEST_URL: url,
    BERGWATCH_TEST_BROWSER: browser,
    BERGWATCH_TEST_DATA_DIR: dataDir,
    BERGWATCH_TEST_PART: part,
  });
  return await new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: PROJECT, env, stdio: "inherit" });
    child.once("close", (code) => resolve(code ?? 1));
  });
}

async function withService(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), "bergwatch browser "));
  // With the extensions of set-up: a service without any fetches them first.
  const variables = { ...(await ownVariables(dataDir)), BERGWATCH_DATA_DIR: dataDir };
  const service = npmStart(variables);
  const stop = (): void => pressCtrlC(service);
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    const url = await untilAddress(service, 300_000);
    return await runSpecs({ url, dataDir }, untilHistoryIsThere(variables, 900_000));
  } finally {
    stop();
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}
