import { AppError } from "#lib/errors.ts";
import { localPath, storePath, withoutScheme } from "#lib/store-place.ts";

/** Turns a path as the metadata writes it into the path where the file is read. */
export type Relocate = (path: string) => string;

/** Files are where the metadata says. */
export const inPlace: Relocate = (path) => localPath(path);

/**
 * For a table that was copied: paths below the location that its metadata names (compared without scheme and authority) are read below
 * `directory`. A path that lies elsewhere keeps its part from the last `/data/` or `/metadata/` on.
 */
export function relocateTo(directory: string, writtenLocation: string): Relocate {
  const root = directory.replace(/\/+$/, "");
  const prefix = `${withoutScheme(writtenLocation).replace(/\/+$/, "")}/`;
  return (path) => {
    const bare = withoutScheme(path);
    if (bare.startsWith(prefix)) return `${root}/${bare.slice(prefix.length)}`;
    const tail = Math.max(bare.lastIndexOf("/data/"), bare.lastIndexOf("/metadata/"));
    return tail < 0 ? path : `${root}${bare.slice(tail)}`;
  };
}

/** Throws table_unreadable when two different files would be read from one place, as parts of a moved table that lay apart may be. */
export function refuseCollisions(...lists: readonly (readonly { path: string; openPath: string }[])[]): void {
  const taken = new Map<string, string>();
  for (const { path, openPath } of lists.values().flatMap((files) => files)) {
    const other = taken.get(openPath) ?? path;
    if (other !== path && storePath(other) !== storePath(path)) {
      throw new AppError(
        "table_unreadable",
        `${other} and ${path} are two files, and both would be read from ${openPath}. Read the table where it was written, or move its files below its own location first.`,
      );
    }
    taken.set(openPath, path);
  }
}
