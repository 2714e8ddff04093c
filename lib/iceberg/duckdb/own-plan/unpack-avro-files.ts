import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpackAvroFile } from "#lib/iceberg/avro/avro-container.ts";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { readWholeFile } from "#lib/iceberg/plan/read-whole-file.ts";

interface Openable {
  path: string;
  openPath: string;
  format: string;
}

let copies = 0;

/**
 * The files in their order, each Avro file that is compressed in a way that DuckDB does not read (zstandard) as an unpacked copy in the spill folder.
 * Throws table_unreadable, table_unsupported, or out_of_disk where the copies take more than a reading may spill.
 */
export async function unpackAvroFiles<F extends Openable>(database: Database, files: readonly F[], mend: string): Promise<F[]> {
  const { directory, bytesMax } = database.spill;
  const unpacked: F[] = [];
  let bytes = 0;
  for (const file of files) {
    const content = file.format === "AVRO" ? await unpack(database, file, mend) : null;
    if (content === null) {
      unpacked.push(file);
      continue;
    }
    bytes += content.length;
    if (bytes > bytesMax)
      throw new AppError(
        "out_of_disk",
        `The table's Avro files take more than ${bytesMax} bytes unpacked, which a reading may not spill: raise BERGWATCH_SPILL_MAX, or rewrite them as Parquet (rewrite_data_files).`,
      );
    mkdirSync(directory, { recursive: true });
    const openPath = join(directory, `unpacked-${copies++}.avro`);
    writeFileSync(openPath, content);
    unpacked.push({ ...file, openPath });
  }
  return unpacked;
}

async function unpack(database: Database, { path, openPath }: Openable, mend: string): Promise<Buffer | null> {
  const what = `The file ${path}`;
  try {
    return unpackAvroFile(await readWholeFile(database, openPath, what, mend));
  } catch (cause) {
    throw readError(what, mend, cause);
  }
}
