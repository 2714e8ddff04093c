import type { KeyDelete, RowEvidence } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { KeyKeep, KeyPromise, TableKind } from "#lib/names.ts";

/** Columns that a table may be told, and whose absence leaves causes undecided. */
export type GivenColumn = "deleted" | "kafkaKey" | "kafkaOffset" | "kafkaPartition" | "kafkaTopic" | "lsn" | "op" | "sourceTime";

/** What is known of the table, and so the same for all its keys. */
export interface TableEvidence {
  kind: TableKind;
  promise: KeyPromise;
  keep: KeyKeep;
  /** Columns of the business key, as they are written in the request. */
  key: readonly string[];
  given: ReadonlySet<GivenColumn>;
  /** Columns that the table is declared not to have. */
  absent: ReadonlySet<GivenColumn>;
  /** No retained snapshot has a delete file, and none removed data files except by `replace`; null: a manifest of an older one cannot be read. */
  neverDeletes: boolean | null;
  /** Manifests of the table's whole history prove that it never had an equality delete, so that no compaction can have erased one. */
  nothingErased: boolean;
  /** The retained commits by snapshot id. */
  commits: ReadonlyMap<string, Commit>;
  /** By the place of a live file in its store: the rewrites that took it out, and whose results are live. */
  rewrites: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What a retained snapshot says of the commit. */
export interface Commit {
  /** It writes rows anew that earlier commits brought (`replace`). */
  isRewrite: boolean;
  /** Some commit of its writer deletes or overwrites rows. */
  writerReplaces: boolean;
}

/** A row whose evidence was gathered. */
export type EvidentRow = SampleRow & { evidence: RowEvidence };

/** All rows of one duplicated key that were looked at, and the live equality deletes for it. */
export interface KeyEvidence {
  rows: readonly EvidentRow[];
  /** `names` are places in `rows`. */
  deletes: readonly KeyDelete[];
}

/** Whether CDC's own order (op, log position, source time) comes before the event time. Pure. */
export function ordersByLog({ kind, given }: Pick<TableEvidence, "kind" | "given">): boolean {
  return kind === "cdc" || given.has("op") || given.has("lsn") || given.has("sourceTime");
}

/** A feature of rows that are known only in part: what was found is true, whatever else is missing. Pure. */
export function trueUnlessMissing(found: boolean, lacks: boolean): boolean | null {
  if (found) return true;
  return lacks ? null : false;
}

/** Each two of some rows, once. Pure. */
export function* pairsOf<T>(rows: readonly T[]): Generator<[T, T]> {
  for (const [at, one] of rows.entries()) for (const other of rows.slice(at + 1)) yield [one, other];
}
