import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { AbsentRole } from "#lib/column-roles.ts";
import type { DriftLabel, Partitioner } from "#lib/drift-names.ts";
import type { CauseName, EvidenceName, KeyKeep, KeyPromise, TableKind, WinnerRule } from "#lib/names.ts";

/** Why keys are duplicated, as an engine tells it. Ids, keys, offsets, times and sums are text; counts are numbers below 2^53. */

/** By what the causes of a table's duplicated keys are judged. */
export interface ExplainRequest {
  kind: TableKind;
  promise: KeyPromise;
  keep: KeyKeep;
  /** A number column, such as revenue, that is summed over the rows that are too many; null: none. */
  measure: string | null;
  /** The name of a configured schema registry; null: key bytes are read by their shape alone. */
  registry: string | null;
  /** Columns that the table is declared not to have. Not given: none. */
  absent?: readonly AbsentRole[] | undefined;
}

/** One cause with all its keys. */
export interface CauseShare {
  cause: CauseName;
  keys: number;
  surplusRows: number;
  /** The measure summed over the rows that are not the winner, as a decimal text; null: no measure is asked for, or it was not computed. */
  measure: string | null;
}

/** A condition that comes before the one that holds, and that could not be decided. */
export interface UndecidedCause {
  cause: CauseName;
  /** What would decide it, in the order of EVIDENCE_NAMES; at least one. */
  missing: EvidenceName[];
}

/** A cause that holds, but only if what comes before it and could not be decided does not. */
export interface Doubt {
  /** The causes that it may be instead, in their order; at least one. */
  alternatives: CauseName[];
  /** What would decide it, in the order of EVIDENCE_NAMES. */
  missing: EvidenceName[];
}

/** All duplicated keys of a snapshot, each under the first cause that holds. */
export interface CauseFacts {
  /** Those with at least one key, in the order of CAUSE_NAMES; `keys` add up to `duplicatedKeys`, `surplusRows` to the surplus rows. */
  shares: CauseShare[];
  /** Of key_is_not_business_key: keys whose rows are one request sent again, alike but for Kafka columns, times and columns equal to the key. */
  retryKeys: Fact<number>;
  /** By cause and by what is missing, in that order. */
  undecided: (UndecidedCause & { keys: number })[];
  /** Keys of `shares` whose cause is provisional, by cause. Not given: stored before this was told. */
  provisional?: (Doubt & { cause: CauseName; keys: number })[];
  /**
   * The column that is summed; `rowsWithout`: surplus rows without a value in it that can be added; `tiedKeys`: keys whose right row is undecided
   * between rows that differ in it, where the last written was taken for the right one. Both leave out what is by design. null: none was asked for.
   */
  measure: Fact<{ column: string; rowsWithout: number; tiedKeys?: number }> | null;
  /** null: the table has no Kafka partition, or no key lies in several. */
  drift: DriftFacts | null;
  /** Sentences on what bounds these numbers: keys with too many rows to be looked at whole, key bytes too many to be decoded, … */
  notes: string[];
  /** Stored: the schema registry that there was to tell them, by its kind and place; null: none. Not given: not stored, or it was not noted yet. */
  registry?: string | null;
}

/** Which partitioner and partition count explain the rows of one topic, from a sample. */
export interface DriftFacts {
  topics: DriftTopic[];
  /** Topics that are not told, since there are too many. */
  otherTopics: number;
}

export interface DriftTopic {
  /** null: the table has no topic column, and is taken for one topic's. */
  topic: string | null;
  /** Rows looked at, deleted ones among them: a record tells of its client whatever became of its row. */
  sampledRows: number;
  /** Rows that the data files have with key bytes and a partition; null: not counted, since only a sample of them was read. */
  rows: number | null;
  /** In the order of their first row. Windows of several clients may lie over one another. */
  windows: DriftWindow[];
  labels: DriftLabel[];
  /** Old × new partition of the sampled keys that lie in more than one: how many went from one to the other; largest first, bounded. */
  moves: { from: number; to: number; keys: number }[];
  /**
   * Rows over time by what explains them: equal spans of time, oldest first; counts in the order of `windows`, the last for none of them. Empty
   * where rows have no Kafka timestamp and their commits are no longer retained.
   */
  strip: { from: string; to: string; rows: number[] }[];
}

