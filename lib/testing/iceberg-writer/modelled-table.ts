import type { DuckDBConnection } from "@duckdb/node-api";
import type { ContentFile } from "./content-file.ts";
import { IcebergTable } from "./iceberg-table.ts";
import type { NewTable } from "./iceberg-table.ts";
import { leavesOf, typeOfField } from "./iceberg-schema.ts";
import type { Field, PartitionSpec, PartitionValue, Schema } from "./iceberg-schema.ts";
import { contentKey, liveRows, tupleKey } from "./live-rows.ts";
import type { FileContents, LiveRow, RowPosition } from "./live-rows.ts";
import { byName, mappedRows, withAliases, withNames } from "./name-mapping.ts";
import type { NamelessRows, NameMapping } from "./name-mapping.ts";
import { writePuffin } from "./puffin.ts";
import { transformed } from "./transforms.ts";
import { typedValue } from "./values.ts";
import { distinctNames, writeParquet } from "./write-parquet.ts";
import type { Codec, ParquetContent, Row } from "./write-parquet.ts";

const FILE_PATH: Field = { id: 2_147_483_546, name: "file_path", required: true, type: "string" };
const POSITION: Field = { id: 2_147_483_545, name: "pos", required: true, type: "long" };

/** Row lineage of version 3, as a rewrite keeps it; it is nobody's column. */
const LINEAGE: Field[] = [
  { id: 2_147_483_540, name: "_row_id", required: false, type: "long" },
  { id: 2_147_483_539, name: "_last_updated_sequence_number", required: false, type: "long" },
];

export interface Placement {
  specId: number;
  partition: PartitionValue[];
}

/**
 * A table whose every row is known: writes files through DuckDB, remembers what they hold, and answers which rows live. Methods that write
 * return the files; `table.commit` makes them part of a snapshot.
 */
export class ModelledTable {
  readonly table: IcebergTable;
  readonly contents: FileContents = {
    data: new Map(),
    equalityDeletes: new Map(),
    positionDeletes: new Map(),
    vectors: new Map(),
    initialDefaults: new Map(),
  };
  private readonly connection: DuckDBConnection;
  private readonly omitsPartitions: boolean;
  private readonly nameless = new Map<string, NamelessRows>();
  /** null until a file needs it. */
  private mapping: NameMapping | null = null;
  private fileCount = 0;

  /** `omitsPartitions`: data files lack the columns that they are partitioned by, as files that came from Hive do. */
  constructor(connection: DuckDBConnection, table: NewTable, omitsPartitions = false) {
    this.connection = connection;
    this.omitsPartitions = omitsPartitions;
    this.table = new IcebergTable(table);
  }

  liveRows(snapshotId: bigint | null): LiveRow[] {
    return snapshotId === null ? [] : liveRows(this.table.liveEntries(snapshotId), this.contents, this.table.state.specs);
  }

  /** The tuple that the row belongs to. A column that the row lacks counts as NULL. */
  partitionOf(row: Row, spec: PartitionSpec): PartitionValue[] {
    return spec.fields.map((part) => {
      const type = typeOfField(this.table.state.schemas, part["source-id"]);
      const value = row.get(part["source-id"]) ?? null;
      return value === null ? null : transformed(type, part.transform, typedValue(type, value));
    });
  }

  /** Groups what belongs to one partition of the spec, in order of first appearance. */
  byPartition<T>(items: readonly T[], spec: PartitionSpec, rowOf: (item: T) => Row): { placement: Placement; items: T[] }[] {
    const groups = new Map<string, { placement: Placement; items: T[] }>();
    for (const item of items) {
      const partition = this.partitionOf(rowOf(item), spec);
      const group = groups.get(tupleKey(partition)) ?? { placement: { specId: spec["spec-id"], partition }, items: [] };
      group.items.push(item);
      groups.set(tupleKey(partition), group);
    }
    return [...groups.values()];
  }

  /**
   * One data file; all rows must belong to the placement's partition. `nameless`: it has no field ids, so that its columns are those to which
   * the table's name mapping leads, now and after every change of the mapping; `aliases` are names that no schema ever had. `lineage`: it holds row ids of its own.
   */
  async dataFile(
    rows: readonly Row[],
    placement: Placement,
    options: { schema?: Schema; codec?: Codec; nameless?: "no" | "names" | "aliases"; lineage?: boolean } = {},
  ): Promise<ContentFile> {
    const { fields } = options.schema ?? this.table.schema;
    const nameless = (options.nameless ?? "no") !== "no";
    const leaves = leavesOf(fields);
    const complete = mapDistinct(rows, (row): Row => new Map(leaves.map(({ id }) => [id, row.get(id) ?? null])));
    const present = this.omitsPartitions ? this.withoutPartitions(fields, placement) : fields;
    const stored = options.nameless === "aliases" ? withAliases(distinctNames(present)) : present;
    const written = await this.parquet("data", {
      fields: options.lineage ? [...stored, ...LINEAGE] : stored,
      rows: options.lineage
        ? mapDistinct(complete, (row): Row => new Map([...row, ...LINEAGE.map(({ id }) => [id, "7"] as const)]))
        : complete,
      codec: options.codec ?? "zstd",
      nameless,
    });
    const file: ContentFile = { content: "data", ...placement, ...written };
    this.contents.data.set(file.path, complete);
    if (nameless) this.keepNames(file.path, stored, complete);
    return file;
  }

