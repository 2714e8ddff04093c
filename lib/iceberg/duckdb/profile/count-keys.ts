import type { KeyProfile } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { keepEvidence, readEvidence } from "#lib/iceberg/duckdb/causes/gather-evidence.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { KEYS, sumDuplicatedKeys, worstHashes, type DuplicatedKeys } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";
import { KeyGroups } from "#lib/iceberg/duckdb/profile/key-groups.ts";
import { PARTS } from "#lib/iceberg/duckdb/profile/key-record.ts";
import { groupAllKeys } from "#lib/iceberg/duckdb/profile/one-grouping.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { countRows, groupSink, hashSink, scanAllKeys, scanKeys, type RowCounts } from "#lib/iceberg/duckdb/profile/scan-hashes.ts";
import { groupSuspects, hashList, HASHES } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { whyMissing, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { PartitionBucket } from "#lib/names.ts";

/** Above this share of rows with a repeated hash, one grouping of everything is cheaper than a second pass over the suspects. */
export const SUSPECT_SHARE_MAX = 0.2;
/** Below so many rows both ways take no time. */
const SMALL_ROWS_MAX = 100_000;
/** What this process keeps of a row: its hash alone, or a record of its key's group. */
export const HASH_BYTES = 8;
const RECORD_BYTES = 32;

export interface CountedKeys {
  counts: RowCounts;
  duplicated: DuplicatedKeys;
  /** True when KEYS holds every duplicated key, false when only the worst, or none where the evidence was asked for. */
  allKeys: boolean;
}

interface CountOptions {
  deletes: "applied" | "ignored";
  /** How many of the worst keys KEYS and SUSPECTS are to hold at least. */
  worstMax: number;
  /** Not given: EVIDENCE is not made. */
  evidence?: EvidenceColumns | null;
}

/**
 * Counts rows and keys of one reading; fills KEYS and SUSPECTS with (at least) the worst keys. Few suspects: their hashes, then their rows.
 * Many: one grouping, here where it fits into memory, else in DuckDB, which can spill. With evidence, EVIDENCE holds all rows of all duplicated
 * keys, and in the place of the worst keys of many the caller reads those that it wants (readChosen).
 */
export async function countKeys(database: Database, live: LiveRows, columns: RowColumns, options: CountOptions): Promise<CountedKeys> {
  const expected = live.recordCount;
  const memory = database.memoryBytesMax / 2;
  if (expected * HASH_BYTES > memory) return await groupInDatabase(database, live, columns, options);
  const parts = live.parts(columns.fields, options);
  const buckets = new HashBuckets(expected);
  const fewSuspects = (shareRead: number) => buckets.repeated().rows / shareRead <= SUSPECT_SHARE_MAX * buckets.count;
  const counts = await scanKeys(database, parts, columns, hashSink(buckets), fewSuspects);
  const suspects = counts ? buckets.repeated() : null;
  buckets.release();
  if (counts && suspects && (suspects.rows <= SUSPECT_SHARE_MAX * counts.rows || counts.rows < SMALL_ROWS_MAX)) {
    const { evidence = null } = options;
    const fields = [...columns.fields, ...(evidence?.fields ?? [])];
    await groupSuspects(database, live.partsSql(fields, options, isAmong(suspects.parts)), columns, { ...suspects, evidence });
    if (evidence) await keepEvidence(database, evidence);
    return { counts, duplicated: await sumDuplicatedKeys(database, columns), allKeys: true };
  }
  if (expected * RECORD_BYTES > memory) return await groupInDatabase(database, live, columns, options);
  return await groupHere(database, live, columns, options);
}

/** Whether a part of the reading is among those with their bits. */
function isAmong(parts: number): (part: number) => boolean {
  return (part) => (parts & (1 << (part % PARTS))) !== 0;
}

/** One pass into records of this process, and a look at the files that hold the worst keys. */
export async function groupHere(database: Database, live: LiveRows, columns: RowColumns, options: CountOptions): Promise<CountedKeys> {
  const groups = new KeyGroups(live.recordCount, { pair: columns.pair !== null, keyBytes: columns.keyBytes !== null });
  const counts = await scanAllKeys(database, live.parts(columns.fields, options), columns, groupSink(groups, columns));
  const { duplicated, worst, hashes } = groups.summarize(options.worstMax, { hashes: options.evidence != null });
  groups.release();
  if (options.evidence) {
    await readEvidence(database, live, columns, options.evidence, await hashList(database, hashes));
    await database.drop(HASHES);
    return { counts, duplicated, allKeys: false };
  }
  const inParts = worst.reduce((all, key) => all | key.parts, 0);
  const rows = live.partsSql(columns.fields, options, isAmong(inParts));
  await groupSuspects(database, rows, columns, { hashes: BigUint64Array.from(worst, ({ hash }) => hash), rows: null });
  return { counts, duplicated, allKeys: false };
}

/** For tables whose keys do not fit into this process: slower, and bounded by DuckDB's memory and spill. */
export async function groupInDatabase(
  database: Database,
  live: LiveRows,
  columns: RowColumns,
  options: CountOptions,
): Promise<CountedKeys> {
  const counts = await countRows(database, live.sql(columns.fields, options), columns);
  await groupAllKeys(database, live.sql(columns.fields, options), columns, counts.rows);
  const duplicated = await sumDuplicatedKeys(database, columns);
  if (options.evidence) {
    await readEvidence(database, live, columns, options.evidence, `SELECT ${columns.hash} FROM ${KEYS}`);
    return { counts, duplicated, allKeys: false };
  }
  const hashes = await worstHashes(database, columns, options.worstMax);
  await groupSuspects(database, live.sql(columns.fields, { ...options, numbered: true }), columns, { hashes, rows: null });
  return { counts, duplicated, allKeys: false };
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
    duplicatesDigest: `${duplicated.digest_high}.${duplicated.digest_low}`,
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
