import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BUILD_VARIABLE, BUILDS, chooseBuild, doneFile, nameOfSources } from "#jobs/web-build.ts";
import { allVariables } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

/** The part of `npm run setup` that builds the pages, when there are none of these sources. */

const PROJECT = join(import.meta.dirname, "..");
/** Earlier ones may still be served. */
const BUILDS_KEPT = 3;
const OTHER_BUILD_MS_MAX = 300_000;

try {
  const name = nameOfSources();
  if (!existsSync(doneFile(name))) {
    process.stderr.write("Building the pages; this takes about half a minute.\n");
    await build(name);
    removeOld(name);
  }
  chooseBuild(name);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

async function build(name: string): Promise<void> {
  mkdirSync(BUILDS, { recursive: true });
  const next = join(PROJECT, "node_modules/next/dist/bin/next");
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, "build"], {
    cwd: PROJECT,
    env: { ...allVariables(), [BUILD_VARIABLE]: name, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (status === 0) {
    writeFileSync(doneFile(name), "");
    return;
  }
  if (/already running/i.test(stdout + stderr) && (await isDoneByAnother(name))) return;
  process.stderr.write(`${stdout}${stderr}`);
  throw new AppError("internal", "The pages could not be built: see above. About 1 GB of memory and a writable project folder are needed.");
}

async function isDoneByAnother(name: string): Promise<boolean> {
  for (const deadline = performance.now() + OTHER_BUILD_MS_MAX; performance.now() < deadline; await sleep(500)) {
    if (existsSync(doneFile(name))) return true;
  }
  return false;
}

function removeOld(current: string): void {
  const builds = readdirSync(BUILDS)
    .filter((entry) => entry !== current && statSync(join(BUILDS, entry)).isDirectory())
    .map((entry) => ({ path: join(BUILDS, entry), at: statSync(join(BUILDS, entry)).mtimeMs }));
  builds.sort((a, b) => b.at - a.at);
  for (const { path } of builds.slice(BUILDS_KEPT - 1)) rmSync(path, { recursive: true, force: true });
}
