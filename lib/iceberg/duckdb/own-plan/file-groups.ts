import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { readAvroSchema } from "#lib/iceberg/duckdb/own-plan/avro-schema.ts";
import { exposedNames, type ExposedColumns } from "#lib/iceberg/duckdb/own-plan/exposed-names.ts";
import { applyNameMapping, hasFieldIds, parseNameMapping } from "#lib/iceberg/duckdb/own-plan/name-mapping.ts";
import { findNode, readParquetSchemas, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import type { PartitionConstant } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { resultType, sourceIds } from "#lib/iceberg/plan/partition-tuple.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

export type FileFormat = "PARQUET" | "AVRO";

/** Files that one statement reads: one format, equal schemas, and equal partition constants where a file lacks a partition column. */
export interface FileGroup<F> {
  format: FileFormat;
  columns: ParquetNode[];
  /** The files carry no field ids, and their columns have those that the table's name mapping gives. */
  isMapped: boolean;
  /** As ExposedColumns has it. */
  readAs: string | null;
  files: F[];
  /** Values of identity partition columns by source field id; right for the whole group where the files lack the column. */
  constants: Map<number, PartitionConstant>;
}

/** The groups with only those files for which it holds, by their number through all groups; files keep their order. */
export function someOfGroups<F>(groups: readonly FileGroup<F>[], wanted: (file: F, number: number) => boolean): FileGroup<F>[] {
  let number = 0;
  return groups.flatMap((group) => {
    const files = group.files.filter((file) => wanted(file, number++));
    return files.length > 0 ? [{ ...group, files }] : [];
  });
}

export interface GroupableFile {
  path: string;
  openPath: string;
  format: string;
  specId: number;
  tuple: string;
}

export interface GroupedFiles<F> {
  groups: FileGroup<F>[];
  /** Files without field ids where the table has no name mapping: every column of theirs reads as NULL. */
  withoutIds: F[];
}

export interface GroupOptions {
  specs: ReadonlyMap<number, PartitionSpec>;
  schemas: readonly Schema[];
  nameMapping: string | undefined;
  /** For messages: "data file", … */
  what: string;
  mend: string;
}

/** Throws table_unsupported for a file that is neither Parquet nor, where that can be read, Avro. */
export function refuseFormats(files: readonly GroupableFile[], what: string, readable: readonly FileFormat[]): void {
  const other = files.find((file) => !readable.some((format) => format === file.format));
  if (!other) return;
  throw new AppError(
    "table_unsupported",
    `The ${what} ${other.path} is ${other.format}, which cannot be read here (${readable.join(" and ")} can). Rewrite the table's files as Parquet (rewrite_data_files).`,
  );
}

/** Reads a tuple of the spec as the values of the columns that it is partitioned by as they are. */
function constantReader(spec: PartitionSpec, schemas: readonly Schema[]): (tuple: string) => Map<number, PartitionConstant> {
  const identities = spec.fields.flatMap((field, index) => {
    const [source] = sourceIds(field);
    return field.transform === "identity" && source !== undefined ? [{ source, index, type: resultType(field, schemas) }] : [];
  });
  return (tuple) => {
    const values = identities.length === 0 ? [] : (JSON.parse(tuple) as (string | null)[]);
    return new Map(identities.map(({ source, index, type }) => [source, { text: values[index] ?? null, type }]));
  };
}

/** Columns as the files have them, by path; files with equal schemas share one object. */
async function rawSchemas(
  database: Database,
  files: readonly GroupableFile[],
  { what, mend }: GroupOptions,
): Promise<Map<string, ParquetNode[]>> {
  const ofFormat = Object.groupBy(files, (file) => (file.format === "AVRO" ? "avro" : "parquet"));
  const paths = (ofFormat.parquet ?? []).map((file) => file.openPath);
  const schemas = await readParquetSchemas(database, paths, `A ${what} of the snapshot`, mend);
  for (const file of ofFormat.avro ?? []) schemas.set(file.openPath, await readAvroSchema(database, file.openPath, mend));
  return schemas;
}

interface KnownSchema extends ExposedColumns {
  number: number;
  isMapped: boolean;
}

/** Adds the names that DuckDB exposes and the ids of the name mapping, once for each distinct schema. */
class KnownSchemas {
  readonly #known = new Map<ParquetNode[], KnownSchema>();
  readonly #mapping: ReturnType<typeof parseNameMapping>;

  constructor(nameMapping: string | undefined) {
    this.#mapping = parseNameMapping(nameMapping);
  }

  async get(database: Database, raw: ParquetNode[], file: GroupableFile): Promise<KnownSchema> {
    const found = this.#known.get(raw);
    if (found) return found;
    const isMapped = !hasFieldIds(raw) && this.#mapping !== null;
    const mapped = isMapped && this.#mapping ? applyNameMapping(raw, this.#mapping) : raw;
    const reader = file.format === "AVRO" ? "read_avro" : "read_parquet";
    const exposed = await exposedNames(database, reader, mapped, file.openPath, hasFieldIds(raw));
    const added = { number: this.#known.size, isMapped, ...exposed };
    this.#known.set(raw, added);
    return added;
  }
}

/** Sorts data or equality-delete files into groups that one statement each can read. Throws table_unreadable, table_unsupported. */
export async function groupFiles<F extends GroupableFile>(
  database: Database,
  files: readonly F[],
  options: GroupOptions,
): Promise<GroupedFiles<F>> {
  refuseFormats(files, options.what, ["PARQUET", "AVRO"]);
  const schemas = await rawSchemas(database, files, options);
  const known = new KnownSchemas(options.nameMapping);
  const groups = new Map<string, FileGroup<F>>();
  const readers = new Map([...options.specs].map(([id, spec]) => [id, constantReader(spec, options.schemas)]));
  const withoutIds: F[] = [];
  for (const file of files) {
    const raw = schemas.get(file.openPath);
    if (!raw) throw new AppError("table_unreadable", `The ${options.what} ${file.openPath} gave no schema. ${options.mend}`);
    const { number, columns, isMapped, readAs } = await known.get(database, raw, file);
    if (!hasFieldIds(columns)) withoutIds.push(file);
    const constants = readers.get(file.specId)?.(file.tuple) ?? new Map<number, PartitionConstant>();
    const missing = [...constants.keys()].filter((id) => findNode(columns, id) === null);
    const key = JSON.stringify([file.format, number, missing.map((id) => [id, constants.get(id)?.text])]);
    const group = groups.get(key) ?? {
      format: file.format === "AVRO" ? "AVRO" : "PARQUET",
      columns,
      isMapped,
      readAs,
      files: [],
      constants,
    };
    group.files.push(file);
    groups.set(key, group);
  }
  return { groups: [...groups.values()], withoutIds };
}
