import { chooseReadings, OPEN, type ReadingBounds } from "#lib/iceberg/duckdb/causes/choose-readings.ts";
import { EVIDENCE } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { plainReadsSql } from "#lib/iceberg/duckdb/causes/plain-reads-sql.ts";
import { readByRegistry, REGISTRY_READS } from "#lib/iceberg/duckdb/causes/registry-reads.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { afterHeaderSql } from "#lib/iceberg/duckdb/causes/schema-header-sql.ts";
import { eachSlice, inSlice } from "#lib/iceberg/duckdb/causes/slices.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { SUSPECTS } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";

/**
 * Table by key of whether its key bytes are one value: `id`, `same` (rows without any left out), `registry`: only a schema registry would tell, and `unread`: a bound left some
 * of its key bytes out, and the others do not tell.
 */
export const KEY_VALUES = "own_key_values";

/** With more rows a key than these, equal ones are put together first. */
const ROWS_EACH_MAX = 4;

const READS = "own_key_reads";

/** Makes KEY_VALUES without a row. */
export async function createKeyValues(database: Database): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${KEY_VALUES} (id UHUGEINT, same BOOLEAN, registry BOOLEAN, unread BOOLEAN)`);
}

export interface KeyValueRequest {
  columns: ResolvedColumns;
  rows: RowColumns;
  live: LiveRows;
  /** SUSPECTS holds all rows of all duplicated keys, with their ids. */
  allKeys: boolean;
  bounds: ReadingBounds;
}

/**
 * Fills KEY_VALUES for the keys of a relation with `id`, which FEATURES_TABLE has. Out: notes on what a schema registry did not tell, and on what the
 * bounds left out.
 */
export async function readKeyValues(database: Database, request: KeyValueRequest, ids: string): Promise<string[]> {
  await settleUsual(database, ids);
  const { keys, rowsEach, mostRows, note } = await chooseReadings(database, KEY_VALUES, request.bounds);
  const ask = {
    keys,
    distinct: rowsEach > ROWS_EACH_MAX,
    pairsMax: mostRows > request.bounds.pairsEach ? request.bounds.pairsEach : null,
  };
  const notes = keys === 0 ? [] : await readDear(database, request, ask);
  for (const table of [READS, REGISTRY_READS, OPEN]) await database.drop(table);
  return [...notes, ...note];
}

/** Keys whose bytes were all found to be theirs while their rows were read need no further look. The others are in OPEN. */
async function settleUsual(database: Database, ids: string): Promise<void> {
  const among = (usual: string) => `FROM ${FEATURES_TABLE} f SEMI JOIN ${ids} i ON i.id = f.id WHERE ${usual}`;
  await database.run(`INSERT INTO ${KEY_VALUES} SELECT f.id, true, false, false ${among("f.usual")}`);
  await database.run(`CREATE OR REPLACE TABLE ${OPEN} AS SELECT f.id ${among("NOT f.usual")}`);
}

/** Reads the key bytes of the keys of OPEN by all that they may be. In: whether equal ones are put together, and how many of a key are read at most. */
async function readDear(
  database: Database,
  request: KeyValueRequest,
  { keys, distinct, pairsMax }: { keys: number; distinct: boolean; pairsMax: number | null },
): Promise<string[]> {
  const { columns, rows, allKeys } = request;
  const key = columns.key.map(({ type }, index) => ({ type, sql: `__k${index}` }));
  const from = allKeys ? `(SELECT s.* FROM ${SUSPECTS} s SEMI JOIN ${OPEN} i ON i.id = s.id)` : `(${await rowsSql(database, request)})`;
  // Only which bytes a key has counts, not how often: of keys with many rows most rows say the same, and reading bytes is dear.
  const pairs = `SELECT ${distinct ? "DISTINCT" : ""} id, ${rows.key.join(", ")}, key_bytes FROM ${from}`;
  const bounded =
    pairsMax === null
      ? `SELECT *, false AS more FROM (${pairs})`
      : `SELECT *, count(*) OVER (PARTITION BY id) > ${pairsMax} AS more FROM (${pairs}) QUALIFY row_number() OVER (PARTITION BY id ORDER BY hash(key_bytes)) <= ${pairsMax}`;
  const asked = database.registry === null ? "" : `${rows.key.join(", ")}, key_bytes, `;
  await database.run(`CREATE OR REPLACE TABLE ${READS} AS
    SELECT id, more, ${asked}coalesce(octet_length(key_bytes), 0) > 0 AS has_bytes, ${plainReadsSql(key, "key_bytes")} AS reads,
      CASE WHEN behind IS NOT NULL THEN hash(behind) END AS behind
    FROM (SELECT *, ${afterHeaderSql("key_bytes")} AS behind FROM (${bounded}))`);
  const notes = database.registry === null ? [] : await readByRegistry(database, key, READS);
  const reads =
    database.registry === null
      ? READS
      : `(SELECT k.* REPLACE (coalesce(k.reads, r.reads) AS reads) FROM ${READS} k LEFT JOIN ${REGISTRY_READS} r ON r.id = k.id AND r.kb = hash(k.key_bytes))`;
  await eachSlice(
    keys,
    async (slice) =>
      await database.run(`INSERT INTO ${KEY_VALUES} SELECT id, CASE
          WHEN NOT bool_or(more) AND count(behind) > 1 AND count(behind) = count(*) FILTER (has_bytes) AND min(behind) = max(behind) THEN true
          WHEN bool_or(NOT reads) THEN false WHEN NOT bool_or(more) AND count(reads) = count(*) FILTER (has_bytes) AND bool_or(has_bytes) THEN true END,
          bool_or(has_bytes AND reads IS NULL)
            AND NOT coalesce(count(behind) > 1 AND count(behind) = count(*) FILTER (has_bytes) AND min(behind) = max(behind), false),
          bool_or(more)
        FROM ${reads} WHERE ${inSlice("id", slice)} GROUP BY id`),
  );
  return notes;
}

/** The business key and the key bytes once more, where the count has not kept them. */
async function rowsSql(database: Database, { rows, live }: KeyValueRequest): Promise<string> {
  const wanted = new Set([...rows.key, "__key_bytes"]);
  const fields = rows.fields.filter(({ alias }) => wanted.has(alias));
  const places = `(SELECT e.id, e.file, e.position FROM ${EVIDENCE} e SEMI JOIN ${OPEN} i ON i.id = e.id)`;
  return `SELECT *, ${rows.keyBytes ?? "NULL::BLOB"} AS key_bytes FROM (${await rowsAtSql({ database, live }, places, fields)})`;
}
