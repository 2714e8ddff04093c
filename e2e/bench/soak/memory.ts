import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "#e2e/helpers/programs.ts";
import { until } from "#e2e/helpers/service.ts";

const COLLECT_MS_MAX = 20_000;

export interface Memory {
  /** The process. Another number means that the program was restarted. */
  pid: number;
  /** Resident memory of the process. */
  residentBytes: number;
  /** JavaScript heap in use after a garbage collection, and what it holds outside; null when none was asked for, or the process did not answer. */
  heapBytes: number | null;
  externalBytes: number | null;
}

/** The memory of one program of the service, which runs once. `folder`: where `say-memory.mjs` writes; null leaves the heap alone. Throws when the program does not run. */
export async function readMemory(program: "worker" | "web", dataDir: string, folder: string | null): Promise<Memory> {
  const [pid] = findProgram(program, dataDir);
  if (pid === undefined) throw new Error(`no ${program} runs`);
  // Before the collection, which also shrinks what is resident.
  const residentBytes = readResident(pid);
  const heap = folder === null ? null : await collectAndRead(pid, folder);
  return { pid, residentBytes, heapBytes: heap?.heapBytes ?? null, externalBytes: heap?.externalBytes ?? null };
}

function readResident(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}

async function collectAndRead(pid: number, folder: string): Promise<{ heapBytes: number; externalBytes: number } | null> {
  const path = join(folder, `${pid}.json`);
  rmSync(path, { force: true });
  process.kill(pid, "SIGUSR2");
  return await until(COLLECT_MS_MAX, () => {
    try {
      return JSON.parse(readFileSync(path, "utf8")) as { heapBytes: number; externalBytes: number };
    } catch {
      return null;
    }
  });
}
