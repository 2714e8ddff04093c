import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { scannedField, SCANNED_FILE, SCANNED_POSITION, type ScanRelation } from "#lib/iceberg/duckdb/iceberg-scan/scan-relation.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { LiveRows, noRowsSql, type PartOfRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";

/** Data files by the name that iceberg_scan gives them: `path`, `file` as FILE counts; one that is registered twice once. */
const SCANNED_FILES = "own_scanned_files";

interface Options {
  deletes: "applied" | "ignored";
  numbered?: boolean;
}

/** The live rows as iceberg_scan gives them. What a reader without delete support sees, and the rows of a sample, are read by our own plan. */
export class ScanRows extends LiveRows {
  readonly #relation: ScanRelation | null;

  /** `relation` null: the table was never written. */
  constructor(own: LiveRows, relation: ScanRelation | null) {
    super({ groups: own.groups, withoutIds: own.filesWithoutIds }, own.positions, own.equality);
    this.#relation = relation;
  }

  /** Makes what its statements need. */
  async prepare(database: Database): Promise<void> {
    const byName = new Map<string, number>();
    for (const [number, file] of this.files.entries())
      for (const name of [file.path, file.openPath]) if (!byName.has(name)) byName.set(name, number);
    await createTable(database, SCANNED_FILES, { path: "VARCHAR", file: "INTEGER" }, [...byName]);
  }

  override sql(fields: readonly NamedField[], options: Options): string {
    if (options.deletes === "ignored") return super.sql(fields, options);
    const relation = this.#relation;
    if (!relation) return noRowsSql(fields, options.numbered ?? false);
    const columns = fields.map((field) => `${scannedField(relation, field)} AS ${ident(field.alias)}`);
    if (!options.numbered) return `SELECT ${columns.join(", ")} FROM ${relation.sql} p`;
    columns.push(`f.file AS ${FILE}`, `${SCANNED_POSITION} AS ${POSITION}`);
    return `SELECT ${columns.join(", ")} FROM ${relation.sql} p LEFT JOIN ${SCANNED_FILES} f ON f.path = ${SCANNED_FILE}`;
  }

  override parts(fields: readonly NamedField[], options: Options): PartOfRows[] {
    if (options.deletes === "ignored") return super.parts(fields, options);
    return [{ sql: this.sql(fields, options), rows: this.recordCount }];
  }

  override partsSql(fields: readonly NamedField[], options: Options, wanted: (part: number) => boolean): string {
    if (options.deletes === "ignored") return super.partsSql(fields, options, wanted);
    return this.sql(fields, { ...options, numbered: true });
  }

  /** It gives its rows in one statement. */
  override partOfFiles(): number[] | null {
    return null;
  }
}
