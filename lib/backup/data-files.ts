import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { EXPORTS_FOLDER } from "#lib/env.ts";

/** Files of a data folder that a backup includes besides Postgres. Paths are relative, with slashes. */
export interface DataFiles {
  /** Parents come before what is in them. */
  folders: string[];
  files: string[];
  /** Links to folders and to nothing: they are not followed. */
  links: string[];
}

/** Below the data folder: what a restore writes before it takes its place, and what it replaced. */
export const RESTORING = "restoring-";
export const REPLACED = "replaced-";

/** Made again when needed, or of a running process: caches, exports, Postgres's own files. */
const LEFT_OUT = new Set(["postgres", "spill", "extensions", EXPORTS_FOLDER, "space.probe"]);
const LEFT_OUT_PREFIXES = ["postgres.", RESTORING, REPLACED];

/** Everything in the data folder that is not made again by itself; sockets and the like are left out. `extensionDir` may lie in it. */
export async function listDataFiles(dataDir: string, extensionDir: string): Promise<DataFiles> {
  const found: DataFiles = { folders: [], files: [], links: [] };
  const extensions = relative(dataDir, extensionDir);
  const add = async (path: string, entry: Dirent): Promise<void> => {
    if (path === extensions) return;
    const kind = entry.isSymbolicLink() ? await stat(join(dataDir, path)).catch(() => null) : entry;
    if (kind?.isFile() === true) found.files.push(path);
    else if (entry.isSymbolicLink()) found.links.push(path);
    else if (entry.isDirectory()) {
      found.folders.push(path);
      for (const below of await readdir(join(dataDir, path), { withFileTypes: true })) await add(`${path}/${below.name}`, below);
    }
  };
  for (const entry of await readdir(dataDir, { withFileTypes: true })) if (!isLeftOut(entry.name)) await add(entry.name, entry);
  return found;
}

/** The names in a data folder that a restore would have to replace. */
export async function listKept(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir);
  return names.filter((name) => name === "postgres" || !isLeftOut(name)).toSorted();
}

function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name) || LEFT_OUT_PREFIXES.some((prefix) => name.startsWith(prefix));
}
