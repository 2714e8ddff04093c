import { z } from "zod";
import { PARTITION_MAX } from "#lib/causes/drift/drift-rows.ts";
import { EVIDENCE, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";

/** Table of keys of records that lie in more than one partition of a topic: `topic` and `kafka_key` as EVIDENCE has them. */
export const DRIFTED = "own_drifted_keys";

/** Files by the order of their commits: `file`, `place`. */
const COMMIT_ORDER = "own_commit_order";

/** Rows that are grouped at once, and keys that are enough. */
const SLICE_ROWS = 1_000_000;
const KEYS_ENOUGH = 20_000;
const MOVES_MAX = 20_000;

const topicOf = (given: EvidenceColumns["given"]): string => (given.has("topic") ? "topic" : "0");

/** Rows `e` of EVIDENCE that belong to a drifted key. */
function driftedRows(given: EvidenceColumns["given"]): string {
  return `${EVIDENCE} e SEMI JOIN ${DRIFTED} d ON d.kafka_key = e.kafka_key AND d.topic IS NOT DISTINCT FROM ${given.has("topic") ? "e.topic" : "0"}`;
}

/**
 * Fills DRIFTED, of a large table with those of a share of all keys, chosen by hash. Out: how many they are. In: EVIDENCE with partition and key.
 */
export async function findDriftedKeys(database: Database, { given }: EvidenceColumns): Promise<number> {
  const { rows } = await database.row(`SELECT count(*) AS rows FROM ${EVIDENCE}`, z.object({ rows: count }));
  const slices = Math.max(1, Math.ceil(rows / SLICE_ROWS));
  const keysOf = (slice: number): string => `SELECT ${topicOf(given)} AS topic, kafka_key FROM ${EVIDENCE}
    WHERE kafka_key % ${slices} = ${slice} AND kafka_partition IS NOT NULL GROUP BY ALL HAVING min(kafka_partition) <> max(kafka_partition)`;
  await database.run(`CREATE OR REPLACE TABLE ${DRIFTED} AS ${keysOf(0)} LIMIT 0`);
  let found = 0;
  for (let slice = 0; slice < slices && found < KEYS_ENOUGH; slice++) {
    await database.run(`INSERT INTO ${DRIFTED} ${keysOf(slice)}`);
    found = (await database.row(`SELECT count(*) AS keys FROM ${DRIFTED}`, z.object({ keys: count }))).keys;
  }
  return found;
}

/** Stretches of files in which rows of drifted keys lie: those with the most of each file first. In: rows a stretch. */
export async function findDriftedBands(
  database: Database,
  { given }: EvidenceColumns,
  bandRows: number,
): Promise<{ file: number; band: number }[]> {
  return await database.rows(
    `SELECT file, band FROM (SELECT file, position // ${bandRows} AS band, count(*) AS n FROM ${driftedRows(given)} GROUP BY ALL)
     QUALIFY row_number() OVER (PARTITION BY file ORDER BY n DESC, band) <= 8 ORDER BY file, n DESC, band`,
    z.object({ file: count, band: count }),
  );
}

/** Old × new partition of the drifted keys, by topic as EVIDENCE has it (null: no topic). Which is older says the commit of the file; of one commit's the lower is. */
export async function countMoves(
  database: Database,
  live: LiveRows,
  { given }: EvidenceColumns,
): Promise<{ topic: string | null; from: number; to: number; keys: number }[]> {
  const sequences = [...new Set(live.files.map(({ sequenceNumber }) => sequenceNumber))].toSorted((a, b) => (a < b ? -1 : 1));
  const places = new Map(sequences.map((sequence, place) => [sequence, place]));
  const files = live.files.map(({ sequenceNumber }, file) => [file, places.get(sequenceNumber) ?? 0] as const);
  await createTable(database, COMMIT_ORDER, { file: "INTEGER", place: "INTEGER" }, files);
  const moves = await database.rows(
    `WITH firsts AS (SELECT ${topicOf(given)} AS topic, kafka_key, kafka_partition AS partition, min(o.place) AS place
       FROM (SELECT e.* FROM ${driftedRows(given)}) e JOIN ${COMMIT_ORDER} o ON o.file = e.file WHERE kafka_partition BETWEEN 0 AND ${PARTITION_MAX} GROUP BY ALL),
     moved AS (SELECT topic, partition AS new, lag(partition) OVER (PARTITION BY topic, kafka_key ORDER BY place, partition) AS old FROM firsts)
     SELECT CAST(topic AS VARCHAR) AS topic, old AS "from", new AS "to", count(*) AS keys FROM moved WHERE old IS NOT NULL GROUP BY ALL
     ORDER BY keys DESC, "from", "to", topic LIMIT ${MOVES_MAX}`,
    z.object({ topic: integerText.nullable(), from: count, to: count, keys: count }),
  );
  await database.drop(COMMIT_ORDER);
  return moves;
}
