import { z } from "zod";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { shownText } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { PARTS } from "#lib/iceberg/duckdb/profile/key-record.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { SUSPECTS } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { SampleRequest } from "#lib/iceberg/duckdb/samples/sample-request.ts";
import { knownTexts } from "#lib/iceberg/duckdb/samples/known-texts.ts";
import { readSampleRows, type LocatedRow } from "#lib/iceberg/duckdb/samples/sample-rows.ts";

const SAMPLE_KEYS = "own_sample_keys";
const SAMPLED = "own_sampled_rows";
const FILE_PLACES = "own_file_places";
const FILE_PARTS = "own_file_parts";

/** A key whose rows each have key bytes of their own would else fill the sample with them. */
const KEY_BYTES_MAX = 100;

/**
 * The worst keys, ranked: most rows first; of equals those whose rows lie in few and early parts of the reading (few files hold the sample
 * then), then by the key's own order. The same facts give the same sample.
 */
async function rankKeys(database: Database, live: LiveRows, request: SampleRequest): Promise<void> {
  const { keysMax, rowsPerKeyMin } = request;
  const keys = request.rows.key.join(", ");
  const parts = live.partOfFiles()?.map((part, file) => [file, 2 ** (part % PARTS)] as const) ?? [];
  await createTable(database, FILE_PARTS, { file: "INTEGER", bit: "UINTEGER" }, parts);
  const inParts = `SELECT ${keys}, bit_or(bit) AS parts FROM ${SUSPECTS} s JOIN ${FILE_PARTS} p ON p.file = s.${FILE} GROUP BY ${keys}`;
  // Explained, the keys were chosen before: what is left is the order in which they are shown.
  const order = request.chosen === true ? "0" : "parts";
  const ranked = parts.length > 0 ? `${KEYS} JOIN (${inParts}) USING (${keys})` : `(SELECT *, 0 AS parts FROM ${KEYS})`;
  await database.run(`CREATE OR REPLACE TABLE ${SAMPLE_KEYS} AS
    SELECT row_number() OVER (ORDER BY n DESC, ${order}, ${keys}) AS rank, md5_number(${request.rows.identity}) AS id, * FROM
      (SELECT * FROM ${ranked} WHERE n >= ${rowsPerKeyMin} ORDER BY n DESC, parts, ${keys} LIMIT ${keysMax})`);
  await database.drop(FILE_PARTS);
}

/** The rows of the sampled keys by rank: every question about the sample is asked of them. */
async function joinRows(database: Database, columns: RowColumns): Promise<void> {
  await database.run(
    `CREATE OR REPLACE TABLE ${SAMPLED} AS SELECT k.rank, s.* FROM ${SAMPLE_KEYS} k JOIN ${SUSPECTS} s ON ${columns.key.map((name) => `k.${name} = s.${name}`).join(" AND ")}`,
  );
}

/**
 * Where the first `max` rows of each key lie, by file path and position: a stable choice. Chosen in DuckDB, since a key that stands for "none"
 * may have most of the table's rows.
 */
async function locateRows(database: Database, live: LiveRows, columns: ResolvedColumns, max: number): Promise<LocatedRow[]> {
  const known = knownTexts(columns);
  // A struct has at least one field; no field id is called so.
  const values = [...known.columns].map(([id, text]) => `${literal(String(id))}: ${text}`).concat("none: NULL::VARCHAR");
  const paths = [...new Set(live.files.map((file) => file.path))].toSorted();
  const places = new Map(paths.map((path, place) => [path, place]));
  const rows = live.files.map((file, index) => [index, places.get(file.path) ?? 0] as const);
  await createTable(database, FILE_PLACES, { file: "INTEGER", place: "INTEGER" }, rows);
  const located = await database.rows(
    `SELECT s.rank, s.${FILE} AS file, s.${POSITION} AS position, {${values.join(", ")}} AS values,
       ${known.partition ?? "NULL::VARCHAR"} AS partition, ${known.keyBytes ?? "NULL::VARCHAR"} AS key_bytes
     FROM ${SAMPLED} s JOIN ${FILE_PLACES} p ON p.file = s.${FILE}
     QUALIFY row_number() OVER (PARTITION BY s.rank ORDER BY p.place, s.${POSITION}, s.${FILE}) <= ${max}
     ORDER BY s.rank, p.place, s.${POSITION}, s.${FILE}`,
    z.object({
      rank: count,
      file: count,
      position: count,
      values: z.record(z.string(), z.string().nullable()),
      partition: z.string().nullable(),
      key_bytes: z.string().nullable(),
    }),
  );
  await database.drop(FILE_PLACES);
  return located;
}

