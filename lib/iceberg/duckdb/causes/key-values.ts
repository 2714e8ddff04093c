import { z } from "zod";
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

/** Table by key of whether its key bytes are one value: `id`, `same`, and `registry`: only a schema registry would tell. */
export const KEY_VALUES = "own_key_values";

/** With more rows a key than these, equal ones are put together first. */
const ROWS_EACH_MAX = 4;

const READS = "own_key_reads";

/** Makes KEY_VALUES without a row. */
export async function createKeyValues(database: Database): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${KEY_VALUES} (id UHUGEINT, same BOOLEAN, registry BOOLEAN)`);
}

export interface KeyValueRequest {
  columns: ResolvedColumns;
  rows: RowColumns;
  live: LiveRows;
  /** SUSPECTS holds all rows of all duplicated keys, with their ids. */
  allKeys: boolean;
}

/** Fills KEY_VALUES for the keys of a relation with `id`, which FEATURES_TABLE has. In: about how many they are. Out: notes on what a schema registry did not tell. */
export async function readKeyValues(database: Database, request: KeyValueRequest, ids: string, keys: number): Promise<string[]> {
  const { columns, rows, allKeys } = request;
  const key = columns.key.map(({ type }, index) => ({ type, sql: `__k${index}` }));
  const from = allKeys ? `(SELECT s.* FROM ${SUSPECTS} s SEMI JOIN ${ids} i ON i.id = s.id)` : `(${await rowsSql(database, request, ids)})`;
  // Only which bytes a key has counts, not how often: of keys with many rows most rows say the same, and reading bytes is dear.
  const { many } = await database.row(
    `SELECT coalesce(sum(f.n) > ${ROWS_EACH_MAX} * count(*), false) AS many FROM ${FEATURES_TABLE} f SEMI JOIN ${ids} i ON i.id = f.id`,
    z.object({ many: z.boolean() }),
  );
  const distinct = many ? "DISTINCT" : "";
  const asked = database.registry === null ? "" : `${rows.key.join(", ")}, key_bytes, `;
  await database.run(`CREATE OR REPLACE TABLE ${READS} AS
    SELECT id, ${asked}coalesce(octet_length(key_bytes), 0) > 0 AS has_bytes, ${plainReadsSql(key, "key_bytes")} AS reads,
      CASE WHEN behind IS NOT NULL THEN hash(behind) END AS behind
    FROM (SELECT ${distinct} id, ${rows.key.join(", ")}, key_bytes, ${afterHeaderSql("key_bytes")} AS behind FROM ${from})`);
  const notes = database.registry === null ? [] : await readByRegistry(database, key, READS);
  const reads =
    database.registry === null
      ? READS
      : `(SELECT k.* REPLACE (coalesce(k.reads, r.reads) AS reads) FROM ${READS} k LEFT JOIN ${REGISTRY_READS} r ON r.id = k.id AND r.kb = hash(k.key_bytes))`;
  await eachSlice(
    keys,
    async (slice) =>
      await database.run(`INSERT INTO ${KEY_VALUES} SELECT id, CASE
          WHEN count(behind) = count(*) AND min(behind) = max(behind) THEN true
          WHEN bool_or(NOT reads) THEN false WHEN count(reads) = count(*) THEN true END,
          bool_or(has_bytes AND reads IS NULL)
            AND NOT coalesce(count(behind) > 1 AND count(behind) = count(*) FILTER (has_bytes) AND min(behind) = max(behind), false)
        FROM ${reads} WHERE ${inSlice("id", slice)} GROUP BY id`),
  );
  for (const table of [READS, REGISTRY_READS]) await database.drop(table);
  return notes;
}

/** The business key and the key bytes once more, where the count has not kept them. */
async function rowsSql(database: Database, { rows, live }: KeyValueRequest, ids: string): Promise<string> {
  const wanted = new Set([...rows.key, "__key_bytes"]);
  const fields = rows.fields.filter(({ alias }) => wanted.has(alias));
  const places = `(SELECT e.id, e.file, e.position FROM ${EVIDENCE} e SEMI JOIN ${ids} i ON i.id = e.id)`;
  return `SELECT *, ${rows.keyBytes ?? "NULL::BLOB"} AS key_bytes FROM (${await rowsAtSql({ database, live }, places, fields)})`;
}
