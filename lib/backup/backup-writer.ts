import { createHash } from "node:crypto";
import { mkdir, open, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { copyFile, FILES_AT_ONCE } from "#lib/backup/copy-file.ts";
import { DATA_FOLDER, MANIFEST_FILE, writeManifest, type BackupFile, type Manifest } from "#lib/backup/manifest.ts";
import { makeFolder, reasonOf } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";

/** Writes a backup. Paths are those below the data folder, with slashes. All but `discard` throw AppError cancelled once the signal is aborted. */
export interface BackupWriter {
  addFolder: (path: string) => Promise<void>;
  /** Copies files; those that are gone by now are left out when `mayVanish` says so. */
  addFiles: (files: readonly { path: string; from: string }[], options: { mayVanish: boolean }) => Promise<void>;
  addContent: (path: string, content: Buffer) => Promise<void>;
  /** Makes it a backup. */
  finish: (about: Pick<Manifest, "madeAt" | "bergwatch" | "dataDir" | "database" | "keySecret">) => Promise<Manifest>;
  /** Removes all that was written. */
  discard: () => Promise<void>;
}

/**
 * Starts a backup in `folder`, which is made when missing; it is its owner's alone. Throws AppError usage when the folder is not empty or
 * cannot be written.
 */
export async function openBackup(folder: string, signal: AbortSignal): Promise<BackupWriter> {
  const made = await makeEmpty(folder);
  const at = (path: string) => join(folder, DATA_FOLDER, path);
  const folders: string[] = [];
  const files: BackupFile[] = [];
  const add = async (path: string, write: (to: string) => Promise<Omit<BackupFile, "path">>): Promise<void> => {
    if (signal.aborted) throw new AppError("cancelled", "The backup was cancelled; nothing of it is left.");
    files.push({ path, ...(await write(at(path))) });
  };
  return {
    addFolder: async (path) => {
      await mkdir(at(path), { mode: 0o700 });
      folders.push(path);
    },
    addFiles: async (wanted, { mayVanish }) => {
      await mapAtOnce(wanted, FILES_AT_ONCE, async ({ path, from }) => {
        await add(path, async (to) => await copyFile(from, to)).catch((error: NodeJS.ErrnoException) => {
          if (!mayVanish || error.code !== "ENOENT" || error.path !== from) throw error;
        });
      });
    },
    addContent: async (path, content) => await add(path, async (to) => await writeContent(to, content)),
    finish: async (about) => {
      const manifest = { format: 1 as const, ...about, folders, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
      await writeManifest(folder, manifest);
      return manifest;
    },
    discard: async () => {
      for (const name of [DATA_FOLDER, MANIFEST_FILE, `${MANIFEST_FILE}.new`])
        await rm(join(folder, name), { recursive: true, force: true });
      if (made) await rmdir(folder).catch(() => {});
    },
  };
}

/** Returns whether the folder was made. */
async function makeEmpty(folder: string): Promise<boolean> {
  try {
    const made = (await makeFolder(folder)) !== undefined;
    if ((await readdir(folder)).length > 0) {
      throw new AppError(
        "usage",
        `${folder} is not empty, and a backup overwrites nothing. Name a folder that is empty or does not exist.`,
      );
    }
    await mkdir(join(folder, DATA_FOLDER), { mode: 0o700 });
    return made;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("usage", `No backup can be written to ${folder}: ${reasonOf(cause)}. Name another folder.`, { cause });
  }
}

async function writeContent(to: string, content: Buffer): Promise<Omit<BackupFile, "path">> {
  const file = await open(to, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } finally {
    await file.close();
  }
  return { bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}
