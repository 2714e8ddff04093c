import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { constant } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { readEqualityDeletes, type EqualityDeletes, type EqualitySet } from "#lib/iceberg/duckdb/own-plan/equality-deletes.ts";
import { groupFiles, someOfGroups, type FileGroup, type GroupedFiles } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { POSITIONS, readPositionDeletes, type PositionDeletes } from "#lib/iceberg/duckdb/own-plan/position-deletes.ts";
import { FILE, POSITION, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { unpackAvroFiles } from "#lib/iceberg/duckdb/own-plan/unpack-avro-files.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import { scopeKey } from "#lib/iceberg/plan/delete-scope.ts";
import type { DataFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { ofKind } from "#lib/iceberg/plan/file-totals.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** Live data files: `file` (as FILE counts them), `scope`, `sequence`. Made only when there are equality deletes to apply. */
const FILES = "own_files";

/** Rows of a part: enough to be worth a statement, few enough to lie in memory as hashes while the next part is read. */
const PART_ROWS = 1_300_000;
/** Every so many files, the first part takes one: it shall look like the whole. */
const STRIDE = 8;

/** Some files of the reading in one statement. */
export interface PartOfRows {
  sql: string;
  /** As the manifests say. */
  rows: number;
}

const MEND = "Restore it from a backup, or roll the table back to a snapshot that does not list it.";

/**
 * Bergwatch's own reading of a snapshot: Parquet files by field id, with deletes applied by the specification. DuckDB does the work, the
 * statement is ours.
 */
export class LiveRows {
  readonly groups: FileGroup<DataFile>[];
  /** Data files in the order in which FILE counts them. */
  readonly files: DataFile[];
  readonly filesWithoutIds: DataFile[];
  readonly positions: PositionDeletes;
  readonly equality: EqualityDeletes;

  constructor(grouped: GroupedFiles<DataFile>, positions: PositionDeletes, equality: EqualityDeletes) {
    this.groups = grouped.groups;
    this.files = grouped.groups.flatMap((group) => group.files);
    this.filesWithoutIds = grouped.withoutIds;
    this.positions = positions;
    this.equality = equality;
  }

  /** Rows of the data files as the manifests say, deletes ignored. */
  get recordCount(): number {
    return rowsOf(this.files);
  }

  /** True when a live delete may remove a row. */
  get hasDeletes(): boolean {
    return this.positions.apply || this.equality.sets.length > 0;
  }

  /**
   * SQL for the rows of the table with the given fields, in no promised order. `deletes: "ignored"` gives what a reader without delete
   * support sees. `numbered` adds FILE and POSITION. `only`: of this one file, by FILE.
   */
  sql(fields: readonly NamedField[], options: { deletes: "applied" | "ignored"; numbered?: boolean; only?: number }): string {
    const { only, numbered = false } = options;
    if (this.files.length === 0) return noRowsSql(fields, numbered);
    const groups = only === undefined ? this.groups : this.groupsOf((file) => file === only);
    const numberOf = only === undefined ? undefined : () => only;
    if (options.deletes === "ignored" || !this.hasDeletes) return readFilesSql(groups, fields, numbered, numberOf);
    const asked = new Set(fields.map(({ alias }) => alias));
    const extra = this.equality.sets.flatMap((set) => set.fields).filter(({ alias }) => !asked.has(alias));
    const distinct = [...new Map(extra.map((field) => [field.alias, field])).values()];
    const columns = fields.map(({ alias }) => `r.${ident(alias)}`);
    if (options.numbered) columns.push(`r.${FILE}`, `r.${POSITION}`);
    const joins = this.equality.sets.map((set, index) => equalityJoin(set, `e${index}`));
    const files = this.equality.sets.length > 0 ? [`JOIN ${FILES} f ON f.file = r.${FILE}`] : [];
    const positions = this.positions.apply ? [`ANTI JOIN ${POSITIONS} d ON d.file = r.${FILE} AND d.position = r.${POSITION}`] : [];
    const kept = this.equality.sets.map((_, index) => `(e${index}.sequence IS NULL OR e${index}.sequence <= r.__sequence)`);
    const rows = `SELECT r.*${files.length > 0 ? ", f.scope AS __scope, f.sequence AS __sequence" : ""}
      FROM (${readFilesSql(groups, [...fields, ...distinct], true, numberOf)}) r ${[...positions, ...files].join(" ")}`;
    return `SELECT ${columns.join(", ")} FROM (${rows}) r ${joins.join(" ")}${kept.length > 0 ? ` WHERE ${kept.join(" AND ")}` : ""}`;
  }

  /**
   * The reading of `sql`, not numbered, in parts that together give each row once. The first takes every eighth file, so that it looks like
   * the whole; it is the only one where the table is small, or where deletes are applied (each part would look all deletes up again).
   */
  parts(fields: readonly NamedField[], options: { deletes: "applied" | "ignored" }): PartOfRows[] {
    const applied = options.deletes === "applied" && this.hasDeletes;
    const partOf = applied ? null : this.partOfFiles();
    if (!partOf) return [{ sql: this.sql(fields, options), rows: this.recordCount }];
    return [...new Set(partOf)]
      .toSorted((a, b) => a - b)
      .map((part) => {
        const groups = this.groupsOf((number) => partOf[number] === part);
        return { sql: readFilesSql(groups, fields, false), rows: rowsOf(groups.flatMap((group) => group.files)) };
      });
  }

  /** As `sql`, numbered, but only rows of the parts for which it holds. */
  partsSql(fields: readonly NamedField[], options: { deletes: "applied" | "ignored" }, wanted: (part: number) => boolean): string {
    const applied = options.deletes === "applied" && this.hasDeletes;
    const partOf = applied || this.groups.some((group) => group.format === "AVRO") ? null : this.partOfFiles();
    if (!partOf || partOf.every(wanted)) return this.sql(fields, { ...options, numbered: true });
    return this.filesSql(fields, (number) => wanted(partOf[number] ?? 0));
  }

  /** SQL for the rows of the files, by FILE, for which it holds, numbered. Deletes are not asked. */
  filesSql(fields: readonly NamedField[], wanted: (file: number) => boolean): string {
    const groups = this.groupsOf(wanted);
    if (groups.length === 0) return noRowsSql(fields, true);
    const numbers = new Map(this.files.map((file, number) => [file, number]));
    return readFilesSql(groups, fields, true, (file) => numbers.get(file) ?? -1);
  }

  /** The part of each file, as FILE counts them; null when there is one part only. */
  partOfFiles(): number[] | null {
    if (this.recordCount <= PART_ROWS || this.files.length < STRIDE) return null;
    let [part, filled] = [1, 0];
    return this.files.map((file, index) => {
      if (index % STRIDE === STRIDE >> 1) return 0;
      if (filled > 0 && filled + file.recordCount > PART_ROWS) [part, filled] = [part + 1, 0];
      filled += file.recordCount;
      return part;
    });
  }

  /** The groups with only those files, by FILE, for which it holds; files keep their order. */
  groupsOf(wanted: (file: number) => boolean): FileGroup<DataFile>[] {
    return someOfGroups(this.groups, (_, number) => wanted(number));
  }
}

function rowsOf(files: readonly DataFile[]): number {
  return files.reduce((sum, file) => sum + file.recordCount, 0);
}

/** A value that is deleted stands once in a set's table, so the join doubles no row. */
function equalityJoin(set: EqualitySet, name: string): string {
  const values = set.fields.map(({ alias }) => `${name}.${ident(alias)} IS NOT DISTINCT FROM r.${ident(alias)}`);
  const scope = set.global ? [] : [`${name}.scope = r.__scope`];
  return `LEFT JOIN ${set.table} ${name} ON ${[...scope, ...values].join(" AND ")}`;
}

/** SQL for no rows, with the given fields in their types: what a reading of no files gives. */
export function noRowsSql(fields: readonly NamedField[], numbered: boolean): string {
  const columns = fields.map(({ alias, field }) => `${constant(null, field.type)} AS ${ident(alias)}`);
  if (numbered) columns.push(`0::INTEGER AS ${FILE}`, `0::BIGINT AS ${POSITION}`);
  return `SELECT ${columns.join(", ")} WHERE false`;
}

/** Prepares the reading: groups the data files, reads the deletes that can touch them. */
export async function prepareLiveRows(
  database: Database,
  { data, deletes: listed }: Pick<LiveFiles, "data" | "deletes">,
  options: { schema: Schema; metadata: TableMetadata },
): Promise<LiveRows> {
  const { metadata, schema } = options;
  const deletes = await unpackAvroFiles(database, listed, MEND);
  const grouped = await groupFiles(database, await unpackAvroFiles(database, data, MEND), {
    specs: metadata.specs,
    schemas: metadata.schemas,
    nameMapping: metadata.properties["schema.name-mapping.default"],
    what: "data file",
    mend: MEND,
  });
  const files = grouped.groups.flatMap((group) => group.files);
  const positions = await readPositionDeletes(database, files, ofKind(deletes, "position"), ofKind(deletes, "vector"));
  const equality = await readEqualityDeletes(database, files, ofKind(deletes, "equality"), { schema, metadata });
  if (equality.sets.length > 0) {
    const rows = files.map((file, index) => [index, equality.scopes.get(scopeKey(file)) ?? -1, file.sequenceNumber] as const);
    await createTable(database, FILES, { file: "INTEGER", scope: "INTEGER", sequence: "BIGINT" }, rows);
  }
  return new LiveRows(grouped, positions, equality);
}
