import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const POLL_MS = 200;

/**
 * Calls `onExceeded` once, with the figure, when the process's resident memory is above `bytesMax`. Looks every 200 ms, on Linux and
 * where `ps` exists. Out: a function that ends the watch.
 */
export function watchMemory(pid: number, bytesMax: number, onExceeded: (residentBytes: number) => void): () => void {
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    const bytes = await readResidentBytes(pid);
    looking = false;
    if (bytes === null || bytes <= bytesMax || stopped) return;
    stop();
    onExceeded(bytes);
  };
  let stopped = false;
  const timer = setInterval(() => void look(), POLL_MS);
  const stop = (): void => {
    stopped = true;
    clearInterval(timer);
  };
  return stop;
}

/** null when the process is gone or the system does not tell. */
async function readResidentBytes(pid: number): Promise<number | null> {
  try {
    const kibibytes =
      process.platform === "linux"
        ? /^VmRSS:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]
        : (await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)])).stdout.trim();
    return kibibytes ? Number(kibibytes) * 1024 : null;
  } catch {
    return null;
  }
}
