import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";
import { literal, literalList } from "#lib/iceberg/duckdb/sql.ts";
import type { DataFile, DeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { dateFields, tupleText } from "#lib/iceberg/plan/partition-tuple.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import type { Relocate } from "#lib/iceberg/plan/relocate.ts";

const manifest = z.object({
  manifest_path: z.string(),
  partition_spec_id: z.int(),
  /** 0 data, 1 deletes; absent in v1. */
  content: z.int().default(0),
  sequence_number: integerText.default("0"),
});
type Manifest = z.infer<typeof manifest>;

const DELETED = 2;
const optionalCount = count.nullish();

const entry = z.object({
  status: z.int(),
  sequence_number: integerText.nullish(),
  content: z.int().nullish(),
  file_path: z.string(),
  file_format: z.string(),
  partition: z.union([z.record(z.string(), z.unknown()), z.null(), z.number()]).optional(),
  record_count: count,
  file_size_in_bytes: count,
  equality_ids: z.array(z.int()).nullish(),
  referenced_data_file: z.string().nullish(),
  content_offset: optionalCount,
  content_size_in_bytes: optionalCount,
  column_bytes: optionalCount,
});
type Entry = z.infer<typeof entry>;

const ENTRY_COLUMNS = Object.keys(entry.shape).filter((name) => name !== "column_bytes");
const MEND = "Restore it from a backup, or roll the table back to a snapshot that does not list it.";

/**
 * One manifest's entries in one statement. `COLUMNS` picks what this manifest has: v1, v2 and v3 differ, and so do writers.
 * Reads only manifests; no promise of order.
 */
function entriesSql(path: string, columnIds: readonly number[]): string {
  const bytes = columnIds.map((id) => `column_sizes[${id}]`).join(", ");
  return `SELECT COLUMNS(c -> list_contains(${literalList(ENTRY_COLUMNS)}, c)), list_sum([${bytes}])::BIGINT AS column_bytes
    FROM (SELECT * EXCLUDE (data_file), data_file.* FROM read_avro(${literal(path)}))`;
}

interface PlanContext {
  relocate: Relocate;
  /** By spec id: which partition fields hold dates. */
  dates: ReadonlyMap<number, readonly boolean[]>;
}

async function readManifestList(database: Database, path: string): Promise<Manifest[]> {
  try {
    return await database.rows(`SELECT * FROM read_avro(${literal(path)})`, manifest);
  } catch (cause) {
    throw readError(`The manifest list ${path}`, MEND, cause);
  }
}

async function readEntries(database: Database, path: string, columnIds: readonly number[]): Promise<Entry[]> {
  try {
    const rows = await database.rows(entriesSql(path, columnIds), entry);
    return rows.filter((row) => row.status !== DELETED);
  } catch (cause) {
    throw readError(`The manifest ${path}`, MEND, cause);
  }
}

function liveFile(row: Entry, source: Manifest, context: PlanContext): Omit<DataFile, "columnBytes"> {
  const partition = typeof row.partition === "object" ? row.partition : null;
  return {
    path: row.file_path,
    openPath: context.relocate(row.file_path),
    format: row.file_format.toUpperCase(),
    specId: source.partition_spec_id,
    tuple: tupleText(partition, context.dates.get(source.partition_spec_id) ?? []),
    sequenceNumber: BigInt(row.sequence_number ?? source.sequence_number),
    recordCount: row.record_count,
    sizeBytes: row.file_size_in_bytes,
  };
}

function deleteFile(row: Entry, source: Manifest, context: PlanContext): DeleteFile {
  const file = liveFile(row, source, context);
  if (file.format === "PUFFIN") {
    if (!row.referenced_data_file || row.content_offset == null || row.content_size_in_bytes == null) {
      throw new AppError(
        "table_unreadable",
        `The manifest ${source.manifest_path} lists the deletion vector ${file.path} without data file, offset or size. ${MEND}`,
      );
    }
    return {
      ...file,
      kind: "vector",
      referencedDataFile: row.referenced_data_file,
      contentOffset: row.content_offset,
      contentSize: row.content_size_in_bytes,
    };
  }
  if (row.content !== 2) return { ...file, kind: "position" };
  if (!row.equality_ids?.length) {
    throw new AppError(
      "table_unreadable",
      `The manifest ${source.manifest_path} lists the equality-delete file ${file.path} without equality ids, so it cannot be applied. ${MEND}`,
    );
  }
  return { ...file, kind: "equality", equalityIds: row.equality_ids.toSorted((a, b) => a - b) };
}

/**
 * The live files of a snapshot, by its manifest list and manifests. Entries with status DELETED are left out; a NULL sequence number is
 * inherited from the manifest. Data or deletes is decided by the manifest's content in the list, as the specification says.
 * In: the ids of the columns whose bytes are wanted. Throws table_unreadable with the file's name.
 * Source: Iceberg spec, "Manifests", "Sequence number inheritance".
 */
export async function readLiveFiles(
  database: Database,
  manifestList: string,
  metadata: Pick<TableMetadata, "specs" | "schemas">,
  relocate: Relocate,
  columnIds: readonly number[],
): Promise<LiveFiles> {
  const live: LiveFiles = { data: [], deletes: [] };
  const dates = new Map([...metadata.specs].map(([id, spec]) => [id, dateFields(spec, metadata.schemas)]));
  const context: PlanContext = { relocate, dates };
  for (const source of await readManifestList(database, relocate(manifestList))) {
    for (const row of await readEntries(database, relocate(source.manifest_path), columnIds)) {
      if (source.content === 0) live.data.push({ ...liveFile(row, source, context), columnBytes: row.column_bytes ?? null });
      else live.deletes.push(deleteFile(row, source, context));
    }
  }
  return live;
}