/** Distinct key bytes by rank, in hex: the first of each key in their order. */
async function readKeyBytes(database: Database): Promise<Map<number, string[]>> {
  const rows = await database.rows(
    `SELECT rank, list(lower(hex(key_bytes)) ORDER BY key_bytes) AS key_bytes
     FROM (SELECT * FROM (SELECT DISTINCT rank, key_bytes FROM ${SAMPLED} WHERE key_bytes IS NOT NULL)
       QUALIFY row_number() OVER (PARTITION BY rank ORDER BY key_bytes) <= ${KEY_BYTES_MAX}) GROUP BY rank`,
    z.object({ rank: count, key_bytes: z.array(z.string()) }),
  );
  return new Map(rows.map((row) => [row.rank, row.key_bytes]));
}

/** Distinct pairs of topic and partition by rank, as they are shown, in order. */
async function readPartitions(database: Database, { rows, columns }: SampleRequest): Promise<Map<number, string[]>> {
  if (!rows.pair) return new Map();
  // Made distinct before they are listed: a list of distinct values takes minutes of a key with a million rows.
  const pairs = `SELECT DISTINCT rank, pair FROM ${SAMPLED} WHERE pair IS NOT NULL`;
  const found = await database.rows(
    `SELECT rank, list_sort(list(DISTINCT ${pairText(columns, "s.pair")})) AS partitions FROM (${pairs}) s GROUP BY rank`,
    z.object({ rank: count, partitions: z.array(z.string()) }),
  );
  return new Map(found.map((row) => [row.rank, row.partitions]));
}

const keyRow = z.object({ rank: count, id: z.string(), n: count, key: z.array(z.string()) });

/** A sampled key with its `id` (128 bits of it, as EVIDENCE has it) and where its rows lie, in their order. */
export interface PlacedKey {
  id: string;
  key: SampledKey;
  places: readonly LocatedRow[];
}

/** The parts of a key of relation `k` as they are shown: text, bytes in hex. */
export function keyTexts(columns: ResolvedColumns): string[] {
  return columns.key.map((column, index) => shownText(column.type, `k.__k${index}`));
}

/** A `pair` of RowColumns as it is shown: `topic/partition`, without a topic column the partition alone. */
export function pairText(columns: ResolvedColumns, pair: string): string {
  return columns.kafkaTopic ? `concat(coalesce(${pair}.t, ''), '/', ${pair}.p)` : `${pair}.p`;
}

/**
 * A bounded sample of the keys of KEYS with their rows: worst first, at most `keysMax` keys and `rowsPerKeyMax` rows a key (by file path and
 * position). `partitions` and `keyBytesHex` are over all rows of a key, not only the sampled ones; of the latter the first hundred.
 */
export async function sampleKeys(database: Database, live: LiveRows, request: SampleRequest): Promise<SampledKey[]> {
  return (await samplePlacedKeys(database, live, request)).map(({ key }) => key);
}

/** As sampleKeys, with what tells the keys and rows among all others. */
export async function samplePlacedKeys(database: Database, live: LiveRows, request: SampleRequest): Promise<PlacedKey[]> {
  const { rows, columns } = request;
  await rankKeys(database, live, request);
  await joinRows(database, rows);
  const keys = await database.rows(
    `SELECT k.rank, CAST(k.id AS VARCHAR) AS id, k.n, [${keyTexts(columns).join(", ")}] AS key FROM ${SAMPLE_KEYS} k ORDER BY k.rank`,
    keyRow,
  );
  const partitions = await readPartitions(database, request);
  const keyBytes = await readKeyBytes(database);
  const located = await locateRows(database, live, columns, request.rowsPerKeyMax);
  const sampled = await readSampleRows(database, live, request, located);
  const places = Map.groupBy(located, ({ rank }) => rank);
  return keys.map(({ rank, id, n, key }) => ({
    id,
    key: { key, rowCount: n, partitions: partitions.get(rank) ?? [], keyBytesHex: keyBytes.get(rank) ?? [], rows: sampled.get(rank) ?? [] },
    places: places.get(rank) ?? [],
  }));
}
