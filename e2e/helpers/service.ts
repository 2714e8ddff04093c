import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { shell } from "#e2e/helpers/shell.ts";

const PROJECT = join(import.meta.dirname, "../..");

export interface StartedService {
  child: ChildProcess;
  /** What it has written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Settles with the exit code when it has ended. */
  ended: Promise<number | null>;
}

/** `npm start` as a person types it, in a process group of its own as a terminal gives it; `variables` on top of this environment. */
export function npmStart(variables: Record<string, string>): StartedService {
  const child = spawn("npm", ["start", "--silent"], {
    cwd: PROJECT,
    env: shell(variables),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()));
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/** What a service of its own below a folder is started with: its data and its configuration there, a free port, a Postgres that it starts itself. */
export async function ownVariables(root: string): Promise<Record<string, string>> {
  return {
    BERGWATCH_DATA_DIR: join(root, "data"),
    BERGWATCH_CONFIG: join(root, "bergwatch.yaml"),
    BERGWATCH_EXTENSION_DIR: join(PROJECT, ".bergwatch/extensions"),
    BERGWATCH_PORT: String(await freePort()),
    BERGWATCH_HOST: "127.0.0.1",
    BERGWATCH_PUBLIC_URL: "",
    DATABASE_URL: "",
  };
}

/** Ctrl-C: the terminal sends it to the whole foreground group. */
export function pressCtrlC({ child }: StartedService): void {
  if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
}

/** Returns when `service` has said its address; throws with what it said instead when it ends or stays silent. */
export async function untilAddress(service: StartedService, timeoutMs: number): Promise<string> {
  const over = { ended: false };
  void service.ended.then(() => (over.ended = true));
  const said = await until(timeoutMs, () => /Bergwatch runs at (\S+)/.exec(service.stdout())?.[1] ?? (over.ended ? "" : null));
  if (said) return said;
  throw new Error(`npm start said no address:\n${service.stdout()}\n${service.stderr()}`);
}

/** The exit code of a service that should end by itself; one that does not is ended, and the test fails. */
export async function exitCodeOf(service: StartedService, timeoutMs: number): Promise<number | null> {
  const timer = setTimeout(() => pressCtrlC(service), timeoutMs);
  try {
    return await service.ended;
  } finally {
    clearTimeout(timer);
  }
}

const PAUSE_MS = { min: 100, max: 5000 };

/**
 * The first answer of `ask` that is not null or undefined; null when there was none in time. Pauses twice as long as an answer takes: a question
 * that starts a process must not take the processor from the service that it waits for.
 */
export async function until<T>(timeoutMs: number, ask: () => T | null | undefined | Promise<T | null | undefined>): Promise<T | null> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline;) {
    const start = performance.now();
    const answer = await ask();
    if (answer != null) return answer;
    await sleep(Math.min(PAUSE_MS.max, Math.max(PAUSE_MS.min, 2 * (performance.now() - start))));
  }
  return null;
}

/** Every living process that has the data folder in its environment or its command line, but npm and its shell. */
export function processesOf(dataDir: string): { pid: number; command: string }[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
      const environment = readFileSync(`/proc/${name}/environ`, "utf8");
      return command !== "" && `${command}\0${environment}`.includes(dataDir) ? [{ pid: Number(name), command }] : [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** The processes of `processesOf` that are still there when the time is over; returns as soon as there is none. */
export async function whoIsLeft(dataDir: string, afterMs: number): Promise<{ pid: number; command: string }[]> {
  await until(afterMs, () => (processesOf(dataDir).length === 0 ? true : null));
  return processesOf(dataDir);
}

export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
