import { readFileSync } from "node:fs";
import { processesOf } from "#e2e/helpers/service.ts";

const PROGRAMS = {
  reader: /reader-process\.ts/,
  worker: /jobs\/main\.ts/,
  // Next names its process itself; until then it is the program's path.
  web: /next-server|dist\/bin\/next start/,
  parent: /^\S*node \S*jobs\/start\.ts/,
  // The project may lie in a folder with a space in its name.
  postgres: /\/bin\/postgres -D/,
} as const;
type Program = keyof typeof PROGRAMS;

/** The processes that run this program for the service with the data folder. */
export function findProgram(program: Program, dataDir: string): number[] {
  return processesOf(dataDir).flatMap(({ pid, command }) => (PROGRAMS[program].test(command) ? [pid] : []));
}

/**
 * Sends a signal to every process of a program; throws when none runs. A worker that is stopped by SIGSTOP takes no job until SIGCONT, so whatever
 * is requested meanwhile waits for sure.
 */
export function signalProgram(program: Program, dataDir: string, signal: NodeJS.Signals): void {
  const found = findProgram(program, dataDir);
  if (found.length === 0) throw new Error(`No ${program} runs for ${dataDir}.`);
  for (const pid of found) process.kill(pid, signal);
}

/** Postgres writes what a process does over its command line and its environment, so the processes below a server are found by their parent. */
export function childrenOf(pid: number): number[] {
  return readProcess(pid, `task/${pid}/children`)
    .split(" ")
    .filter((child) => child.trim() !== "")
    .map(Number);
}

/** The command line of a process, as /proc has it; empty when it has ended. */
export function commandOf(pid: number): string {
  return readProcess(pid, "cmdline");
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