export interface DriftWindow {
  /** null: no partitioner explains these rows better than chance: the partition was given, or the client is not known. */
  partitioner: Partitioner | null;
  /** Number of partitions; of an unexplained window the least that there can be. */
  partitionCount: number;
  /** Kafka timestamps of its first and last row, ISO 8601 in UTC; null: no timestamp column, then the windows follow commits. */
  firstAt: string | null;
  lastAt: string | null;
  firstSnapshotId: string | null;
  /** Sampled rows that it explains, and that fall into its time. */
  rows: number;
  rowsInTime: number;
}

/**
 * What an equality-delete file, live in the snapshot, deletes with the key's values in the key's columns; where it has none of these columns, what
 * it deletes with the values of some of the key's rows, rows with different values apart.
 */
export interface KeyDelete {
  file: string;
  sequenceNumber: string;
  /** Spec and partition that it reaches, for a person: `spec 0, event_ts_day=2026-10-05`; null: the whole table. */
  scope: string | null;
  /** Columns that it deletes by. */
  columns: string[];
  /** Rows of the sample, by their place, whose values in all these columns are the delete's. */
  names: number[];
}

/** What was found about one sampled key. */
export interface KeyVerdict {
  cause: CauseName;
  /** Of key_is_not_business_key: the rows are one request sent again. null: does not apply, or not known. */
  retry: boolean | null;
  /** In the order of the causes, all before `cause`. */
  undecided: UndecidedCause[];
  /** null: the cause is certain, or unknown. Not given: stored before this was told. */
  doubt?: Doubt | null;
  /** The right row, by its place in `rows`; null: undecided. */
  winner: number | null;
  winnerBy: WinnerRule;
  /** The rows between which it is undecided; empty when there is a winner. */
  tied: number[];
  /** Newest first, at most twenty. */
  deletes: KeyDelete[];
  /** How the key's partitions came about, where its topic's windows say so; null: unknown, or no drift. */
  drift: DriftLabel | null;
  /** Rows that were looked at; below `rowCount` the winner is that among these. */
  rowsSeen: number;
  /** The cause that the key had when it became duplicated, as far as it was looked at then. Not given: nobody did, or it was not known. */
  first?: FirstCause | undefined;
}

/** The cause of a key at the first snapshot at which it was found. */
export interface FirstCause {
  cause: CauseName;
  snapshotId: string;
  /** The causes that it might have been instead. Not given: it was certain. */
  alternatives?: CauseName[] | undefined;
}

/** What a row of a duplicated key says beside its values. Times are nanoseconds since the epoch, as text. */
export interface RowEvidence {
  kafkaTimestamp: string | null;
  eventTime: string | null;
  sourceTime: string | null;
  op: string | null;
  /** As asked for, most significant first; each as text; null: NULL. */
  lsn: (string | null)[];
  /** null: no such column is given. */
  deleted: boolean | null;
  /** Rows of a key with the same number have the same payload; null: it cannot be compared, or is not asked for. */
  payload: number | null;
  /** Rows with the same number are alike in all but Kafka columns, times and columns equal to the decoded Kafka key; null as above. */
  content: number | null;
  /** Whether the Kafka key's bytes read as the row's business key; null: they cannot be read without a schema registry, or there are none. */
  keyReads: boolean | null;
  /** How they were read: `text`, `JSON`, `Avro behind schema id 41`, …; null: they were not. */
  keyReadAs: string | null;
  /**
   * The row's file was written by a compaction: its sequence number is not that of the commit that wrote the row. null: the commit that added the
   * file is no longer retained, and nothing else tells.
   */
  compacted: boolean | null;
  /** Spec and partition of its file, for a person; null: unpartitioned. */
  scope: string | null;
  /** The snapshot that added the row's file, where the manifests say it. */
  addedBy: string | null;
}
