import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Fleet, openFleet } from "#e2e/bench/fleet.ts";
import { processorMsBelow } from "#e2e/bench/processor-time.ts";
import type { WebPlace } from "#e2e/bench/web-case.ts";
import { freePort, until } from "#e2e/helpers/service.ts";
import { BUILD_VARIABLE, findBuild } from "#jobs/web-build.ts";
import { allVariables } from "#lib/env.ts";

const PROJECT = join(import.meta.dirname, "../..");
const START_MS_MAX = 60_000;

/**
 * Does `work` with the production web server of the pages that set-up built, over that fleet. No worker runs: there is nothing behind the tables' locations.
 * Both servers have ended afterwards. Throws AppError internal when the pages are not built.
 */
export async function inWebPlace<T>(fleet: Fleet, say: (line: string) => void, work: (place: WebPlace) => Promise<T>): Promise<T> {
  const build = findBuild();
  const { url: databaseUrl, tableIds, dataDir, stop } = await openFleet(fleet, say);
  try {
    const port = await freePort();
    const web = startWeb(port, { DATABASE_URL: databaseUrl, [BUILD_VARIABLE]: build });
    try {
      const url = `http://127.0.0.1:${port}`;
      await untilAnswers(url, web);
      const postmaster = Number(readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8").split("\n")[0]);
      const processorMs = () => ({ web: processorMsBelow(web.pid ?? 0), postgres: processorMsBelow(postmaster) });
      return await work({ url, tableIds, processorMs });
    } finally {
      await end(web);
    }
  } finally {
    await stop();
  }
}

function startWeb(port: number, variables: Record<string, string>): ChildProcess {
  const next = join(PROJECT, "node_modules/next/dist/bin/next");
  return spawn(process.execPath, [next, "start", "--hostname", "127.0.0.1", "--port", String(port)], {
    cwd: PROJECT,
    env: { ...allVariables(), ...variables, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", BERGWATCH_PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function untilAnswers(url: string, web: ChildProcess): Promise<void> {
  const answer = await until(START_MS_MAX, async () => {
    if (web.exitCode !== null) throw new Error(`the web server ended with code ${web.exitCode}`);
    return await fetch(`${url}/healthz`).then(
      ({ ok }) => ok || null,
      () => null,
    );
  });
  if (answer === null) throw new Error("the web server did not answer in time");
}

async function end(web: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => web.once("close", resolve));
  if (web.exitCode === null && web.kill()) await closed;
}
