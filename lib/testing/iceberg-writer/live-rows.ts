import { isDeletionVector } from "./content-file.ts";
import type { ContentFile, LiveEntry } from "./content-file.ts";
import { isUnpartitioned } from "./iceberg-schema.ts";
import type { PartitionSpec, PartitionValue } from "./iceberg-schema.ts";
import type { Row } from "./write-parquet.ts";

export interface RowPosition {
  file: string;
  position: number;
}

/** What the files hold, known because we wrote them; nothing is read back. */
export interface FileContents {
  /** By data file path, in position order. A row has an entry for every column of its file, and none for others. */
  data: Map<string, readonly Row[]>;
  /** By path; the values of the equality columns. */
  equalityDeletes: Map<string, readonly Row[]>;
  positionDeletes: Map<string, readonly RowPosition[]>;
  /** By `contentKey`. */
  vectors: Map<string, ReadonlySet<number>>;
  /** v3 `initial-default` by field id: the value of rows whose file lacks the column. */
  initialDefaults: Map<number, string>;
}

export interface LiveRow extends RowPosition {
  row: Row;
  entry: LiveEntry;
}

export const contentKey = (file: ContentFile): string => `${file.path}@${file.contentOffset ?? 0}`;

/** Equal text means equal tuple within one spec, to which 0.0 and -0.0 are two; a widened partition column keeps its text. */
export function tupleKey(partition: readonly PartitionValue[]): string {
  return JSON.stringify(
    partition.map((value) => {
      if (value === null) return null;
      if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
      return Object.is(value, -0) ? "-0" : String(value);
    }),
  );
}

function samePartition(a: ContentFile, b: ContentFile): boolean {
  return a.specId === b.specId && tupleKey(a.partition) === tupleKey(b.partition);
}

/** The value that a reader sees in a column: of the file, else the initial default, else NULL. */
export function valueOf(contents: FileContents, row: Row, fieldId: number): string | null {
  const value = row.get(fieldId);
  return value === undefined ? (contents.initialDefaults.get(fieldId) ?? null) : value;
}

/**
 * The rows of the entries that no delete removes, by brute force over Iceberg's specification ("Scan Planning"): each data file against
 * each delete, each row against each value. Entries of a file that is registered twice are judged one by one.
 */
export function liveRows(entries: readonly LiveEntry[], contents: FileContents, specs: readonly PartitionSpec[]): LiveRow[] {
  const data = entries.filter(({ file }) => file.content === "data");
  const deletes = entries.filter(({ file }) => file.content !== "data");
  return data.flatMap((entry) => {
    const removed = removedPositions(entry, deletes, contents);
    const equality = deletes.filter(({ file, sequenceNumber }) => {
      return file.content === "equality deletes" && entry.sequenceNumber < sequenceNumber && reaches(file, entry.file, specs);
    });
    const rows = rowsOf(contents, entry).map((row, position): LiveRow => ({ row, file: entry.file.path, position, entry }));
    return rows.filter(({ row, position }) => !removed.has(position) && !equality.some((one) => matches(contents, row, one.file)));
  });
}

/** Rows of the entries with deletes ignored. */
export function rawRows(entries: readonly LiveEntry[], contents: FileContents): LiveRow[] {
  const data = entries.filter(({ file }) => file.content === "data");
  return data.flatMap((entry) =>
    rowsOf(contents, entry).map((row, position): LiveRow => ({ row, file: entry.file.path, position, entry })),
  );
}

function rowsOf(contents: FileContents, entry: LiveEntry): readonly Row[] {
  const rows = contents.data.get(entry.file.path);
  if (rows === undefined) throw new Error(`the model does not know the rows of ${entry.file.path}`);
  return rows;
}

/** By the file's deletion vector alone when it has one, else by its position deletes. */
export function removedPositions(entry: LiveEntry, deletes: readonly LiveEntry[], contents: FileContents): Set<number> {
  const reaching = deletes.filter(({ file, sequenceNumber }) => {
    return file.content === "position deletes" && entry.sequenceNumber <= sequenceNumber && samePartition(file, entry.file);
  });
  const vector = reaching.find(({ file }) => isDeletionVector(file) && file.referencedDataFile === entry.file.path);
  if (vector !== undefined) return new Set(contents.vectors.get(contentKey(vector.file)));
  const positions = reaching.flatMap(({ file }) => contents.positionDeletes.get(file.path) ?? []);
  return new Set(positions.filter(({ file }) => file === entry.file.path).map(({ position }) => position));
}

/** An equality delete reaches its own partition, or everything when its spec is unpartitioned. */
function reaches(deletes: ContentFile, data: ContentFile, specs: readonly PartitionSpec[]): boolean {
  const spec = specs.find((candidate) => candidate["spec-id"] === deletes.specId);
  return (spec !== undefined && isUnpartitioned(spec)) || samePartition(deletes, data);
}

function matches(contents: FileContents, row: Row, deletes: ContentFile): boolean {
  const ids = deletes.equalityIds ?? [];
  const values = contents.equalityDeletes.get(deletes.path) ?? [];
  return values.some((value) => ids.every((id) => valueOf(contents, row, id) === valueOf(contents, value, id)));
}

/**
 * Delete entries that can remove nothing any more: an equality delete when no live data file that it reaches has a smaller sequence number,
 * a position delete or vector when none of its files lives with a sequence number up to its own.
 */
export function danglingDeletes(entries: readonly LiveEntry[], contents: FileContents, specs: readonly PartitionSpec[]): LiveEntry[] {
  const data = entries.filter(({ file }) => file.content === "data");
  return entries.filter(({ file, sequenceNumber }) => {
    if (file.content === "data") return false;
    if (file.content === "equality deletes") {
      return !data.some((entry) => entry.sequenceNumber < sequenceNumber && reaches(file, entry.file, specs));
    }
    const positions = contents.positionDeletes.get(file.path) ?? [];
    const targets = new Set(isDeletionVector(file) ? [file.referencedDataFile] : positions.map((position) => position.file));
    return !data.some((entry) => entry.sequenceNumber <= sequenceNumber && targets.has(entry.file.path));
  });
}
