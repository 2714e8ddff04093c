import { gunzipSync } from "node:zlib";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { exactGlob, fileLiteral, literal } from "#lib/iceberg/duckdb/sql.ts";
import { parseMetadata, type TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { guardPlaces } from "#lib/iceberg/plan/places.ts";
import { inPlace, relocateTo, type Relocate } from "#lib/iceberg/plan/relocate.ts";
import { unifyScheme } from "#lib/store-place.ts";

const METADATA_FILE = /\.metadata\.json(\.gz)?$/;

export interface LocatedTable {
  metadata: TableMetadata;
  relocate: Relocate;
  /** Sentences on how the metadata file was chosen, where that was a choice. */
  notes: string[];
}

/** The whole file; null when there is none. */
async function readFile(database: Database, path: string): Promise<Buffer | null> {
  const found = await database.rows(
    `SELECT hex(content) AS content FROM read_blob(${fileLiteral(path)})`,
    z.object({ content: z.string() }),
  );
  return found[0] === undefined ? null : Buffer.from(found[0].content, "hex");
}

async function list(database: Database, pattern: string): Promise<string[]> {
  return (await database.rows(`SELECT file FROM glob(${literal(pattern)})`, z.object({ file: z.string() }))).map((row) =>
    unifyScheme(row.file),
  );
}

function versionOf(file: string): number {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return Number(/^v?(\d+)/.exec(name)?.[1] ?? -1);
}

/** A hint may lag behind: the Hadoop catalog writes the next version before the hint, and readers walk on as long as there is one. */
function newestFrom(files: readonly string[], hinted: string): string {
  if (!/\/v\d+(\.gz)?\.metadata\.json(\.gz)?$/.test(hinted)) return hinted;
  let newest = hinted;
  for (let next = hinted; next; next = files.find((file) => versionOf(file) === versionOf(newest) + 1) ?? "") newest = next;
  return newest;
}

export function isMetadataFile(path: string): boolean {
  return METADATA_FILE.test(path);
}

async function findMetadataFile(database: Database, directory: string): Promise<{ file: string; notes: string[] }> {
  const files = await list(database, `${exactGlob(directory)}/metadata/*`);
  const hint = await readFile(database, `${directory}/metadata/version-hint.text`).catch(() => null);
  return chooseMetadataFile(directory, files, hint?.toString("utf8") ?? "");
}

/**
 * The metadata file of a table directory among the files of its `metadata` folder: by the text of `version-hint.text`, else the highest
 * version. Throws table_unreadable or table_not_found.
 */
export function chooseMetadataFile(directory: string, all: readonly string[], hintText: string): { file: string; notes: string[] } {
  const files = all.filter(isMetadataFile);
  const hint = hintText.trim();
  if (hint !== "" && files.length > 0) {
    const hinted = files.find((file) => versionOf(file) === Number(hint) || file.endsWith(`/${hint}`));
    if (hinted) return { file: newestFrom(files, hinted), notes: [] };
    throw new AppError(
      "table_unreadable",
      `${directory}/metadata/version-hint.text names version ${hint}, and there is no metadata file of that version. Restore it, or give the metadata file to read.`,
    );
  }
  const newest = files.toSorted((a, b) => versionOf(b) - versionOf(a) || (a < b ? 1 : -1))[0];
  if (newest === undefined) {
    throw new AppError(
      "table_not_found",
      `${directory} holds no Iceberg table: there is no metadata/*.metadata.json in it. Give the table's directory or its metadata file.`,
    );
  }
  return {
    file: newest,
    notes: [
      `The newest metadata file was taken, ${newest}, because no version-hint.text could be read; a commit that is not finished could be read.`,
    ],
  };
}

/**
 * The metadata of the table at `location`, a metadata file or a table directory.
 * Throws table_not_found, table_unreadable or table_unsupported, each naming the file.
 */
export async function locateTable(database: Database, location: string, relocated: boolean): Promise<LocatedTable> {
  const guard = guardPlaces(inPlace, database.places);
  const trimmed = guard(location).replace(/\/+$/, "");
  const { file, notes } = isMetadataFile(trimmed) ? { file: trimmed, notes: [] } : await findMetadataFile(database, trimmed);
  let content: Buffer | null;
  try {
    content = await readFile(database, file);
  } catch (cause) {
    throw readError(`The metadata file ${file}`, "Check the path and the rights to read it.", cause);
  }
  if (content === null)
    throw new AppError("table_not_found", `There is no metadata file ${file}. Give the table's directory or its newest metadata file.`);
  const metadata = parseMetadata(file, unpackMetadata(file, content));
  const directory = file.replace(/\/metadata\/[^/]+$/, "");
  return { metadata, relocate: relocated ? guardPlaces(relocateTo(directory, metadata.location), database.places) : guard, notes };
}

/** The text of a metadata file, gzip or not. Throws table_unreadable. */
export function unpackMetadata(file: string, content: Buffer): string {
  if (content[0] !== 0x1f || content[1] !== 0x8b) return content.toString("utf8");
  try {
    return gunzipSync(content).toString("utf8");
  } catch (cause) {
    throw new AppError(
      "table_unreadable",
      `${file} is not whole: it does not unpack as gzip. Restore the file, or name an older metadata file.`,
      { cause },
    );
  }
}
