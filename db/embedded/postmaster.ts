import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { open, readFile, readdir, readlink, realpath, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { AppError } from "#lib/errors.ts";
import { isSuspended } from "#lib/suspended.ts";
import { childEnvironment, unprivileged, type Binaries } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { isProcess } from "./owner.ts";

const READY_MS_MAX = 60_000;
/** After a crash its last processes need a moment to end and to free what they share. */
const FREE_MS_MAX = 15_000;

export interface Postmaster {
  child: ChildProcess;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
}

/** What `postmaster.pid` says; null when there is no such file or it is not complete yet. */
async function readPidFile(data: string): Promise<{ pid: number; port: number; ready: boolean } | null> {
  const lines = (await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.isInteger(port) ? port : 0, ready: lines[7]?.trim() === "ready" };
}

/** The port of the server that runs on `data` and is ready; null when none does. */
export async function findRunningPort(data: string): Promise<number | null> {
  const file = await readPidFile(data);
  if (file === null || !file.ready || !isProcess(file.pid)) return null;
  const running = await processesIn(data);
  return running === null || running.includes(file.pid) ? file.port : null;
}

/**
 * Clears the way for a new server on `data`: a server that its dead owner left running is stopped, and a pid file whose number another program
 * has by now is removed (Postgres itself would take that program for a server). Any other stale file is Postgres's to judge.
 */
export async function clearLeftovers(data: string): Promise<void> {
  const left = await readPidFile(data);
  if (left === null || !isProcess(left.pid)) return;
  const running = await processesIn(data);
  // Not Linux: nobody can be asked, and Postgres decides.
  if (running === null) return;
  if (running.includes(left.pid)) await stopProcess(left.pid);
  else if (running.length === 0) await rm(join(data, "postmaster.pid"), { force: true });
}

/** Starts the server on `port`, loopback only, and returns when it answers. Throws AppError store_unreachable with its last words, out_of_disk. */
export async function startPostmaster(
  cluster: Cluster,
  { postgres }: Binaries,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const deadline = performance.now() + FREE_MS_MAX;
  for (;;) {
    const postmaster = await spawnPostmaster(cluster, postgres, port, settings);
    if (await untilReady(postmaster, cluster.data)) return postmaster;
    const said = await lastWords(cluster.log);
    if (/still in use|is another postmaster/i.test(said) && performance.now() < deadline) {
      await endOrphans(cluster.data);
      await sleep(200);
      continue;
    }
    throw describeStartFault(said, cluster);
  }
}

/** Processes of a server that died end by themselves, except those that a signal suspends: these hold its memory until they are resumed. */
async function endOrphans(data: string): Promise<void> {
  for (const pid of (await processesIn(data)) ?? []) {
    if (!isSuspended(pid)) continue;
    for (const signal of ["SIGQUIT", "SIGCONT"] as const) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended meanwhile.
      }
    }
  }
}

/** Ends the server: at once for its clients (SIGINT), harder when it does not obey. Returns when no process of it is left. */
export async function stopPostmaster({ child, ended }: Postmaster): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  await stopProcess(child.pid);
  await ended;
}

/** The server and its processes that live now; the server alone where the system does not tell. */
export function serverProcesses({ child: { pid } }: Postmaster): number[] {
  if (pid === undefined) return [];
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return [pid, ...(children === "" ? [] : children.split(" ").map(Number))];
  } catch {
    return [pid];
  }
}

/** A free port of the loopback address. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function spawnPostmaster(
  cluster: Cluster,
  postgres: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const flags = Object.entries({ listen_addresses: "127.0.0.1", port: String(port), unix_socket_directories: "", ...settings });
  const [command, args] = endsWithParent(
    ...unprivileged(postgres, ["-D", cluster.data, ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`])]),
  );
  await rename(cluster.log, `${cluster.log}.before`).catch(() => {});
  const log = await open(cluster.log, "w", 0o600);
  try {
    // Detached: Ctrl-C reaches a whole process group, and Postgres must outlive those who still write.
    const child = spawn(command, args, {
      cwd: cluster.directory,
      env: childEnvironment(),
      stdio: ["ignore", log.fd, log.fd],
      detached: true,
    });
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    return { child, ended };
  } finally {
    await log.close();
  }
}

/** Linux's own way to end a child with its parent, even one that is killed; util-linux brings it. Elsewhere the next start finds the orphan. */
function endsWithParent(command: string, args: string[]): [command: string, args: string[]] {
  const folders = childEnvironment().PATH.split(delimiter);
  const found = process.platform === "linux" && folders.some((folder) => existsSync(join(folder, "setpriv")));
  return found ? ["setpriv", ["--pdeathsig", "INT", "--", command, ...args]] : [command, args];
}

/** True when it is ready, false when it ended first. */
async function untilReady({ child, ended }: Postmaster, data: string): Promise<boolean> {
  let over = false;
  void ended.finally(() => (over = true));
  for (const deadline = performance.now() + READY_MS_MAX; performance.now() < deadline; await sleep(25)) {
    if (over) return false;
    const file = await readPidFile(data);
    if (file?.ready && file.pid === child.pid) return true;
  }
  if (child.pid !== undefined) await stopProcess(child.pid);
  return false;
}

async function stopProcess(pid: number): Promise<void> {
  for (const [signal, ms] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 5000],
    ["SIGKILL", 5000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const deadline = performance.now() + ms; performance.now() < deadline; await sleep(20)) if (!isProcess(pid)) return;
  }
}

/** The processes that work in the data folder, as every server process does; null where the system does not tell. */
async function processesIn(data: string): Promise<number[] | null> {
  if (process.platform !== "linux") return null;
  const folder = await realpath(data);
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    numbers.map(async (pid) => ((await readlink(`/proc/${pid}/cwd`).catch(() => "")) === folder ? Number(pid) : 0)),
  );
  return found.filter((pid) => pid > 0);
}

async function lastWords(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  return text.trim().split("\n").slice(-5).join("\n");
}

function describeStartFault(said: string, { log, data }: Cluster): AppError {
  if (/No space left|disk quota/i.test(said)) {
    return new AppError("out_of_disk", `No disk space is left for Postgres in ${data}; free some, and start again.`);
  }
  const fatal = said.split("\n").findLast((line) => /FATAL|PANIC|unshare|setpriv/.test(line)) ?? said.split("\n").at(-1) ?? "";
  return new AppError(
    "store_unreachable",
    `Postgres in ${data} did not start: ${fatal.trim() || "it said nothing"}. All it said is in ${log}.`,
  );
}

async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
