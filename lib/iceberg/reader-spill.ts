import { randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { makeDataFolder, makeFolder, reasonOf } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";
import { LIMIT_SETTINGS } from "#lib/iceberg/reader-limits.ts";

const OTHER_HOST_KEEP_MS = 7 * 24 * 3600 * 1000;
const FOLDER = /^(?<host>.+)-(?<pid>\d+)-[0-9a-f]{8}$/;

/**
 * Makes a folder of its own for one reading, named after its owner so that others can tell when it is left over.
 * Throws AppError: usage when nothing can be written in the data folder, out_of_disk when this one cannot be made for another reason.
 */
export async function makeSpillFolder(dataDirectory: string): Promise<string> {
  const folder = join(dataDirectory, "spill", `${ownHost()}-${process.pid}-${randomUUID().slice(0, 8)}`);
  try {
    await makeFolder(folder);
    return folder;
  } catch (cause) {
    await makeDataFolder(dataDirectory);
    throw new AppError(
      "out_of_disk",
      `The folder for spilled data ${join(dataDirectory, "spill")} cannot be written: ${reasonOf(cause)}. Free some space, or set ${LIMIT_SETTINGS.dataDirectory} to a folder that can be written.`,
      { cause },
    );
  }
}

/** What cannot be removed now is swept later; a finished reading does not fail for it. */
export async function removeSpillFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/**
 * Removes the folders of readings whose owner is dead. Of another host (a shared folder, a former container) nothing can be asked, so
 * those go after a week.
 */
export async function sweepSpillFolders(dataDirectory: string): Promise<void> {
  const root = join(dataDirectory, "spill");
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    if (await isLeftOver(join(root, name), name)) await removeSpillFolder(join(root, name));
  }
}

async function isLeftOver(folder: string, name: string): Promise<boolean> {
  const owner = FOLDER.exec(name)?.groups;
  const made = await stat(folder).catch(() => null);
  if (owner === undefined || made === null) return false;
  if (owner["host"] !== ownHost()) return Date.now() - made.mtimeMs > OTHER_HOST_KEEP_MS;
  const pid = Number(owner["pid"]);
  // A container starts its processes with the same ids each time: what is older than this process is not its own.
  if (pid === process.pid) return made.birthtimeMs < Date.now() - process.uptime() * 1000;
  return !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function ownHost(): string {
  return hostname().replaceAll(/[^\w.]/g, "_");
}
