import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyFile, FILES_AT_ONCE } from "#lib/backup/copy-file.ts";
import { listKept, REPLACED, RESTORING } from "#lib/backup/data-files.ts";
import { DATA_FOLDER, type Manifest } from "#lib/backup/manifest.ts";
import { AppError } from "#lib/errors.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";

export interface PlaceOptions {
  now: Date;
  signal: AbortSignal;
}

/**
 * Copies a backup into the data folder. It is copied aside and moved into place whole; a failure leaves the data folder as it was. What it
 * replaces is moved to a folder in the data folder, whose path is returned; null when there was nothing. Throws AppError usage, cancelled,
 * or rejects with the system's error.
 */
export async function placeBackup(
  folder: string,
  manifest: Manifest,
  dataDir: string,
  { now, signal }: PlaceOptions,
): Promise<string | null> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(RESTORING)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const aside = await mkdtemp(join(dataDir, RESTORING));
  try {
    await copyAside(folder, manifest, aside, signal);
    return await swap(aside, dataDir, now);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function copyAside(folder: string, { files, folders }: Manifest, aside: string, signal: AbortSignal): Promise<void> {
  for (const path of folders) await mkdir(join(aside, path), { mode: 0o700 });
  await mapAtOnce(files, FILES_AT_ONCE, async ({ path, sha256 }) => {
    if (signal.aborted) throw new AppError("cancelled", "The restore was cancelled; the data folder is as it was.");
    const copied = await copyFile(join(folder, DATA_FOLDER, path), join(aside, path));
    if (copied.sha256 === sha256) return;
    throw new AppError("usage", `${DATA_FOLDER}/${path} in ${folder} changed while it was restored; the data folder is as it was.`);
  });
}

async function swap(aside: string, dataDir: string, now: Date): Promise<string | null> {
  const old = await listKept(dataDir);
  const replaced = old.length === 0 ? null : join(dataDir, `${REPLACED}${now.toISOString().replaceAll(/[:.]/g, "-")}`);
  if (replaced !== null) await mkdir(replaced, { mode: 0o700 });
  const moves = [
    ...old.map((name) => [join(dataDir, name), join(replaced ?? "", name)] as const),
    ...(await readdir(aside)).map((name) => [join(aside, name), join(dataDir, name)] as const),
  ];
  const done: (typeof moves)[number][] = [];
  try {
    for (const move of moves) {
      await rename(...move);
      done.push(move);
    }
    return replaced;
  } catch (error) {
    for (const [from, to] of done.toReversed()) await rename(to, from);
    if (replaced !== null) await rm(replaced, { recursive: true });
    throw error;
  }
}
