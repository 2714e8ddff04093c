import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { duckdbType, losesPrecision } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { findNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { groupFiles, someOfGroups, type FileGroup, type GroupOptions } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { FILE, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { wrongDeleteCount, wrongRecordCounts } from "#lib/iceberg/duckdb/record-counts.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import { equalityScope, smallestSequenceNumbers } from "#lib/iceberg/plan/delete-scope.ts";
import type { DataFile, EqualityDeleteFile } from "#lib/iceberg/plan/entries.ts";
import type { PartitionSpec, TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { firstFew } from "#lib/iceberg/plan/first-few.ts";
import { findFieldById, type Schema } from "#lib/iceberg/plan/schema.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

/** Equality deletes of one set of columns, either for the whole table or by scope. */
export interface EqualitySet {
  /** Columns: `scope` (number, absent when `global`), one per field named by equalityAlias, `sequence` (the greatest of that value). */
  table: string;
  global: boolean;
  fields: NamedField[];
}

export interface EqualityDeletes {
  sets: EqualitySet[];
  /** All live files, those too that can touch no live data file and are in no set. */
  groups: FileGroup<EqualityDeleteFile>[];
  /** Scope numbers by scope key, as the sets' tables use them. */
  scopes: Map<string, number>;
  danglingFiles: number;
  doubts: string[];
}

const WHAT = "equality-delete file";
const MEND = "Restore it from a backup, or roll the table back to a snapshot that does not list it.";

/** The name of a field's column in statements over the own plan. */
function equalityAlias(fieldId: number): string {
  return `__e${fieldId}`;
}

/**
 * The fields by which a file deletes, each in the snapshot's schema, else in the newest schema that has it: a delete may name a column that was
 * dropped since. Throws table_unreadable with the file.
 */
export function deletedFields(file: EqualityDeleteFile, schema: Schema, schemas: readonly Schema[]): NamedField[] {
  return file.equalityIds.map((id) => deletedField(id, schema, schemas, file));
}

/** Throws table_unreadable with a file of the groups that lacks one of the columns by which it deletes. */
export function requireColumns(groups: readonly FileGroup<EqualityDeleteFile>[], fields: readonly NamedField[]): void {
  const missing = groups.find((group) => fields.some(({ field }) => findNode(group.columns, field.id) === null));
  if (missing) throw new AppError("table_unreadable", `The ${WHAT} ${missing.files[0]?.path} lacks a column that it deletes by. ${MEND}`);
}

/** An error of a statement that read equality-delete files, as the table's fault. */
export function equalityReadError(cause: unknown): unknown {
  return readError(`An ${WHAT} of the snapshot`, MEND, cause);
}

function deletedField(id: number, schema: Schema, schemas: readonly Schema[], file: EqualityDeleteFile): NamedField {
  for (const candidate of [schema, ...schemas.toReversed()]) {
    const found = findFieldById(candidate.fields, id);
    if (found) return { alias: equalityAlias(id), field: found.field, parents: found.path.slice(0, -1) };
  }
  throw new AppError("table_unreadable", `The ${WHAT} ${file.path} deletes by field ${id}, which no schema of the table has. ${MEND}`);
}

interface ReadOptions {
  schema: Schema;
  metadata: Pick<TableMetadata, "schemas" | "specs" | "properties">;
}

function groupOptions({ metadata }: ReadOptions): GroupOptions {
  return {
    specs: metadata.specs,
    schemas: metadata.schemas,
    nameMapping: metadata.properties["schema.name-mapping.default"],
    what: WHAT,
    mend: MEND,
  };
}

/** Live equality deletes with a live data file that they may touch. */
function reaching(files: readonly EqualityDeleteFile[], data: readonly DataFile[], specs: ReadonlyMap<number, PartitionSpec>) {
  const smallest = smallestSequenceNumbers(data);
  return files.filter((file) => {
    const oldest = smallest.get(equalityScope(file, specs));
    return oldest !== undefined && oldest < file.sequenceNumber;
  });
}

/**
 * Fills one table per set of equality columns (and per reach: scoped or global) with the distinct deleted values and the greatest sequence
 * number that deletes them. Deletes that can touch no live data file are counted as dangling and not read. NULL equals NULL.
 * Throws table_unreadable or table_unsupported with the file.
 */
export async function readEqualityDeletes(
  database: Database,
  data: readonly DataFile[],
  files: readonly EqualityDeleteFile[],
  options: ReadOptions,
): Promise<EqualityDeletes> {
  const { specs } = options.metadata;
  const live = reaching(files, data, specs);
  // Readers may never open a delete that touches nothing; a table that lists a file which is gone is broken all the same.
  const { groups } = await groupFiles(database, files, groupOptions(options));
  const result: EqualityDeletes = { sets: [], groups, scopes: new Map(), danglingFiles: files.length - live.length, doubts: [] };
  const bySet = Map.groupBy(live, (file) => `${file.equalityIds.join(",")} ${equalityScope(file, specs) === null ? "global" : "scoped"}`);
  for (const members of bySet.values()) {
    const [first] = members;
    if (!first) continue;
    const ofSet = new Set(members);
    const groupsOfSet = someOfGroups(groups, (file) => ofSet.has(file));
    result.sets.push(await readSet(database, first, groupsOfSet, options, result));
  }
  return result;
}

async function readSet(
  database: Database,
  first: EqualityDeleteFile,
  groups: readonly FileGroup<EqualityDeleteFile>[],
  { schema, metadata }: ReadOptions,
  result: EqualityDeletes,
): Promise<EqualitySet> {
  const { specs, schemas } = metadata;
  const fields = deletedFields(first, schema, schemas);
  doubtInexact(fields, first, result);
  const set: EqualitySet = { table: `own_equality_${result.sets.length}`, global: equalityScope(first, specs) === null, fields };
  requireColumns(groups, fields);
  const ordered = groups.flatMap((group) => group.files);
  const numbered = ordered.map((file, index) => {
    const scope = equalityScope(file, specs) ?? "";
    if (!result.scopes.has(scope)) result.scopes.set(scope, result.scopes.size);
    return [index, result.scopes.get(scope) ?? null, file.sequenceNumber] as const;
  });
  await createTable(database, "own_delete_files", { file: "INTEGER", scope: "INTEGER", sequence: "BIGINT" }, numbered);
  const values = fields.map(({ alias }) => `d.${ident(alias)}`).join(", ");
  const scope = set.global ? "" : "f.scope, ";
  try {
    await database.run(`CREATE OR REPLACE TABLE ${set.table} AS SELECT ${scope}${values}, max(f.sequence) AS sequence, count(*) AS rows
      FROM (${readFilesSql(groups, fields, true)}) d JOIN own_delete_files f ON f.file = d.${FILE} GROUP BY ${scope}${values}`);
  } catch (cause) {
    throw equalityReadError(cause);
  }
  await database.drop("own_delete_files");
  await doubtCounts(database, set, ordered, result);
  return set;
}

/** A file that holds another number of rows than its manifest entry says; the footers are asked only where the sum is wrong. */
async function doubtCounts(
  database: Database,
  { table }: EqualitySet,
  files: readonly EqualityDeleteFile[],
  result: EqualityDeletes,
): Promise<void> {
  const { rows } = await database.row(`SELECT coalesce(sum(rows), 0)::BIGINT AS rows FROM ${table}`, z.object({ rows: count }));
  if (rows === files.reduce((sum, file) => sum + file.recordCount, 0)) return;
  const wrong = await wrongRecordCounts(database, files);
  result.doubts.push(...firstFew(wrong.map((file) => wrongDeleteCount(WHAT, file, file.rows))));
}

/** Types whose equality DuckDB and the specification see differently. */
function doubtInexact(fields: readonly NamedField[], first: EqualityDeleteFile, result: EqualityDeletes): void {
  for (const { field } of fields) {
    const type = duckdbType(field.type);
    if (losesPrecision(field.type)) {
      result.doubts.push(
        `The ${WHAT} ${first.path} deletes by ${field.name}, a zoned nanosecond timestamp that DuckDB 1.5 reads to the microsecond: too many rows may be taken as deleted.`,
      );
    } else if (type === "FLOAT" || type === "DOUBLE") {
      result.doubts.push(
        `The ${WHAT} ${first.path} deletes by ${field.name}, a floating-point column: engines disagree on the equality of zeros and of NaN. Delete by another column.`,
      );
    }
  }
}
