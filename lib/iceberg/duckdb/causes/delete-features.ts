import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";

/** Table of all rows of the keys that the causes before 12 leave: `id` UHUGEINT, `file` INTEGER, `position` BIGINT. The caller fills it. */
export const LEFT = "own_left";

/**
 * Table of what deletes say of the keys of LEFT, one row a key: `id` UHUGEINT, and BOOLEANs `deleted_in_same_commit`, `deleted_elsewhere`,
 * `not_deleted` (FEATURES; NULL where a compaction erased what would tell) and `erased` (one of them is NULL).
 */
export const DELETE_FEATURES = "own_delete_features";

/**
 * Fills DELETE_FEATURES from all live equality deletes, also those that reach no data file now. In: LEFT, and WINNERS of at least its keys
 * (rankWinners). Without equality deletes nothing is read. Throws table_unreadable, table_unsupported with the file.
 */
export async function findDeleteFeatures(reading: CauseReading): Promise<void> {
  throw new Error("not yet");
}
