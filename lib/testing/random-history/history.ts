import type { FormatVersion } from "#lib/testing/iceberg-writer/iceberg-schema.ts";

/**
 * A history is plain JSON, so a failing one can be pasted into `regressions/`. Numbers choose: an index counts modulo what there is to
 * choose from at that moment, so every history can be played and every shorter one too.
 */

export const KEY_KINDS = [
  "string",
  "int",
  "long",
  "decimal",
  "uuid",
  "binary",
  "date",
  "timestamp",
  "timestamptz",
  "time",
  "composite",
  "nested",
] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The type of a column that is there to be partitioned by. */
export const PART_TYPES = [
  "boolean",
  "int",
  "long",
  "float",
  "double",
  "decimal(9, 2)",
  "decimal(30, 4)",
  "date",
  "time",
  "timestamp",
  "timestamptz",
  "timestamp_ns",
  "string",
  "uuid",
  "binary",
] as const;
export type PartType = (typeof PART_TYPES)[number];

/** Indexes into the palettes of `row-values.ts`; 9 is NULL. */
export interface RowSeed {
  /** Business key. */
  k: number;
  /** Status and every other column without an index of its own. */
  s: number;
  /** Kafka topic and partition. */
  p: number;
  /** Kafka key bytes. */
  b: number;
  /** Event time. */
  t: number;
  /** CDC operation and soft-delete flag. */
  o: number;
}

export const CODECS = ["zstd", "snappy", "uncompressed", "gzip", "brotli", "lz4_raw"] as const;

/** Which columns an equality delete names; see `equalityIdsOf`. */
export const ID_SETS = ["key", "key and status", "status", "kafka key", "key and kafka partition", "key and part", "added column"] as const;
export type IdSet = (typeof ID_SETS)[number];

/** How a delete file lays its columns out. */
export const DELETE_LAYOUTS = ["ids only", "whole row", "reversed"] as const;
export type DeleteLayout = (typeof DELETE_LAYOUTS)[number];

export const SCHEMA_CHANGES = [
  "add in another case",
  "add inside a struct",
  "reorder inside a struct",
  "add",
  "add with default",
  "rename",
  "widen",
  "drop",
  "drop and add again",
  "reorder",
  "add nested",
] as const;
export type SchemaChange = (typeof SCHEMA_CHANGES)[number];

export const SPECS = [
  "none",
  "status",
  "bucket 2",
  "bucket 4",
  "truncated key",
  "day",
  "month",
  "kafka partition",
  "bucket and status",
  "void",
  "key",
  "part",
  "part bucket",
  "part truncated",
  "part year",
  "part month",
  "part day",
  "part hour",
  "part void",
  "part and status",
] as const;
export type SpecKind = (typeof SPECS)[number];

/** Whether a data file lacks field ids, and whether its columns then have their names or such that only the name mapping knows. */
export const NAMELESS = ["no", "names", "aliases"] as const;
export type Nameless = (typeof NAMELESS)[number];

export type Command =
  /**
   * `old`: an old writer, still on an earlier schema. `times`: each file holds its rows so often. `twice`: the commit lists each file twice.
   * `nameless` counts where the history's writers are mixed.
   */
  | {
      do: "append";
      rows: RowSeed[];
      files: number;
      times: number;
      codec: number;
      old: boolean;
      twice: boolean;
      branch: boolean;
      nameless: Nameless;
    }
  /** As Flink's sink: an equality delete per key, and position deletes or vectors for rows replaced within the commit. */
  | { do: "upsert"; rows: RowSeed[]; ids: IdSet; branch: boolean }
  | { do: "delete equal"; rows: RowSeed[]; ids: IdSet; spec: number; layout: DeleteLayout; branch: boolean }
  /**
   * Position deletes in v2, vectors in v3. `upgrade`: the table becomes v3 first. `merge`: the vector holds what its file's earlier position
   * deletes removed; without, it brings those rows back.
   */
  | { do: "delete rows"; rows: number[]; together: boolean; named: boolean; merge: boolean; upgrade: boolean }
  /** A position delete of rows that no live file has. */
  | { do: "delete elsewhere"; file: number }
  /** `lineage`: the new files hold the rows' ids, in v3. */
  | { do: "compact"; files: number[]; sequence: "own" | "starting" | "earlier"; dropDangling: boolean; lineage: boolean }
  | { do: "overwrite"; files: number[]; rows: RowSeed[] }
  | { do: "remove files"; files: number[] }
  | { do: "drop deletes"; files: number[] }
  | { do: "rewrite manifests" }
  /** A data file, or one of the delete files that are no vectors. */
  | { do: "register twice"; file: number; deletes: boolean }
  | { do: "change schema"; change: SchemaChange; column: number }
  | { do: "change spec"; spec: SpecKind }
  | { do: "upgrade" }
  | { do: "roll back"; snapshot: number }
  | { do: "expire"; count: number };

export const FILTERS = ["none", "status is a", "status is NULL", "high partition"] as const;
export type FilterKind = (typeof FILTERS)[number];

/** What is asked of the table when the history is over: the current snapshot and one older one. */
export interface Question {
  older: number;
  where: FilterKind;
  topic: boolean;
  eventTime: boolean;
  cdc: boolean;
  keysMax: number;
  rowsPerKeyMax: number;
}

export interface History {
  /** A table of version 1 becomes one of version 2 before its first delete; one with nanoseconds is of version 3. */
  formatVersion: FormatVersion;
  key: KeyKind;
  /** null: no such column. */
  part: PartType | null;
  spec: SpecKind;
  /** The Kafka columns are fields of one struct. */
  nestedKafka: boolean;
  /** Bounds and counts are in the manifests. */
  statistics: boolean;
  /** `mixed`: manifests of several writers, packed metadata, and data files that lack field ids or the columns that they are partitioned by. */
  writers: "one" | "mixed";
  /** `write.target-file-size-bytes`; null leaves Iceberg's default. */
  targetFileBytes: number | null;
  commands: Command[];
  question: Question;
}
