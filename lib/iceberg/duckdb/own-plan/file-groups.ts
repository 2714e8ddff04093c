import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { applyNameMapping, hasFieldIds, parseNameMapping } from "#lib/iceberg/duckdb/own-plan/name-mapping.ts";
import { findNode, readParquetSchemas, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";

/** Files that one `read_parquet` reads: equal Parquet schemas, and equal partition constants where a file lacks an asked column. */
export interface FileGroup<F> {
  columns: ParquetNode[];
  files: F[];
  /** Values of identity partition columns by source field id. */
  constants: Map<number, unknown>;
}

interface GroupableFile {
  path: string;
  openPath: string;
  format: string;
  specId: number;
  tuple: string;
}

const RESERVED = new Set(["filename", "file_row_number", "file_index"]);

/** Names under which `read_parquet` itself answers: a file column of that name would be taken for the file's number. */
function refuseReserved(columns: readonly ParquetNode[], path: string): void {
  const clash = columns.find((node) => RESERVED.has(node.name.toLowerCase()));
  if (clash)
    throw new AppError(
      "table_unsupported",
      `The data file ${path} has a column named ${clash.name}, which DuckDB reserves when it reads Parquet. Rename the column and rewrite the file.`,
    );
}

export function refuseUnreadableFormats(files: readonly GroupableFile[], what: string): void {
  const other = files.find((file) => file.format !== "PARQUET");
  if (other) {
    throw new AppError(
      "table_unsupported",
      `The ${what} ${other.path} is ${other.format}: DuckDB 1.5 reads Parquet only. Rewrite the table's files as Parquet (rewrite_data_files).`,
    );
  }
}

function identityConstants(spec: PartitionSpec | undefined, tuple: string): Map<number, unknown> {
  const values = JSON.parse(tuple) as unknown[];
  const constants = new Map<number, unknown>();
  spec?.fields.forEach((field, index) => {
    const source = field["source-id"] ?? field["source-ids"]?.[0];
    if (field.transform === "identity" && source !== undefined) constants.set(source, values[index]);
  });
  return constants;
}

export interface GroupedFiles<F> {
  groups: FileGroup<F>[];
  /** Files without field ids where the table has no name mapping: every column of theirs reads as NULL. */
  withoutIds: F[];
}

/**
 * Sorts Parquet files into groups that can be read by one statement each. Throws table_unreadable, table_unsupported.
 */
export async function groupFiles<F extends GroupableFile>(
  database: Database,
  files: readonly F[],
  options: { specs: ReadonlyMap<number, PartitionSpec>; nameMapping: string | undefined; what: string; mend: string },
): Promise<GroupedFiles<F>> {
  refuseUnreadableFormats(files, options.what);
  const schemas = await readParquetSchemas(
    database,
    files.map((file) => file.openPath),
    `A ${options.what} of the snapshot`,
    options.mend,
  );
  const mapping = parseNameMapping(options.nameMapping);
  const mappedColumns = new Map<ParquetNode[], ParquetNode[]>();
  const numbers = new Map<ParquetNode[], number>();
  const groups = new Map<string, FileGroup<F>>();
  const withoutIds: F[] = [];
  for (const file of files) {
    const raw = schemas.get(file.openPath);
    if (!raw) throw new AppError("table_unreadable", `The ${options.what} ${file.openPath} gave no Parquet schema. ${options.mend}`);
    if (!mappedColumns.has(raw)) {
      refuseReserved(raw, file.openPath);
      mappedColumns.set(raw, hasFieldIds(raw) || !mapping ? raw : applyNameMapping(raw, mapping));
      numbers.set(raw, numbers.size);
    }
    const columns = mappedColumns.get(raw) ?? raw;
    if (!hasFieldIds(columns)) withoutIds.push(file);
    const constants = identityConstants(options.specs.get(file.specId), file.tuple);
    const missing = [...constants.keys()].filter((id) => findNode(columns, id) === null);
    const key = `${numbers.get(raw)} ${JSON.stringify(missing.map((id) => [id, constants.get(id) ?? null]))}`;
    const group = groups.get(key) ?? { columns, files: [], constants };
    group.files.push(file);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], withoutIds };
}
