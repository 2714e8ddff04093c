import { EVIDENCE, OP, type EvidenceColumn, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { missingBit } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { eachSlice, inSlice } from "#lib/iceberg/duckdb/causes/slices.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";

/**
 * Table of the duplicated keys, a row each: `id`, `n` rows, `first_file` and `last_file` (FILE), the features that the rows' coordinates, ops
 * and flags decide, `off_kafka` (no row has a partition or offset), `usual` (all key bytes were found to be the key's while the rows were read), `reads` and `changes` (rows of these ops), and `missing` (bits of what evidence the key lacks, in the order of EVIDENCE_NAMES).
 */
export const FEATURES_TABLE = "own_features";

export interface FeatureRequest {
  evidence: EvidenceColumns;
  explain: ExplainRequest;
  /** Number of the first file with the same path by FILE; null: every path is registered once. */
  places: readonly number[] | null;
}

/** Least, most, and number of known values of a column. */
function spread(name: EvidenceColumn): string[] {
  return [`min(${name}) AS ${name}_least`, `max(${name}) AS ${name}_most`, `count(${name}) AS ${name}_known`];
}

const differs = (name: string) => `coalesce(${name}_least <> ${name}_most, false)`;

/** True or false by `holds` where all is known, NULL elsewhere. */
const where = (known: string, holds: string) => `CASE WHEN ${known} THEN ${holds} END`;

/** Features of a key over its aggregates; those of keys with three and more rows are made whole by what they share (SHARED). */
function featuresSql({ evidence: { given }, explain, places }: FeatureRequest): Record<string, string> {
  const knows = (...names: EvidenceColumn[]) => names.every((name) => given.has(name));
  const known = (...names: EvidenceColumn[]) => names.filter((name) => given.has(name)).map((name) => `${name}_known = n`);
  const coordinates = known("topic", "kafka_partition", "kafka_offset").join(" AND ");
  const same = (["topic", "kafka_partition", "kafka_offset"] as const)
    .filter((name) => given.has(name))
    .map((name) => `NOT ${differs(name)}`);
  const other = (["kafka_key", "kafka_time"] as const)
    .filter((name) => given.has(name))
    .map(differs)
    .concat("false")
    .join(" OR ");
  const offsets = (condition: string) =>
    knows("kafka_partition", "kafka_offset") ? where(coordinates, `n = 2 AND ${same.join(" AND ")} AND ${condition}`) : "NULL::BOOLEAN";
  const several = (name: EvidenceColumn) =>
    given.has(name) ? `CASE WHEN ${differs(name)} THEN true WHEN ${name}_known = n THEN false END` : "NULL::BOOLEAN";
  const withoutColumn = explain.kind === "cdc" ? "NULL::BOOLEAN" : "false";
  return {
    shares_place: places ? "n = 2 AND place_least = place_most AND position_least = position_most" : "false",
    shares_offset: offsets(`NOT (${other})`),
    reuses_offset: offsets(`(${other})`),
    promises_nothing: String(explain.promise === "none"),
    has_delete_op: given.has("op") ? `CASE WHEN deletes > 0 THEN true WHEN op_known = n THEN false END` : withoutColumn,
    soft_deleted: given.has("deleted") ? "n - flagged <= 1" : withoutColumn,
    lacks_key_bytes: lacksKeyBytes(given),
    several_key_bytes: several("kafka_key"),
    several_topics: several("topic"),
    several_partitions: severalPartitions(given),
    shares_key_across_topics: acrossOf(given, "topic"),
    shares_key_across_partitions: acrossOf(given, "kafka_partition"),
  };
}

/** Without a column for one of the coordinates a row that lacks the other may have been in Kafka all the same. */
function lacksKeyBytes(given: ReadonlySet<EvidenceColumn>): string {
  if (!given.has("kafka_key")) return "NULL::BOOLEAN";
  const tellsAll = given.has("kafka_partition") && given.has("kafka_offset");
  return tellsAll ? "unkeyed > 1" : "CASE WHEN unkeyed > 1 THEN true WHEN n - kafka_key_known < 2 THEN false END";
}

/** In one topic least and most decide; of several, which keys of two rows cannot have twice, SHARED tells. */
function severalPartitions(given: ReadonlySet<EvidenceColumn>): string {
  if (!given.has("kafka_partition")) return "NULL::BOOLEAN";
  const oneTopic = given.has("topic") ? `topic_known = n AND NOT ${differs("topic")}` : "true";
  const known = given.has("topic") ? "topic_known = n AND kafka_partition_known = n" : "kafka_partition_known = n";
  return `CASE WHEN ${oneTopic} AND ${differs("kafka_partition")} THEN true WHEN ${known} THEN false END`;
}

function offKafka(given: ReadonlySet<EvidenceColumn>): string {
  const columns = (["kafka_partition", "kafka_offset"] as const).filter((name) => given.has(name));
  return `(${columns
    .map((name) => `${name}_known = 0`)
    .concat("true")
    .join(" AND ")})`;
}

/** Two rows alone; of three and more SHARED tells. */
function acrossOf(given: ReadonlySet<EvidenceColumn>, name: "topic" | "kafka_partition"): string {
  if (!given.has("kafka_key") || !given.has(name)) return "false";
  const oneTopic = name === "kafka_partition" && given.has("topic") ? ` AND topic_known = 2 AND NOT ${differs("topic")}` : "";
  return `n = 2 AND kafka_key_known = 2 AND NOT ${differs("kafka_key")}${oneTopic} AND ${differs(name)}`;
}

function missingSql({ evidence: { given } }: FeatureRequest): string {
  const lacks = (column: EvidenceColumn) => (given.has(column) ? `${column}_known < n` : "true");
  const bits = [
    given.has("deleted") ? "0" : String(missingBit("deleted")),
    ...(
      [
        ["kafka_key", "kafka-key"],
        ["kafka_offset", "kafka-offset"],
        ["kafka_partition", "kafka-partition"],
        ["topic", "kafka-topic"],
        ["op", "op"],
      ] as const
    ).map(([column, name]) => `CASE WHEN ${lacks(column)} THEN ${missingBit(name)} ELSE 0 END`),
  ];
  return `(${bits.join(" + ")})::USMALLINT`;
}

function aggregates({ evidence: { given }, places }: FeatureRequest): string[] {
  const has = (name: EvidenceColumn) => given.has(name);
  const coordinates = (["kafka_partition", "kafka_offset"] as const).filter(has).map((name) => `${name} IS NOT NULL`);
  const compared = (["topic", "kafka_partition", "kafka_offset", "kafka_time", "kafka_key"] as const).filter(has);
  const ops = has("op")
    ? [
        "count(op) AS op_known",
        `count(*) FILTER (op = ${OP.delete}) AS deletes`,
        `count(*) FILTER (op = ${OP.read}) AS reads`,
        `count(*) FILTER (op = ${OP.change}) AS changes`,
      ]
    : ["0 AS reads", "0 AS changes"];
  return [
    "id",
    "count(*) AS n",
    "min(file) AS first_file",
    "max(file) AS last_file",
    ...compared.flatMap(spread),
    ...ops,
    ...(has("key_reads") ? ["count(key_reads) AS usual_known"] : []),
    ...(has("deleted") ? ["count(*) FILTER (deleted) AS flagged"] : []),
    ...(has("kafka_key") ? [`count(*) FILTER (kafka_key IS NULL AND (${coordinates.concat("false").join(" OR ")})) AS unkeyed`] : []),
    ...(places
      ? [
          `min(${placeSql(places)}) AS place_least`,
          `max(${placeSql(places)}) AS place_most`,
          "min(position) AS position_least",
          "max(position) AS position_most",
        ]
      : []),
  ];
}

/** The number that all entries of one path share. */
export function placeSql(places: readonly number[]): string {
  return `list_extract([${places.join(", ")}], file + 1)`;
}

/**
 * Fills FEATURES_TABLE from EVIDENCE, a slice of the keys at a time, so that its memory does not grow with their number.
 * In: about how many keys there are.
 */
export async function gatherFeatures(database: Database, request: FeatureRequest, keys: number): Promise<void> {
  const features = Object.entries(featuresSql(request)).map(([name, sql]) => `(${sql})::BOOLEAN AS ${name}`);
  const select = (slice: string) => `SELECT id, n::UINTEGER AS n, first_file, last_file, ${features.join(", ")},
      ${request.evidence.given.has("key_reads") ? "usual_known = n" : "false"} AS usual, ${offKafka(request.evidence.given)} AS off_kafka, reads::UINTEGER AS reads,
      changes::UINTEGER AS changes, ${missingSql(request)} AS missing
    FROM (SELECT ${aggregates(request).join(", ")} FROM ${EVIDENCE} WHERE ${slice} GROUP BY id HAVING count(*) > 1)`;
  await database.run(`CREATE OR REPLACE TABLE ${FEATURES_TABLE} AS ${select("false")}`);
  await eachSlice(keys, async (slice) => await database.run(`INSERT INTO ${FEATURES_TABLE} ${select(inSlice("id", slice))}`));
}
