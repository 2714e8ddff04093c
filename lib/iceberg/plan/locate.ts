import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { exactGlob, literal } from "#lib/iceberg/duckdb/sql.ts";
import { chooseMetadataFile, isMetadataFile, type ChosenFile } from "#lib/iceberg/plan/choose-metadata-file.ts";
import { parseMetadata, type TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { guardPlaces } from "#lib/iceberg/plan/places.ts";
import { inPlace, relocateTo, type Relocate } from "#lib/iceberg/plan/relocate.ts";
import { unifyScheme } from "#lib/store-place.ts";

/** A text of JavaScript holds about as much. */
const METADATA_BYTES_MAX = 512 * 1024 ** 2 - 64;

const PACKED = [
  { name: "gzip", magic: Buffer.from("1f8b", "hex"), unpack: gunzipSync },
  { name: "zstandard", magic: Buffer.from("28b52ffd", "hex"), unpack: zstdDecompressSync },
];

export interface LocatedTable {
  metadata: TableMetadata;
  relocate: Relocate;
  /** Sentences on how the metadata file was chosen, where that was a choice. */
  notes: string[];
  /** Sentences on why another file may be the current one. */
  doubts: string[];
}

async function list(database: Database, pattern: string): Promise<string[]> {
  return (await database.rows(`SELECT file FROM glob(${literal(pattern)})`, z.object({ file: z.string() }))).map((row) =>
    unifyScheme(row.file),
  );
}

async function findMetadataFile(database: Database, directory: string): Promise<ChosenFile> {
  const files = await list(database, `${exactGlob(directory)}/metadata/*`);
  const hint = await database.file(`${directory}/metadata/version-hint.text`).catch(() => null);
  return await chooseMetadataFile(directory, files, hint?.toString("utf8") ?? "", async (file) => {
    const content = await database.file(file);
    return content === null ? null : parseMetadata(file, unpackMetadata(file, content));
  });
}

/**
 * The metadata of the table at `location`, a metadata file or a table directory.
 * Throws table_not_found, table_unreadable or table_unsupported, each naming the file.
 */
export async function locateTable(database: Database, location: string, relocated: boolean): Promise<LocatedTable> {
  const guard = guardPlaces(inPlace, database.places);
  const trimmed = guard(location).replace(/\/+$/, "");
  const chosen: ChosenFile = isMetadataFile(trimmed) ? { file: trimmed, notes: [], doubts: [] } : await findMetadataFile(database, trimmed);
  const { file } = chosen;
  let content: Buffer | null;
  try {
    content = await database.file(file);
  } catch (cause) {
    throw readError(`The metadata file ${file}`, "Check the path and the rights to read it.", cause);
  }
  if (content === null)
    throw new AppError("table_not_found", `There is no metadata file ${file}. Give the table's directory or its newest metadata file.`);
  const metadata = parseMetadata(file, unpackMetadata(file, content));
  const directory = file.replace(/\/metadata\/[^/]+$/, "");
  return {
    metadata,
    relocate: relocated ? guardPlaces(relocateTo(directory, metadata.location), database.places) : guard,
    notes: chosen.notes,
    doubts: chosen.doubts,
  };
}

/** The text of a metadata file, packed by gzip or zstandard or not. Throws table_unreadable. */
export function unpackMetadata(file: string, content: Buffer): string {
  const packed = PACKED.find(({ magic }) => content.subarray(0, magic.length).equals(magic));
  if (packed === undefined) return content.toString("utf8");
  try {
    return packed.unpack(content, { maxOutputLength: METADATA_BYTES_MAX }).toString("utf8");
  } catch (cause) {
    const tooLong = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    const fault = tooLong ? `it unpacks to more than ${METADATA_BYTES_MAX} bytes` : `it does not unpack as ${packed.name}`;
    throw new AppError("table_unreadable", `${file} is not whole: ${fault}. Restore the file, or name an older metadata file.`, { cause });
  }
}
