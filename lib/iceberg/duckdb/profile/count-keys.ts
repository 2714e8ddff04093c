import type { Fact, KeyProfile } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { sumDuplicatedKeys, type DuplicatedKeys } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { groupAllKeys } from "#lib/iceberg/duckdb/profile/one-grouping.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { scanHashes, type RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { groupSuspects } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { whyMissing, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { PartitionBucket } from "#lib/names.ts";

/** Above this share of rows with a repeated hash, one grouping of everything is cheaper than a second pass over the suspects. */
const SUSPECT_SHARE_MAX = 0.2;

export interface CountedKeys {
  counts: RowCounts;
  duplicated: DuplicatedKeys;
  /** True when SUSPECTS holds the rows of the duplicated keys. */
  suspectRows: boolean;
}

/** Counts rows and keys of one reading; fills KEYS. In: whether deletes are applied. */
export async function countKeys(
  database: Database,
  live: LiveRows,
  columns: RowColumns,
  deletes: "applied" | "ignored",
): Promise<CountedKeys> {
  const expected = live.files.reduce((sum, file) => sum + file.recordCount, 0);
  const { counts, buckets } = await scanHashes(database, live.sql(columns.fields, { deletes }), columns, expected);
  const suspects = buckets.repeated();
  const suspectRows = suspects.rows <= SUSPECT_SHARE_MAX * counts.rows || counts.rows < 100_000;
  if (suspectRows) await groupSuspects(database, live.sql(columns.fields, { deletes, numbered: true }), columns, suspects);
  else await groupAllKeys(database, live.sql(columns.fields, { deletes }), columns);
  return { counts, duplicated: await sumDuplicatedKeys(database), suspectRows };
}

/** Keys with one row are in one partition, or in none where it is NULL; the rest was counted by key. */
function histogram(counts: RowCounts, duplicated: DuplicatedKeys, distinctKeys: number): Record<PartitionBucket, number> {
  const single = distinctKeys - duplicated.duplicated_keys;
  const singleWithout = counts.keyedRowsWithoutPartition - duplicated.null_pairs;
  return {
    "0": singleWithout + duplicated.p0,
    "1": single - singleWithout + duplicated.p1,
    "2": duplicated.p2,
    "3": duplicated.p3,
    "4": duplicated.p4,
    "5+": duplicated.p5,
  };
}

/** The key profile from the counts of the live rows and, where it was made, of the raw reading. Pure. */
export function keyProfile(
  { counts, duplicated }: CountedKeys,
  columns: ResolvedColumns,
  raw: { rows: Fact<number>; duplicatedKeys: Fact<number> },
): KeyProfile {
  const distinctKeys = counts.rows - counts.nullKeyRows - duplicated.surplus_rows;
  const partitions = histogram(counts, duplicated, distinctKeys);
  const single = partitions["1"] > 0 ? 1 : 0;
  const ofPartition = <T>(value: T): Fact<T> =>
    columns.kafkaPartition
      ? { value }
      : { value: null, reason: whyMissing(columns, "kafkaPartition", "Kafka partition", "--kafka-partition") };
  return {
    rows: counts.rows,
    nullKeyRows: counts.nullKeyRows,
    distinctKeys,
    duplicatedKeys: duplicated.duplicated_keys,
    rowsPerKeyMax: duplicated.rows_per_key_max ?? (distinctKeys > 0 ? 1 : 0),
    partitionsPerKey: ofPartition(partitions),
    partitionsPerKeyMax: ofPartition(Math.max(duplicated.pairs_max ?? 0, single)),
    multiPartitionKeys: ofPartition(partitions["2"] + partitions["3"] + partitions["4"] + partitions["5+"]),
    multiKeyBytesKeys: columns.kafkaKey
      ? { value: duplicated.multi_key_bytes_keys }
      : { value: null, reason: whyMissing(columns, "kafkaKey", "Kafka key", "--kafka-key") },
    rawRows: raw.rows,
    rawDuplicatedKeys: raw.duplicatedKeys,
  };
}
