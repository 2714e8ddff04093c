import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { FILES_AT_ONCE, readContent } from "#lib/backup/copy-file.ts";
import { DATA_FOLDER, type BackupFile, type Manifest } from "#lib/backup/manifest.ts";
import { AppError } from "#lib/errors.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";

const NAMED_MAX = 5;

/** Reads every file of the backup. Throws AppError usage that names those that are not what the manifest says, and cancelled. */
export async function verifyBackup(folder: string, { files }: Manifest, signal: AbortSignal): Promise<void> {
  const faults: string[] = [];
  await mapAtOnce(files, FILES_AT_ONCE, async (file) => {
    if (signal.aborted) throw new AppError("cancelled", "The restore was cancelled; nothing was changed.");
    const fault = await findFault(join(folder, DATA_FOLDER, file.path), file);
    if (fault !== null) faults.push(`${DATA_FOLDER}/${file.path} (${fault})`);
  });
  if (faults.length === 0) return;
  const more = faults.length > NAMED_MAX ? ` and ${faults.length - NAMED_MAX} more` : "";
  throw new AppError(
    "usage",
    `The backup ${folder} is damaged: ${faults.slice(0, NAMED_MAX).join(", ")}${more}. Nothing was restored; use another backup.`,
  );
}

async function findFault(path: string, { bytes, sha256 }: BackupFile): Promise<string | null> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) return "not a file";
    if (found.size !== bytes) return `${found.size} bytes instead of ${bytes}`;
    return (await readContent(path)).sha256 === sha256 ? null : "its checksum differs";
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return code === "ENOENT" ? "missing" : `cannot be read${code === "" ? "" : `, ${code}`}`;
  }
}
