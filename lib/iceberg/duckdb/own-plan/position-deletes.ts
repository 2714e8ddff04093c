import { DuckDBDataChunk, BIGINT, INTEGER } from "@duckdb/node-api";
import { z } from "zod";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { readDeletionVectors } from "#lib/iceberg/duckdb/own-plan/deletion-vectors.ts";
import { refuseFormats } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { wrongDeleteCount } from "#lib/iceberg/duckdb/record-counts.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { fileLiteral, fileLiterals } from "#lib/iceberg/duckdb/sql.ts";
import { LivePaths, reachesByPosition, scopeKey, type OtherPath } from "#lib/iceberg/plan/delete-scope.ts";
import type { DataFile, DeletionVector, PositionDeleteFile } from "#lib/iceberg/plan/entries.ts";
import { firstFew } from "#lib/iceberg/plan/first-few.ts";
import { storePath } from "#lib/store-place.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

/** Deleted rows: `file` is the index of the live data file, `position` the row's position in it. */
export const POSITIONS = "own_positions";

export interface PositionDeletes {
  /** True when some live row may be deleted by position: the table POSITIONS is to be applied. */
  apply: boolean;
  danglingFiles: number;
  /** Faults that leave the reading in doubt. */
  doubts: string[];
  /** Paths that were taken as a live file's though they are written otherwise. */
  otherPaths: OtherPath[];
}

const MEND = "Restore it from a backup, or roll the table back to a snapshot that does not list it.";

/** A relation of `number` (of the file in the list), `file_path` and `pos`. */
function read(files: readonly PositionDeleteFile[]): string {
  const numbered = [...files.entries()];
  const parquet = numbered.filter(([, { format }]) => format === "PARQUET");
  const parts = numbered
    .filter(([, { format }]) => format === "AVRO")
    .map(([number, { openPath }]) => `SELECT ${number} AS number, file_path, pos FROM read_avro(${fileLiteral(openPath)})`);
  if (parquet.length > 0) {
    const paths = fileLiterals(parquet.map(([, { openPath }]) => openPath));
    const number = parts.length === 0 ? "file_index" : `[${parquet.map(([index]) => index).join(", ")}][(file_index + 1)::BIGINT]`;
    parts.push(`SELECT ${number} AS number, file_path, pos FROM read_parquet(${paths}, hive_partitioning = false)`);
  }
  return `(${parts.join(" UNION ALL ")}) d`;
}

/** Applies vectors: one a data file; returns the data files that have one. */
async function applyVectors(
  database: Database,
  data: readonly DataFile[],
  vectors: readonly DeletionVector[],
  live: LivePaths,
  result: PositionDeletes,
): Promise<Set<number>> {
  const vectored = new Set<number>();
  const applied: { vector: DeletionVector; reached: number[] }[] = [];
  for (const vector of vectors) {
    const found = live.find(vector.referencedDataFile);
    const reached = found.files.filter((index) => data[index] !== undefined && reachesByPosition(vector, data[index]));
    if (reached.length === 0) {
      result.danglingFiles += 1;
      continue;
    }
    if (reached.some((index) => vectored.has(index))) {
      result.doubts.push(
        `Two deletion vectors are live for ${vector.referencedDataFile}; the format allows one. Rewrite the table's position deletes.`,
      );
    }
    for (const index of reached) {
      vectored.add(index);
      const target = data[index];
      if (target) judgeMatch(result, vector, vector.referencedDataFile, target, found);
    }
    applied.push({ vector, reached });
  }
  await readDeletionVectors(
    database,
    applied.map(({ vector }) => vector),
    async (number, positions) => {
      for (const index of applied[number]?.reached ?? []) await database.append(POSITIONS, chunksOf(index, positions));
    },
  );
  return vectored;
}

const CHUNK_ROWS = 2048;

function* chunksOf(file: number, positions: readonly bigint[]): Generator<DuckDBDataChunk> {
  for (let start = 0; start < positions.length; start += CHUNK_ROWS) {
    const part = positions.slice(start, start + CHUNK_ROWS);
    const chunk = DuckDBDataChunk.create([INTEGER, BIGINT]);
    chunk.setColumns([part.map(() => file), part]);
    yield chunk;
  }
}

const pathRow = z.object({ number: count, path: z.string().nullable(), rows: count, lost: count });

/** Position-delete files that hold another number of rows than their manifest entry says. */
function doubtCounts(files: readonly PositionDeleteFile[], paths: readonly z.infer<typeof pathRow>[], result: PositionDeletes): void {
  const held = new Map<number, number>();
  for (const { number, rows } of paths) held.set(number, (held.get(number) ?? 0) + rows);
  for (const [number, file] of files.entries())
    if ((held.get(number) ?? 0) !== file.recordCount)
      result.doubts.push(wrongDeleteCount("position-delete file", file, held.get(number) ?? 0));
}