  /** To be called after every change of the schema: Iceberg's own API gives a changed column its name in the mapping, where there is one. */
  updateNameMapping(): void {
    if (this.mapping !== null) this.mapNames([this.table.schema.fields]);
  }

  private keepNames(path: string, stored: readonly Field[], rows: readonly Row[]): void {
    const inFile = distinctNames(stored);
    const kept = new Set(leavesOf(stored).map(({ id }) => id));
    this.nameless.set(path, {
      byName: mapDistinct(rows, (row) => byName(inFile, row)),
      byId: mapDistinct(rows, (row): Row => new Map([...row].filter(([id]) => !kept.has(id)))),
    });
    this.mapNames([...(this.mapping === null ? this.table.state.schemas.map(({ fields }) => fields) : []), stored]);
  }

  private mapNames(schemas: readonly (readonly Field[])[]): void {
    this.mapping = schemas.reduce<NameMapping>((known, fields) => withNames(known, distinctNames(fields)), this.mapping ?? []);
    this.table.setProperty("schema.name-mapping.default", JSON.stringify(this.mapping));
    for (const [path, rows] of this.nameless) this.contents.data.set(path, mappedRows(rows, this.mapping));
  }

  /** `fields` are the columns of the delete file, at least the equality columns; others are along for the ride. */
  async equalityDeleteFile(
    rows: readonly Row[],
    placement: Placement,
    options: { equalityIds: readonly number[]; fields: readonly Field[] },
  ): Promise<ContentFile> {
    const written = await this.parquet("equality-deletes", { fields: options.fields, rows });
    const equalityIds = [...options.equalityIds];
    const file: ContentFile = { content: "equality deletes", ...placement, ...written, equalityIds };
    this.contents.equalityDeletes.set(
      file.path,
      rows.map((row): Row => new Map(equalityIds.map((id) => [id, row.get(id) ?? null]))),
    );
    return file;
  }

  /** The positions are sorted as the specification asks; with `named` a file of one path names it in `referenced_data_file`. */
  async positionDeleteFile(positions: readonly RowPosition[], placement: Placement, named: boolean): Promise<ContentFile> {
    const sorted = positions.toSorted((a, b) => Buffer.compare(Buffer.from(a.file), Buffer.from(b.file)) || a.position - b.position);
    const rows = sorted.map(
      ({ file, position }): Row =>
        new Map([
          [FILE_PATH.id, file],
          [POSITION.id, String(position)],
        ]),
    );
    const written = await this.parquet("position-deletes", { fields: [FILE_PATH, POSITION], rows });
    const [only, ...others] = new Set(positions.map(({ file }) => file));
    const reference = named && only !== undefined && others.length === 0 ? { referencedDataFile: only } : {};
    const file: ContentFile = { content: "position deletes", ...placement, ...written, ...reference };
    this.contents.positionDeletes.set(file.path, sorted);
    return file;
  }

  /** One Puffin file with a vector per data file. */
  vectorFiles(vectors: readonly { dataFile: ContentFile; positions: readonly number[] }[]): ContentFile[] {
    const path = this.newPath("vectors", "puffin");
    const plain = vectors.map(({ dataFile, positions }) => ({ dataFile: dataFile.path, positions }));
    const written = writePuffin(this.table.onDisk(path), plain);
    return vectors.map(({ dataFile, positions }, index) => {
      const at = written.vectors[index];
      if (at === undefined) throw new Error("a vector was not written");
      const { specId, partition } = dataFile;
      const distinct = new Set(positions);
      const file: ContentFile = {
        content: "position deletes",
        format: "PUFFIN",
        path,
        specId,
        partition,
        recordCount: distinct.size,
        fileSizeBytes: written.fileSizeBytes,
        referencedDataFile: dataFile.path,
        contentOffset: at.offset,
        contentSizeBytes: at.length,
      };
      this.contents.vectors.set(contentKey(file), distinct);
      return file;
    });
  }

  private withoutPartitions(fields: readonly Field[], { specId }: Placement): Field[] {
    const identities = this.table.spec(specId).fields.filter(({ transform }) => transform === "identity");
    return fields.filter(({ id }) => !identities.some((part) => part["source-id"] === id));
  }

  private newPath(kind: string, extension: string): string {
    this.fileCount++;
    return `${this.table.state.location}/data/${String(this.fileCount).padStart(5, "0")}-${kind}.${extension}`;
  }

  private async parquet(kind: string, parquet: ParquetContent) {
    const path = this.newPath(kind, "parquet");
    const written = await writeParquet(this.connection, this.table.onDisk(path), parquet);
    return { format: "PARQUET" as const, path, ...written };
  }
}

/** Maps each object once, so that what was one row stays one. */
export function mapDistinct<T, U>(items: readonly T[], convert: (item: T) => U): U[] {
  const known = new Map<T, U>();
  return items.map((item) => {
    const converted = known.get(item) ?? convert(item);
    known.set(item, converted);
    return converted;
  });
}
