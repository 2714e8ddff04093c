import { statSync } from "node:fs";
import { AppError } from "#lib/errors.ts";
import { isLocalPath } from "#lib/store-place.ts";

/**
 * Refuses a path of this machine that is a folder, a device or a pipe: reading one may never end, and no file of a table is one. A path where
 * nothing is passes, as do paths of object stores. Throws table_unreadable.
 */
export function requireRegularFile(path: string): void {
  if (!isLocalPath(path) || isRegularOrGone(path)) return;
  throw new AppError("table_unreadable", `${path} is not a regular file. Check who wrote the path into the table's metadata.`);
}

function isRegularOrGone(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
  } catch {
    // Whoever opens it says why it cannot.
    return true;
  }
}
