import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { DataFile, DeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { encrypted } from "#lib/iceberg/plan/choose-snapshot.ts";
import { readManifestEntries, readListedManifests, type ListedManifest, type ManifestEntry } from "#lib/iceberg/plan/manifest-file.ts";
import type { PartitionSpec, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";
import { firstFew } from "#lib/iceberg/plan/first-few.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { requireRegularFile } from "#lib/iceberg/plan/regular-files.ts";
import { readWholeFile } from "#lib/iceberg/plan/read-whole-file.ts";
import { refuseCollisions, type Relocate } from "#lib/iceberg/plan/relocate.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** A manifest in an object store is mostly waited for; in memory it is a few times its length. */
const AT_ONCE = { itemsMax: 8, weightMax: 64 * 1024 ** 2 };

const ADDED = 1;
const DELETED = 2;
const DATA = 0;
const EQUALITY_DELETES = 2;

const MEND = "Restore it from a backup, or roll the table back to a snapshot that does not list it.";

interface PlanContext {
  relocate: Relocate;
  specs: ReadonlyMap<number, PartitionSpec>;
  schemas: readonly Schema[];
  columnIds: ReadonlySet<number>;
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

async function readManifestList(database: Database, path: string): Promise<ListedManifest[]> {
  const what = `The manifest list ${path}`;
  try {
    return readListedManifests(await readWholeFile(database, path, what, MEND));
  } catch (cause) {
    throw readError(what, MEND, cause);
  }
}

async function readEntries(database: Database, source: ListedManifest, context: PlanContext): Promise<ManifestEntry[]> {
  const what = `The manifest ${source.path}`;
  const spec = specOf(source, context);
  try {
    const file = await readWholeFile(database, context.relocate(source.path), what, MEND);
    const entries = readManifestEntries(file, { spec, schemas: context.schemas, columnIds: context.columnIds });
    const live = entries.filter(({ status }) => status !== DELETED);
    const locked = live.find(({ isEncrypted }) => isEncrypted);
    if (locked) throw encrypted(`The file ${locked.path}`);
    return live;
  } catch (cause) {
    throw readError(what, MEND, cause);
  }
}

function liveFile(row: ManifestEntry, source: ListedManifest, context: PlanContext): Omit<DataFile, "columnBytes"> {
  const addedBy = row.snapshotId ?? source.addedSnapshotId;
  // Only a file that its own manifest's commit added inherits that number.
  const ownNumber = row.fileSequenceNumber ?? (row.status === ADDED ? source.sequenceNumber : null);
  return {
    path: row.path,
    openPath: context.relocate(row.path),
    format: context.shared(row.format),
    specId: source.specId,
    tuple: context.shared(row.tuple),
    sequenceNumber: context.sharedNumber(row.sequenceNumber ?? source.sequenceNumber ?? "0"),
    fileSequenceNumber: ownNumber === null ? null : context.sharedNumber(ownNumber),
    addedBy: addedBy === null ? null : context.shared(addedBy),
    recordCount: row.recordCount,
    sizeBytes: row.sizeBytes,
  };
}

function deleteFile(row: ManifestEntry, source: ListedManifest, context: PlanContext): DeleteFile {
  const file = liveFile(row, source, context);
  const { referencedDataFile, contentOffset, contentSize } = row;
  if (file.format === "PUFFIN") {
    if (referencedDataFile === null || contentOffset === null || contentSize === null) {
      throw new AppError(
        "table_unreadable",
        `The manifest ${source.path} lists the deletion vector ${file.path} without data file, offset or size. ${MEND}`,
      );
    }
    return { ...file, kind: "vector", referencedDataFile, contentOffset, contentSize };
  }
  if (row.content !== EQUALITY_DELETES) return { ...file, kind: "position", referencedDataFile };
  if (row.equalityIds.length === 0) {
    throw new AppError(
      "table_unreadable",
      `The manifest ${source.path} lists the equality-delete file ${file.path} without equality ids, so it cannot be applied. ${MEND}`,
    );
  }
  return { ...file, kind: "equality", equalityIds: row.equalityIds.toSorted((a, b) => a - b) };
}

/** What an entry says against its own manifest, or the manifest against its spec: readers then take one word or the other. */
function contradictions(row: ManifestEntry, source: ListedManifest, context: PlanContext): string[] {
  const said: string[] = [];
  const { isData } = source;
  if (row.content !== null && (row.content === DATA) !== isData) {
    const [manifest, entry] = isData ? ["data", "deletes"] : ["deletes", "data"];
    said.push(
      `The manifest ${source.path} is listed as ${manifest}, and its entry ${row.path} says ${entry}; it was read as ${manifest}, other engines may not. Check who wrote it, or roll the table back.`,
    );
  }
  if (row.sequenceNumber === null && row.status !== ADDED && BigInt(source.sequenceNumber ?? 0) > 0n) {
    said.push(
      `The manifest ${source.path} keeps ${row.path} without its sequence number, so which deletes apply to it is a guess. Rewrite the table's manifests.`,
    );
  }
  if (row.sequenceNumber !== null && source.sequenceNumber !== null && BigInt(row.sequenceNumber) > BigInt(source.sequenceNumber)) {
    said.push(
      `The manifest ${source.path} has sequence number ${source.sequenceNumber}, and its entry ${row.path} says ${row.sequenceNumber}, which is later, so which deletes apply to it is a guess. Rewrite the table's manifests.`,
    );
  }
  if (row.tupleFault !== null) {
    const fields = specOf(source, context).fields.length;
    said.push(
      `The manifest ${source.path} is listed under partition spec ${source.specId}, which has ${fields} fields, and its entry ${row.path} ${row.tupleFault}. Check who wrote it, or roll the table back.`,
    );
  }
  return said;
}

function specOf(source: ListedManifest, { specs }: Pick<PlanContext, "specs">): PartitionSpec {
  const spec = specs.get(source.specId);
  if (spec !== undefined) return spec;
  throw new AppError(
    "table_unreadable",
    `The manifest ${source.path} is written under partition spec ${source.specId}, which the table's metadata lacks. ${MEND}`,
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
  const context: PlanContext = {
    relocate,
    specs,
    schemas,
    columnIds: new Set(columnIds),
    shared: share((text) => text),
    sharedNumber: share(BigInt),
  };
  const manifests = await readManifestList(database, relocate(manifestList));
  for (const source of manifests) {
    if (source.isEncrypted) throw encrypted(`The manifest ${source.path}`);
    specOf(source, context);
  }
  const found = await mapAtOnce(manifests, { ...AT_ONCE, weightOf: ({ length }) => length }, async (source) =>
    listFiles(await readEntries(database, source, context), source, context),
  );
  const live = { data: found.flatMap(({ data }) => data), deletes: found.flatMap(({ deletes }) => deletes) };
  refuseCollisions(live.data, live.deletes);
  for (const { openPath } of [...live.data, ...live.deletes]) requireRegularFile(openPath);
  return { ...live, doubts: firstFew(found.flatMap(({ doubts }) => doubts)) };
}

/** The live files of one manifest, with all that it contradicts. */
function listFiles(entries: readonly ManifestEntry[], source: ListedManifest, context: PlanContext): LiveFiles {
  const { isData } = source;
  return {
    data: isData ? entries.map((row) => ({ ...liveFile(row, source, context), columnBytes: row.columnBytes })) : [],
    deletes: isData ? [] : entries.map((row) => deleteFile(row, source, context)),
    doubts: entries.flatMap((row) => contradictions(row, source, context)),
  };
}
