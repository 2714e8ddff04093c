import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { AppError } from "#lib/errors.ts";

/** Which process runs the Postgres of a data folder. */
interface Owner {
  pid: number;
  /** The kernel's start time of the process: a process number alone is used again. null where the kernel does not say. */
  startedAt: string | null;
  host: string;
}

const TOUCH_EVERY_MS = 5000;
/** Another host's process cannot be asked; its file is touched as long as it lives. */
const SILENT_MS_MAX = 20_000;

/**
 * Makes this process the owner of the data folder `directory` for as long as it lives, by the file `path`; a dead owner's file is taken over.
 * Returns how to give it up. Throws AppError already_running when another living process is the owner.
 */
export async function becomeOwner(path: string, directory: string): Promise<{ giveUp: () => Promise<void> }> {
  const own: Owner = { pid: process.pid, startedAt: startOf(process.pid), host: hostname() };
  const draft = `${path}.${process.pid}-${randomBytes(4).toString("hex")}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    await claim(path, draft, directory);
  } finally {
    await rm(draft, { force: true });
  }
  const touching = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => {});
  }, TOUCH_EVERY_MS).unref();
  return {
    giveUp: async () => {
      clearInterval(touching);
      await rm(path, { force: true });
    },
  };
}

/** A link is made by one process only, and it names a file that is complete. */
async function claim(path: string, draft: string, directory: string): Promise<void> {
  for (;;) {
    try {
      await link(draft, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const text = await readFile(path, "utf8").catch(() => "");
    if (text === "") continue;
    const owner = JSON.parse(text) as Owner;
    if (await isAlive(path, owner)) {
      throw new AppError(
        "already_running",
        `Another Bergwatch (process ${owner.pid} on ${owner.host}) uses ${directory}; stop it, or set BERGWATCH_DATA_DIR to another folder.`,
      );
    }
    await removeStale(path, text);
  }
}

/** Two processes may find the same dead owner, and the slower one must not remove the file of the faster: what was moved away is looked at again. */
async function removeStale(path: string, text: string): Promise<void> {
  const aside = `${path}.stale-${randomBytes(4).toString("hex")}`;
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, "utf8")) !== text) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

async function isAlive(path: string, { pid, startedAt, host }: Owner): Promise<boolean> {
  if (host !== hostname()) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
    return Date.now() - mtimeMs < SILENT_MS_MAX;
  }
  return isProcess(pid) && startOf(pid) === startedAt;
}

/** Whether a process of that number lives; one that has ended and that nobody asked about yet does not. */
export function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  return statOf(pid)?.[0] !== "Z";
}

function startOf(pid: number): string | null {
  return statOf(pid)?.[19] ?? null;
}

/** The fields of /proc/…/stat from the third (the state) on; the name in the second may hold spaces, so they start behind its bracket. */
function statOf(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
