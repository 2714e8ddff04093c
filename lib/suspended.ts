import { readFileSync } from "node:fs";

/** Whether a signal (SIGSTOP) holds the process. False when it is gone, and where the system has no /proc. */
export function isSuspended(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before the state is in brackets and may hold anything. `t` is a debugger's, which is left alone.
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("T");
  } catch {
    return false;
  }
}

export interface SuspensionWatch {
  /** Of all processes that are looked after, at this moment. */
  pids: () => readonly number[];
  /** A process suspended for so long is resumed. */
  suspendedMsMax: number;
  lookEveryMs: number;
  /** Told after processes were resumed. */
  onResumed?: (pids: readonly number[]) => void;
}

/** Resumes (SIGCONT) processes that nobody else resumes, so that what waits for them goes on. Does not keep this process alive. Out: a function that ends the watch. */
export function resumeSuspended({ pids, suspendedMsMax, lookEveryMs, onResumed }: SuspensionWatch): () => void {
  let sinceMs = new Map<number, number>();
  const look = (): void => {
    const now = performance.now();
    const held = pids().filter(isSuspended);
    sinceMs = new Map(held.map((pid) => [pid, sinceMs.get(pid) ?? now]));
    const overdue = held.filter((pid) => now - (sinceMs.get(pid) ?? now) >= suspendedMsMax);
    const resumed = overdue.filter((pid) => resume(pid));
    if (resumed.length > 0) onResumed?.(resumed);
  };
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

function resume(pid: number): boolean {
  try {
    return process.kill(pid, "SIGCONT");
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return false;
  }
}
