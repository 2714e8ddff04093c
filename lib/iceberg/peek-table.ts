import { readdir, readFile, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { AppError } from "#lib/errors.ts";
import type { Peek, PeekTable } from "#lib/iceberg/contract-peek.ts";
import { chooseSnapshot } from "#lib/iceberg/plan/choose-snapshot.ts";
import { chooseMetadataFile, isMetadataFile } from "#lib/iceberg/plan/choose-metadata-file.ts";
import { unpackMetadata } from "#lib/iceberg/plan/locate.ts";
import { requireRegularFile } from "#lib/iceberg/plan/regular-files.ts";
import { parseMetadata, type TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { localPath } from "#lib/store-place.ts";

/** A metadata file above this is left to the reader, whose memory is capped. */
const METADATA_BYTES_MAX = 64 * 1024 ** 2;

/**
 * Two system calls while nothing is written: a commit makes a new metadata file and so changes the folder, or rewrites the hint. Only after
 * a change is the metadata file parsed, in this process: it is JSON, and no table can end a process by it.
 */
export const peekTable: PeekTable = async ({ location, snapshot }, mark) => {
  const path = localPath(location).replace(/\/+$/, "");
  if (!isAbsolute(path)) return { state: "remote" };
  const now = await markOf(path);
  if (now === mark) return { state: "same" };
  try {
    const file = isMetadataFile(path) ? path : await newestMetadataFile(path);
    if ((await stat(file)).size > METADATA_BYTES_MAX) return { state: "remote" };
    const metadata = await readMetadata(file);
    return { state: "moved", mark: now, snapshotId: chooseSnapshot(metadata, snapshot)?.snapshot["snapshot-id"] ?? null };
  } catch (error) {
    return broken(now, location, error);
  }
};

async function readMetadata(file: string): Promise<TableMetadata> {
  requireRegularFile(file);
  return parseMetadata(file, unpackMetadata(file, await readFile(file)));
}

function broken(mark: string, location: string, error: unknown): Peek {
  if (error instanceof AppError) return { state: "broken", mark, error: { code: error.code, message: error.message } };
  const fault = error instanceof Error ? error.message : String(error);
  const message = `The metadata of ${location} cannot be read: ${fault}. Check the path and the rights to read it.`;
  return { state: "broken", mark, error: { code: "table_unreadable", message } };
}

/** Changes whenever something was written; the same text as long as a path is missing. */
async function markOf(path: string): Promise<string> {
  const watched = isMetadataFile(path) ? [path] : [join(path, "metadata"), join(path, "metadata/version-hint.text")];
  const marks = watched.map(async (file) => {
    const found = await stat(file, { bigint: true }).catch(() => null);
    return found === null ? "-" : `${found.ino}/${found.size}/${found.mtimeNs}`;
  });
  return (await Promise.all(marks)).join(" ");
}

async function newestMetadataFile(directory: string): Promise<string> {
  const names = await readdir(join(directory, "metadata")).catch(() => []);
  const hint = await readFile(join(directory, "metadata/version-hint.text"), "utf8").catch(() => "");
  const files = names.map((name) => `${directory}/metadata/${name}`);
  return (await chooseMetadataFile(directory, files, hint, readMetadata)).file;
}
