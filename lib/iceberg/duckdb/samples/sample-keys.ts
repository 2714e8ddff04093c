import { z } from "zod";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { SUSPECTS } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { SampleRequest } from "#lib/iceberg/duckdb/samples/sample-request.ts";
import { readSampleRows } from "#lib/iceberg/duckdb/samples/sample-rows.ts";

const SAMPLE_KEYS = "own_sample_keys";

/** `key_0 = k.key_0 AND …`; keys hold no NULL. */
function sameKey(columns: RowColumns, left: string, right: string): string {
  return columns.key.map((name) => `${left}.${name} = ${right}.${name}`).join(" AND ");
}

/** The worst keys, ranked: most rows first, ties by the key's own order, so that the same facts give the same sample. */
async function rankKeys(database: Database, columns: RowColumns, keysMax: number): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${SAMPLE_KEYS} AS
    SELECT row_number() OVER (ORDER BY n DESC, ${columns.key.join(", ")}) AS rank, * FROM
      (SELECT * FROM ${KEYS} WHERE n > 1 ORDER BY n DESC, ${columns.key.join(", ")} LIMIT ${keysMax})`);
}

/** After one grouping no row was kept: one more scan finds the rows of the sampled keys. */
async function findRows(database: Database, live: LiveRows, columns: RowColumns): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${SUSPECTS} AS
    SELECT ${columns.key.join(", ")}, ${columns.pair ?? "NULL"} AS pair, ${columns.keyBytes ?? "NULL::BLOB"} AS key_bytes, ${FILE}, ${POSITION}
    FROM (${live.sql(columns.fields, { deletes: "applied", numbered: true })}) r
    WHERE ${columns.inScope} AND NOT ${columns.anyKeyNull} AND ${columns.hash} IN (SELECT ${columns.hash} FROM ${SAMPLE_KEYS})`);
}

const keyRow = z.object({
  rank: count,
  n: count,
  key: z.array(z.string()),
  partitions: z.array(z.string()),
  key_bytes: z.array(z.string()),
});

function keyText(columns: ResolvedColumns): string {
  const texts = columns.key.map((column, index) => (isBytes(column.type) ? `lower(hex(k.__k${index}))` : `CAST(k.__k${index} AS VARCHAR)`));
  return `[${texts.join(", ")}]`;
}

/**
 * A bounded sample of duplicated keys with their rows: worst first, at most `keysMax` keys and `rowsPerKeyMax` rows a key (by file path and
 * position). `partitions` and `keyBytesHex` are over all rows of a key, not only the sampled ones.
 */
export async function sampleKeys(database: Database, live: LiveRows, request: SampleRequest): Promise<SampledKey[]> {
  const { rows, columns } = request;
  await rankKeys(database, rows, request.keysMax);
  if (!request.suspectRows) await findRows(database, live, rows);
  const partition = columns.kafkaTopic ? "concat(coalesce(s.pair.t, ''), '/', s.pair.p)" : "s.pair.p";
  const partitions = rows.pair ? `coalesce(list_sort(list(DISTINCT ${partition}) FILTER (s.pair IS NOT NULL)), [])` : "[]::VARCHAR[]";
  const keys = await database.rows(
    `SELECT k.rank, any_value(k.n) AS n, any_value(${keyText(columns)}) AS key, ${partitions} AS partitions,
       coalesce(list_sort(list(DISTINCT lower(hex(s.key_bytes))) FILTER (s.key_bytes IS NOT NULL)), []) AS key_bytes
     FROM ${SAMPLE_KEYS} k JOIN ${SUSPECTS} s ON ${sameKey(rows, "k", "s")} GROUP BY k.rank ORDER BY k.rank`,
    keyRow,
  );
  const located = await database.rows(
    `SELECT k.rank, s.${FILE} AS file, s.${POSITION} AS position FROM ${SAMPLE_KEYS} k JOIN ${SUSPECTS} s ON ${sameKey(rows, "k", "s")}`,
    z.object({ rank: count, file: count, position: count }),
  );
  const sampled = await readSampleRows(database, live, request, located);
  return keys.map((key) => ({
    key: key.key,
    rowCount: key.n,
    partitions: key.partitions,
    keyBytesHex: key.key_bytes,
    rows: sampled.get(key.rank) ?? [],
  }));
}
