import { existsSync } from "node:fs";
import { access, constants, mkdir, open, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { AppError } from "#lib/errors.ts";

/** Reasons why a file cannot be written, by error code. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: "its file system is read-only",
  EACCES: "this user has no right to write there",
  EPERM: "this user has no right to write there",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "it is a file",
  ENOSPC: "its disk is full",
  EDQUOT: "its disk quota is used up",
};

/**
 * Makes the data folder, readable by its owner alone; one that is there keeps its rights. Throws AppError usage that says why nothing can be
 * written in it, and what to do.
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const message = `Nothing can be written in the data folder ${dataDir}: ${reasonOf(cause)}. Make it writable, or set BERGWATCH_DATA_DIR to a folder that is.`;
    throw new AppError("usage", message, { cause });
  }
}

/**
 * Makes a folder with those above it, readable by its owner alone. Out: the first that was made, undefined when it was there. Rejects with the
 * system's reason.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  try {
    return await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // On a read-only file system Node says that the folder does not exist.
    if (codeOf(error) === "ENOENT") await access(nearestFolder(path), constants.W_OK | constants.X_OK);
    throw error;
  }
}

function nearestFolder(path: string): string {
  let at = resolve(path);
  while (!existsSync(at)) at = dirname(at);
  return at;
}

const PROBE_BYTES = 64 * 1024;

/** A sentence if the data folder's disk is full; null if a file could be written, or for any other error. */
export async function describeFullDisk(dataDir: string): Promise<string | null> {
  const path = join(dataDir, "space.probe");
  try {
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
    } finally {
      await file.close();
    }
    return null;
  } catch (error) {
    return isDiskFull(error) ? `Nothing can be stored in ${dataDir}: ${reasonOf(error)}. Free some space there.` : null;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}

/** Whether the disk or the user's share of it is full. */
export function isDiskFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes(codeOf(error));
}

/** The reason for a system's error, as part of a sentence. */
export function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  return REASONS[code] ?? `the system says ${code}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
