import type { Rulings } from "#lib/causes/rulings.ts";
import type { EvidenceName } from "#lib/names.ts";

/**
 * What the evidence says of one duplicated key: each true, false, or not known (NULL). An engine computes them for all keys at once, and each
 * cause's file for one key from its rows; a test holds the two equal.
 */
export const FEATURES = [
  /** Two rows share (data file path, row position). */
  "shares_place",
  /** One row lies in a live file that a rewrite removed, another in a file that the same rewrite added. */
  "rewrote_live_sources",
  /** Two rows share (topic, partition, offset), and their key bytes and Kafka timestamps agree where both have them. */
  "shares_offset",
  /** Two rows share (topic, partition, offset), and differ in key bytes or Kafka timestamp. */
  "reuses_offset",
  /** The key's promise is `none`. The same for all keys. */
  "promises_nothing",
  /** A row is a delete (by its op) beside another. False for a table that is no CDC table and has no op. */
  "has_delete_op",
  /** All rows but at most one carry the soft-delete flag; a NULL flag is none. False as above. */
  "soft_deleted",
  /** Two rows are snapshot reads (op `r`), or one is and a change (op `c`, `u`) has the same payload or came again. False as above. */
  "snapshot_overlaps",
  /** Two or more rows that have a partition or an offset have NULL or empty key bytes. */
  "lacks_key_bytes",
  /** More than one key bytes; NULL where a row has none (or empty ones) and the others do not decide it. */
  "several_key_bytes",
  /** All key bytes read as the row's business key, or are equal behind a schema-id header; NULL where a registry would tell, or a row that has none. */
  "same_key_value",
  /** More than one topic; NULL where a row has none and the others do not decide it, and without a topic column. */
  "several_topics",
  /** Two rows of one topic (without a topic column: of the table) have different partitions; NULL where a row lacks one and it is not decided. */
  "several_partitions",
  /** Two rows with equal key bytes have different topics, whatever the others lack; false where no two are known to. */
  "shares_key_across_topics",
  /** Two rows with equal key bytes and of one topic have different partitions; as above. */
  "shares_key_across_partitions",
  /** A stale row has the right row's data sequence number, and an equality delete for the key that also names the right row has it too. */
  "deleted_in_same_commit",
  /** Equality deletes for the key are newer than a stale row, and all of these lie in other Iceberg partitions or specs than it. */
  "deleted_elsewhere",
  /** One commit, no rewrite, added all rows, and its writer deletes elsewhere or they were never in Kafka; NULL: it is not retained. */
  "repeated_in_commit",
  /** No retained snapshot has a delete file, and none removed data files except by `replace`. The same for all keys. */
  "never_deletes",
  /** For a stale row no live equality delete for the key has a sequence number above its own. */
  "not_deleted",
] as const;
export type Feature = (typeof FEATURES)[number];

export type Features = Record<Feature, boolean | null>;

/** The features of a key, and what was missing for those that are not known. */
export interface KeySignature {
  features: Features;
  missing: ReadonlySet<EvidenceName>;
  rulings: Rulings;
}
