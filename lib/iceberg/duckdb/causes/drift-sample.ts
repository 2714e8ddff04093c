import { z } from "zod";
import { explainPartitions, type TopicRows } from "#lib/causes/drift/explain-partitions.ts";
import { PARTITION_MAX, type DriftRow } from "#lib/causes/drift/drift-rows.ts";
import type { DriftFacts, DriftTopic } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { BAND_ROWS, chooseDriftBands, type Band } from "#lib/iceberg/duckdb/causes/choose-drift-bands.ts";
import { countMoves, DRIFTED, findDriftedBands, findDriftedKeys } from "#lib/iceberg/duckdb/causes/drifted-keys.ts";
import { comparable, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { rowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

/** Topics that are told, the ones with most drifted keys first. */
const TOPICS_MAX = 8;
/** Rows that are looked at, of a topic and of all. */
const ROWS_MAX = { topic: 20_000, all: 60_000 } as const;
/** Of the rows that are not of drifted keys so many times the wanted ones are weighed; the rest is left out by the hash of their keys. */
const WEIGHED = 2;
/** Times of sending lie between these, in nanoseconds since the epoch: -1, one without an end, or a number in another unit than its name says is none. */
const [TIME_MIN, TIME_MAX] = [Date.UTC(1990), Date.UTC(2200)].map((at) => `${at}000000`);

const sampled = z.object({
  topic: z.string().nullable(),
  topic_code: integerText.nullable(),
  partition: count,
  kafka_offset: integerText.nullable(),
  sent_at: integerText.nullable(),
  key: z.string(),
  file: count,
  drifted: z.boolean(),
  /** Rows of the topic in the whole table; only told where all were read. */
  in_all: count,
});
type Sampled = z.infer<typeof sampled>;

/**
 * Which partitioners explain the partitions of the table's rows, from a sample: of a table of up to 200,000 rows all, else stretches of its files
 * that lie all over its commits and where the drifted keys lie, at most 20,000 rows a topic, half of them of drifted keys where there are so many,
 * each file with its share, chosen by the hash of their keys. Deleted rows are looked at too: what a record tells of its client does not depend
 * on what became of its row. null: no partition or key column is given, or no key of records lies in two partitions of its topic.
 * In: EVIDENCE, as countKeys made it. Throws as GatherFacts says.
 */
export async function readDrift(reading: CauseReading, evidence: EvidenceColumns): Promise<DriftFacts | null> {
  const { database, live, planned } = reading;
  if (!evidence.given.has("kafka_partition") || !evidence.given.has("kafka_key")) return null;
  try {
    if ((await findDriftedKeys(database, evidence)) === 0) return null;
    const places = chooseDriftBands(live.files, await findDriftedBands(database, evidence, BAND_ROWS));
    const rows = await readSample(reading, places);
    const type = planned.columns.kafkaPartition?.type;
    const moves = places.whole || (type !== "int" && type !== "long") ? null : await countMoves(database, live, evidence);
    return tellTopics(reading, rows, { moves, whole: places.whole });
  } finally {
    await database.drop(DRIFTED);
  }
}

/** Rows with a partition and key bytes, at most so many of each topic and file. */
async function readSample(
  { database, live, planned }: CauseReading,
  { bands, whole }: { bands: readonly Band[]; whole: boolean },
): Promise<Sampled[]> {
  const { columns, rows, filter } = planned;
  const order = rowOrder(columns);
  const wanted = new Set(["__o_topic", "__o_partition", "__o_offset", "__o_kafka_time"]);
  const key = rows.fields.filter(({ alias }) => alias === "__key_bytes");
  const fields = [...order.fields.filter(({ alias }) => wanted.has(alias)), ...key, ...(filter?.fields ?? [])];
  const topicCode = columns.kafkaTopic ? comparable(columns.kafkaTopic, "__o_topic") : "0";
  const files = new Set(bands.map(({ file }) => file)).size;
  const share = Math.max(20, Math.ceil(ROWS_MAX.topic / 2 / Math.max(1, files)));
  const read = bands.reduce((sum, { from, to }) => sum + to - from, 0);
  const oneIn = whole ? 1 : Math.max(1, Math.floor(read / (WEIGHED * share * files)));
  // A table that is read whole may have thousands of files, and a part for each would take longer to plan than to read.
  const parts = whole
    ? [live.sql(fields, { deletes: "ignored", numbered: true })]
    : bands.map(({ file, from, to }) => {
        const sql = live.sql(fields, { deletes: "ignored", numbered: true, only: file });
        return `SELECT * FROM (${sql}) WHERE ${POSITION} >= ${from} AND ${POSITION} < ${to}`;
      });
  return await database.rows(
    `WITH read AS (SELECT ${order.topic ?? "NULL::VARCHAR"} AS topic, ${topicCode} AS topic_code, ${order.partition ?? "NULL"} AS partition,
         ${order.offset ?? "NULL::BIGINT"} AS kafka_offset, ${order.kafkaTimestamp ?? "NULL::BIGINT"} AS sent_at, ${rows.keyBytes ?? "NULL::BLOB"} AS key,
         ${FILE} AS file, ${POSITION} AS position
       FROM (${parts.join("\nUNION ALL\n")}) WHERE ${rows.inScope}),
     known AS (SELECT * REPLACE (CASE WHEN sent_at BETWEEN ${TIME_MIN} AND ${TIME_MAX} THEN sent_at END AS sent_at), hash(key) AS key_hash
       FROM read WHERE partition BETWEEN 0 AND ${PARTITION_MAX} AND octet_length(key) > 0),
     marked AS (SELECT k.*, d.kafka_key IS NOT NULL AS drifted FROM known k
       LEFT JOIN ${DRIFTED} d ON d.kafka_key = k.key_hash AND d.topic IS NOT DISTINCT FROM k.topic_code)
     SELECT topic, topic_code, partition, kafka_offset, CAST(sent_at AS VARCHAR) AS sent_at, lower(hex(key)) AS key, file, drifted,
       ${whole ? "count(*) OVER (PARTITION BY topic)" : "0"} AS in_all
     FROM marked WHERE drifted OR key_hash % ${oneIn} = 0 QUALIFY row_number() OVER (PARTITION BY topic, file, drifted ORDER BY key_hash, position) <= ${share}
     ORDER BY topic, file, position`,
    sampled,
  );
}

type Moves = Awaited<ReturnType<typeof countMoves>>;

function tellTopics(
  { live, planned }: CauseReading,
  read: readonly Sampled[],
  { moves, whole }: { moves: Moves | null; whole: boolean },
): DriftFacts {
  // Few rows without a time are left out; where most have none, as in another unit, commits tell the order.
  const sent = read.filter((row) => row.sent_at !== null);
  const timed = sent.length > 0 && 2 * sent.length >= read.length;
  const rows = timed ? sent : read;
  const commits = commitsOf(live.files, planned.table.metadata.snapshots);
  const topics = [...Map.groupBy(rows, ({ topic }) => topic)].toSorted(
    ([, a], [, b]) => driftedOf(b) - driftedOf(a) || b.length - a.length,
  );
  const told = topics.slice(0, TOPICS_MAX);
  const each = Math.min(ROWS_MAX.topic, Math.floor(ROWS_MAX.all / Math.max(1, told.length)));
  const asked = told.map(([topic, own]): TopicRows => ({
    topic,
    rows: thin(own, each).map((row) => driftRow(row, live.files[row.file], commits, timed)),
    rowsInAll: whole ? (own[0]?.in_all ?? null) : null,
  }));
  const raw = isBytes(planned.columns.kafkaKey?.type ?? "string");
  const explained = explainPartitions(asked, { timed, raw }).map((topic, index) =>
    withMoves(topic, told[index]?.[1][0]?.topic_code ?? null, moves),
  );
  return {
    topics: timed || commits.known ? explained : explained.map((topic) => ({ ...topic, strip: [] })),
    otherTopics: topics.length - told.length,
  };
}

function driftedOf(rows: readonly Sampled[]): number {
  return rows.filter(({ drifted }) => drifted).length;
}

/** Every so many rows. */
function thin<T>(rows: readonly T[], max: number): T[] {
  const stride = Math.ceil(rows.length / max);
  return rows.filter((_, at) => at % stride === 0);
}

function withMoves(topic: DriftTopic, code: string | null, moves: Moves | null): DriftTopic {
  if (moves === null) return topic;
  return { ...topic, moves: moves.filter((move) => move.topic === code).map(({ from, to, keys }) => ({ from, to, keys })) };
}

function driftRow(row: Sampled, file: DataFile | undefined, commits: Commits, timed: boolean): DriftRow {
  return {
    partition: row.partition,
    offset: row.kafka_offset,
    at: timed && row.sent_at !== null ? row.sent_at : `${file ? commits.timeOf(file) : 0}000000`,
    keyBytesHex: row.key,
    snapshotId: file ? commits.snapshotOf(file) : null,
  };
}

interface Commits {
  /** When the commit of a file's rows was made, in milliseconds since the epoch; of one that is no longer retained only the order is right. */
  timeOf: (file: DataFile) => number;
  snapshotOf: (file: DataFile) => string | null;
  /** All of them are retained. */
  known: boolean;
}

/** By data sequence number, which a compaction may keep; in format version 1 by the snapshot that added the file. */
function commitsOf(files: readonly DataFile[], snapshots: readonly Snapshot[]): Commits {
  const bySequence = new Map(snapshots.map((snapshot) => [BigInt(snapshot["sequence-number"]), snapshot]));
  const byId = new Map(snapshots.map((snapshot) => [snapshot["snapshot-id"], snapshot]));
  const find = ({ sequenceNumber, addedBy }: DataFile): Snapshot | undefined =>
    sequenceNumber > 0n ? bySequence.get(sequenceNumber) : byId.get(addedBy ?? "");
  const oldest = Math.min(...snapshots.map((snapshot) => snapshot["timestamp-ms"]));
  const expired = [...new Set(files.filter((file) => find(file) === undefined).map(({ sequenceNumber }) => sequenceNumber))];
  const newestFirst = new Map(expired.toSorted((a, b) => (a > b ? -1 : 1)).map((sequence, place) => [sequence, place]));
  return {
    timeOf: (file) => find(file)?.["timestamp-ms"] ?? oldest - 1 - (newestFirst.get(file.sequenceNumber) ?? 0),
    snapshotOf: (file) => find(file)?.["snapshot-id"] ?? file.addedBy,
    known: expired.length === 0,
  };
}
