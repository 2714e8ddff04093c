import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { constant, duckdbType } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { Planned } from "#lib/iceberg/duckdb/plan-run.ts";
import { ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";

/** Names by which iceberg_scan says where a row lies; a column of the table with such a name hides it. */
const FILE_NAME = "filename";
const ROW_NUMBER = "file_row_number";

/** iceberg_scan at one snapshot, and what it calls the columns of the schema by which it reads. */
export interface ScanRelation {
  sql: string;
  schema: Schema;
  /** Of the schema's top-level fields, in their order: a second `id` beside `Id` is `id_1`. */
  names: string[];
}

/** A file name and the codec, as `version` and its format take it apart. */
function version(file: string): { version: string; codec: string } {
  const name = file.slice(file.lastIndexOf("/") + 1);
  const [, gzip, plain] = /^(.*)\.gz\.metadata\.json$|^(.*)\.metadata\.json$/.exec(name) ?? [];
  if (gzip !== undefined) return { version: gzip, codec: "gzip" };
  if (plain !== undefined) return { version: plain, codec: "none" };
  throw refused(`${SCAN} it does not find a metadata file of the name ${name} in a moved table.`);
}

/** Refuses a table by a sentence on what iceberg_scan makes of it, and says what reads it. */
export function refused(why: string, cause?: unknown): AppError {
  return new AppError("table_unsupported", `${why} Read it by Bergwatch's own plan (--read-by own, read_by: own).`, { cause });
}

const SCAN = "DuckDB's iceberg_scan cannot read this table:";

/** A moved table is found by its directory alone, one in its place by the very metadata file that was planned from. */
function tableFunction({ table: { metadata } }: Planned, relocated: boolean, snapshotId: string): string {
  const at = `snapshot_from_id = ${snapshotId}::UBIGINT`;
  if (!relocated) return `iceberg_scan(${literal(metadata.file)}, ${at})`;
  const named = version(metadata.file);
  const directory = metadata.file.replace(/\/metadata\/[^/]+$/, "");
  return `iceberg_scan(${literal(directory)}, ${at}, allow_moved_paths = true, version = ${literal(named.version)}, metadata_compression_codec = ${literal(named.codec)}, version_name_format = '%s%s.metadata.json')`;
}

function isCalled(name: string, field: Field): boolean {
  const [called, written] = [name.toLowerCase(), field.name.toLowerCase()];
  return called === written || (called.startsWith(`${written}_`) && /^_\d+$/.test(called.slice(written.length)));
}

/**
 * Binds iceberg_scan to the pinned snapshot and finds out by which schema it reads: the snapshot's own, else the current one.
 * Throws table_unsupported where it gives other columns, or DuckDB's error.
 */
export async function openScan(database: Database, planned: Planned, relocated: boolean): Promise<ScanRelation | null> {
  const { table, pinned } = planned;
  if (!pinned) return null;
  await database.run("LOAD iceberg");
  const sql = tableFunction(planned, relocated, pinned.snapshot["snapshot-id"]);
  const described = await database.rows(`DESCRIBE SELECT * FROM ${sql}`, z.object({ column_name: z.string() }));
  const names = described.map((column) => column.column_name);
  const { schemas, currentSchema } = table.metadata;
  const own = schemas.find((schema) => schema["schema-id"] === pinned.snapshot["schema-id"]);
  const schema = [...(own ? [own] : []), currentSchema].find(
    ({ fields }) => fields.length === names.length && fields.every((field, index) => isCalled(names[index] ?? "", field)),
  );
  if (!schema) throw refused(`${SCAN} it gives the columns ${names.join(", ")}, which are those of no schema of the snapshot.`);
  const hidden = names.find((name) => [FILE_NAME, ROW_NUMBER].includes(name.toLowerCase()));
  if (hidden !== undefined) throw refused(`${SCAN} a column is named ${hidden}, a name that it reserves.`);
  return { sql, schema, names };
}

/** Where a row lies, as SQL over the scan as relation `p`. */
export const SCANNED_FILE = `p.${FILE_NAME}`;
export const SCANNED_POSITION = `p.${ROW_NUMBER}`;

/** A field of the pinned schema over the scan as relation `p`. A column that the scan's schema lacks was added later: its default. */
export function scannedField({ schema, names }: ScanRelation, { field, parents }: NamedField): string {
  const [top, ...below] = [...parents, field];
  const index = schema.fields.findIndex(({ id }) => id === top?.id);
  const found = schema.fields[index];
  if (!found) return constant(parents.length === 0 ? field["initial-default"] : null, field.type);
  let source = `p.${ident(names[index] ?? "")}`;
  let at: Field = found;
  for (const step of below) {
    const inner = typeof at.type === "object" && at.type.type === "struct" ? at.type.fields.find(({ id }) => id === step.id) : undefined;
    if (!inner) return constant(null, field.type);
    source = `struct_extract(${source}, ${literal(inner.name)})`;
    at = inner;
  }
  return typeof field.type === "object" ? source : `CAST(${source} AS ${duckdbType(field.type)})`;
}
