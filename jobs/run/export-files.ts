import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#db/client.ts";
import { findExportFiles } from "#db/queries/key-requests.ts";
import type { ExportFormat } from "#lib/names.ts";

/** Whatever an engine puts before or behind the name of a file that it has not finished. */
const OWN_NAME = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.(?:csv|arrow)/;

/** A name that nobody chose and no other export has. */
export function newExportName(format: ExportFormat): string {
  return `${randomUUID()}.${format}`;
}

/** The folder for exports, made for its owner alone when it is missing. */
export async function ensureExportFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
}

/**
 * Removes what no kept export, and none under way, names from this machine's folder: expired ones and what a killed worker left. Returns how
 * many files went. Names that are not of exports are left alone.
 */
export async function sweepExports(db: Db, folder: string): Promise<number> {
  const found = await readdir(folder).catch(() => []);
  const owned = found.flatMap((file) => {
    const name = OWN_NAME.exec(file)?.[0];
    return name === undefined ? [] : [{ file, name }];
  });
  const needed = await findExportFiles(
    db,
    owned.map(({ name }) => name),
  );
  const old = owned.filter(({ name }) => !needed.has(name));
  for (const { file } of old) await rm(join(folder, file), { force: true, recursive: true });
  return old.length;
}

/** Calls `onTooLarge` once when the file passes `bytesMax`; looked at once a second until the returned function is called. */
export function watchSize(file: string, bytesMax: number, onTooLarge: () => void): () => void {
  const look = async (): Promise<void> => {
    // Not there yet: nothing is too large.
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > bytesMax) onTooLarge();
  };
  const timer = setInterval(() => void look(), 1000);
  return () => clearInterval(timer);
}