/** Rows that name no row: which one they were meant to delete is not to be told. */
function doubtLost(files: readonly PositionDeleteFile[], paths: readonly z.infer<typeof pathRow>[], result: PositionDeletes): void {
  for (const [number, ofFile] of Map.groupBy(paths, (row) => row.number)) {
    const lost = ofFile.reduce((sum, row) => sum + row.lost, 0);
    if (lost > 0)
      result.doubts.push(
        `The position-delete file ${files[number]?.path} has ${lost} rows whose path is NULL or whose position is NULL or negative, so the rows that they were meant to delete still count. Check who wrote it, or rewrite the table's position deletes.`,
      );
  }
}

/** Maps each path of each position-delete file to the live data files that it reaches. */
function matchPaths(
  paths: readonly z.infer<typeof pathRow>[],
  files: readonly PositionDeleteFile[],
  data: readonly DataFile[],
  live: LivePaths,
  result: PositionDeletes,
): { number: number; path: string; file: number }[] {
  const matches: { number: number; path: string; file: number }[] = [];
  for (const { number, path } of paths) {
    const from = files[number];
    if (path === null) continue;
    const found = live.find(path);
    for (const index of found.files) {
      const target = data[index];
      if (!from || !target || !reachesByPosition(from, target)) continue;
      matches.push({ number, path, file: index });
      judgeMatch(result, from, path, target, found);
    }
  }
  return matches;
}

/** What may be wrong with one delete that was taken to reach one data file. */
function judgeMatch(
  result: PositionDeletes,
  from: PositionDeleteFile | DeletionVector,
  path: string,
  target: DataFile,
  { exact, ambiguous }: { exact: boolean; ambiguous: boolean },
): void {
  const what = from.kind === "vector" ? "deletion vector in" : "position-delete file";
  const mend = "Rewrite the table's position deletes.";
  if (ambiguous) {
    result.doubts.push(`The ${what} ${from.path} names ${path}, which fits several live files that differ in scheme or authority. ${mend}`);
  } else if (!exact) result.otherPaths.push({ deleteFile: from.path, named: path, dataFile: target.path });
  if (scopeKey(from) !== scopeKey(target)) {
    result.doubts.push(
      `The ${what} ${from.path} names ${target.path}, which is in another partition; engines disagree whether it applies. ${mend}`,
    );
  }
  const { referencedDataFile } = from;
  if (referencedDataFile !== null && storePath(referencedDataFile) !== storePath(path)) {
    result.doubts.push(
      `The ${what} ${from.path} is listed as one for ${referencedDataFile} alone and deletes from ${path} too; engines disagree whether that applies. ${mend}`,
    );
  }
}

/**
 * Fills the table POSITIONS with every (live data file, position) that a position-delete file or deletion vector deletes, by the
 * specification: the same path, a sequence number not above the delete's, and no position-delete file where a vector is.
 * Throws table_unreadable with the file.
 */
export async function readPositionDeletes(
  database: Database,
  data: readonly DataFile[],
  files: readonly PositionDeleteFile[],
  vectors: readonly DeletionVector[],
): Promise<PositionDeletes> {
  const result: PositionDeletes = { apply: false, danglingFiles: 0, doubts: [], otherPaths: [] };
  if (files.length + vectors.length === 0) return result;
  const live = new LivePaths(data);
  await createTable(database, POSITIONS, { file: "INTEGER", position: "BIGINT" }, []);
  const vectored = await applyVectors(database, data, vectors, live, result);
  if (files.length > 0) await applyFiles(database, data, files, vectored, live, result);
  const { n } = await database.row(`SELECT count(*) AS n FROM ${POSITIONS}`, z.object({ n: count }));
  return { ...result, apply: n > 0, doubts: firstFew(result.doubts) };
}

async function applyFiles(
  database: Database,
  data: readonly DataFile[],
  files: readonly PositionDeleteFile[],
  vectored: ReadonlySet<number>,
  live: LivePaths,
  result: PositionDeletes,
): Promise<void> {
  refuseFormats(files, "position-delete file", ["PARQUET", "AVRO"]);
  try {
    const paths = await database.rows(
      `SELECT number, file_path AS path, count(*) AS rows, count(*) FILTER (WHERE file_path IS NULL OR pos IS NULL OR pos < 0) AS lost FROM ${read(files)} GROUP BY ALL`,
      pathRow,
    );
    doubtCounts(files, paths, result);
    doubtLost(files, paths, result);
    const matches = matchPaths(paths, files, data, live, result);
    const reaching = new Set(matches.map((match) => match.number));
    result.danglingFiles += files.length - reaching.size;
    const applied = matches.filter((match) => !vectored.has(match.file));
    await createTable(
      database,
      "own_paths",
      { number: "BIGINT", path: "VARCHAR", file: "INTEGER" },
      applied.map((match) => [match.number, match.path, match.file]),
    );
    await database.run(
      `INSERT INTO ${POSITIONS} SELECT m.file, d.pos FROM ${read(files)} JOIN own_paths m ON m.number = d.number AND m.path = d.file_path`,
    );
    await database.drop("own_paths");
  } catch (cause) {
    throw readError("A position-delete file of the snapshot", MEND, cause);
  }
}
