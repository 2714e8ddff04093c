import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";
import { fileLiteral, literalList } from "#lib/iceberg/duckdb/sql.ts";
import type { DataFile, DeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { PartitionSpec, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { dateFields, tupleText } from "#lib/iceberg/plan/partition-tuple.ts";
import { mapAtOnce } from "#lib/iceberg/plan/map-at-once.ts";
import { firstFew } from "#lib/iceberg/plan/first-few.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { refuseCollisions, type Relocate } from "#lib/iceberg/plan/relocate.ts";

const optionalCount = count.nullish();

const manifest = z.object({
  manifest_path: z.string(),
  manifest_length: optionalCount,
  partition_spec_id: z.int(),
  /** 0 data, 1 deletes; absent in v1. */
  content: z.int().nullish(),
  sequence_number: integerText.nullish(),
  added_snapshot_id: integerText.nullish(),
});
type Manifest = z.infer<typeof manifest>;

/** A manifest in an object store is mostly waited for; in memory it is a few times its length. */
const AT_ONCE = { itemsMax: 8, weightMax: 64 * 1024 ** 2 };

const ADDED = 1;
const DELETED = 2;
const DATA = 0;
const EQUALITY_DELETES = 2;

const entry = z.object({
  status: z.int(),
  snapshot_id: integerText.nullish(),
  sequence_number: integerText.nullish(),
  file_sequence_number: integerText.nullish(),
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
 * One manifest's entries in one statement. `COLUMNS` picks what this manifest has: v1, v2 and v3 differ, and so do writers. The empty second
 * branch gives `column_sizes` to those that lack it. Reads only manifests; no promise of order.
 */
function entriesSql(path: string, columnIds: readonly number[]): string {
  const bytes = columnIds.map((id) => `column_sizes[${id}]`).join(", ");
  return `SELECT COLUMNS(lambda c: list_contains(${literalList(ENTRY_COLUMNS)}, c)), list_sum([${bytes}])::BIGINT AS column_bytes
    FROM (SELECT * FROM (SELECT * EXCLUDE (data_file), data_file.* FROM read_avro(${fileLiteral(path)}))
      UNION ALL BY NAME SELECT NULL::MAP(INTEGER, BIGINT) AS column_sizes WHERE false)`;
}

interface PlanContext {
  relocate: Relocate;
  specs: ReadonlyMap<number, PartitionSpec>;
  /** By spec id: which partition fields hold dates. */
  dates: ReadonlyMap<number, readonly boolean[]>;
  /** One text for equal texts: thousands of files share a tuple. */
  shared: (text: string) => string;
  /** One number for equal texts: thousands of files share a commit. */
  sharedNumber: (text: string) => bigint;
}

function share<T>(make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

async function readManifestList(database: Database, path: string): Promise<Manifest[]> {
  try {
    return await database.rows(`SELECT * FROM read_avro(${fileLiteral(path)})`, manifest);
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
  const addedBy = row.snapshot_id ?? source.added_snapshot_id ?? null;
  // Only a file that its own manifest's commit added inherits that number.
  const ownNumber = row.file_sequence_number ?? (row.status === ADDED ? source.sequence_number : null);
  return {
    path: row.file_path,
    openPath: context.relocate(row.file_path),
    format: context.shared(row.file_format.toUpperCase()),
    specId: source.partition_spec_id,
    tuple: context.shared(tupleText(partition, context.dates.get(source.partition_spec_id) ?? [])),
    sequenceNumber: context.sharedNumber(row.sequence_number ?? source.sequence_number ?? "0"),
    fileSequenceNumber: ownNumber == null ? null : context.sharedNumber(ownNumber),
    addedBy: addedBy === null ? null : context.shared(addedBy),
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
  if (row.content !== EQUALITY_DELETES) return { ...file, kind: "position", referencedDataFile: row.referenced_data_file ?? null };
  if (!row.equality_ids?.length) {
    throw new AppError(
      "table_unreadable",
      `The manifest ${source.manifest_path} lists the equality-delete file ${file.path} without equality ids, so it cannot be applied. ${MEND}`,
    );
  }
  return { ...file, kind: "equality", equalityIds: row.equality_ids.toSorted((a, b) => a - b) };
}

/** What an entry says against its own manifest, or the manifest against its spec: readers then take one word or the other. */
function contradictions(row: Entry, source: Manifest, { specs }: PlanContext): string[] {
  const said: string[] = [];
  const listed = (source.content ?? DATA) === DATA;
  if (row.content != null && (row.content === DATA) !== listed) {
    const [manifest, entry] = listed ? ["data", "deletes"] : ["deletes", "data"];
    said.push(
      `The manifest ${source.manifest_path} is listed as ${manifest}, and its entry ${row.file_path} says ${entry}; it was read as ${manifest}, other engines may not. Check who wrote it, or roll the table back.`,
    );
  }
  if (row.sequence_number == null && row.status !== ADDED && BigInt(source.sequence_number ?? 0) > 0n) {
    said.push(
      `The manifest ${source.manifest_path} keeps ${row.file_path} without its sequence number, so which deletes apply to it is a guess. Rewrite the table's manifests.`,
    );
  }
  const values = Object.keys(typeof row.partition === "object" ? (row.partition ?? {}) : {}).length;
  const fields = specs.get(source.partition_spec_id)?.fields.length ?? 0;
  if (values !== fields) {
    said.push(
      `The manifest ${source.manifest_path} is listed under partition spec ${source.partition_spec_id}, which has ${fields} fields, and its entry ${row.file_path} has a tuple of ${values}, so which rows a delete reaches is a guess. Check who wrote it, or roll the table back.`,
    );
  }
  return said;
}

function requireSpec(source: Manifest, { specs }: PlanContext): void {
  if (specs.has(source.partition_spec_id)) return;
  throw new AppError(
    "table_unreadable",
    `The manifest ${source.manifest_path} is written under partition spec ${source.partition_spec_id}, which the table's metadata lacks. ${MEND}`,
  );
}

/**
 * The live files of a snapshot, by its manifest list and manifests. Entries with status DELETED are left out; a NULL sequence number is
 * inherited from the manifest. Data or deletes is decided by the manifest's content in the list, as the specification says; an entry that
 * says otherwise is a doubt. Some manifests at a time; files come in the order of the list.
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
  const { specs, schemas } = metadata;
  const dates = new Map([...specs].map(([id, spec]) => [id, dateFields(spec, schemas)]));
  const context: PlanContext = { relocate, specs, dates, shared: share((text) => text), sharedNumber: share(BigInt) };
  const manifests = await readManifestList(database, relocate(manifestList));
  for (const source of manifests) requireSpec(source, context);
  const found = await mapAtOnce(manifests, { ...AT_ONCE, weightOf: (source) => source.manifest_length ?? 0 }, async (source) =>
    listFiles(await readEntries(database, relocate(source.manifest_path), columnIds), source, context),
  );
  const live = { data: found.flatMap(({ data }) => data), deletes: found.flatMap(({ deletes }) => deletes) };
  refuseCollisions(live.data, live.deletes);
  return { ...live, doubts: firstFew(found.flatMap(({ doubts }) => doubts)) };
}

/** The live files of one manifest, with all that it contradicts. */
function listFiles(entries: readonly Entry[], source: Manifest, context: PlanContext): LiveFiles {
  const isData = (source.content ?? DATA) === DATA;
  return {
    data: isData ? entries.map((row) => ({ ...liveFile(row, source, context), columnBytes: row.column_bytes ?? null })) : [],
    deletes: isData ? [] : entries.map((row) => deleteFile(row, source, context)),
    doubts: entries.flatMap((row) => contradictions(row, source, context)),
  };
}
