import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { isReadable } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { FILE, POSITION, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { whyMissing, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { Field, Schema } from "#lib/iceberg/plan/schema.ts";

const EVENTS = "own_snapshot_events";

/** The change itself without its coordinates: Debezium's `after`, else every column that is not given as a Kafka or CDC column. */
function payloadFields(schema: Schema, columns: ResolvedColumns): Field[] {
  const after = envelopeAfter(schema);
  if (after) return [after];
  const { kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, lsn, sourceTime, deleted } = columns;
  const given = [kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, ...lsn, sourceTime, deleted];
  const without = new Set(given.map((column) => column?.path[0]?.id));
  return schema.fields.filter((field) => !without.has(field.id));
}

/** Debezium's `after` struct where the envelope was not unwrapped; null otherwise. */
export function envelopeAfter(schema: Schema): Field | null {
  const found = schema.fields.find((field) => field.name.toLowerCase() === "after");
  return found && typeof found.type === "object" && found.type.type === "struct" ? found : null;
}

/** A column of the payload that DuckDB cannot hold, such as a variant: rows cannot be compared in it. */
function unreadable(payload: readonly NamedField[]): Field | null {
  return payload.find(({ field }) => !isReadable(field.type))?.field ?? null;
}

/**
 * Duplicated keys with two snapshot reads (`r`), or with a snapshot read and an insert (`c`) of equal payload: a snapshot that overlaps the
 * stream. Reads the payload only when there is such a pair. In: whether KEYS holds every duplicated key, and so narrows the search.
 */
export async function snapshotStreamOverlapKeys(
  database: Database,
  live: LiveRows,
  columns: ResolvedColumns,
  rows: RowColumns,
  schema: Schema,
  allKeys: boolean,
): Promise<Fact<number>> {
  if (!columns.op) return { value: null, reason: whyMissing(columns, "op", "CDC operation", "--op") };
  const keys = rows.key.join(", ");
  const duplicatedOnly = allKeys ? ` AND ${rows.hash} IN (SELECT ${rows.hash} FROM ${KEYS} WHERE n > 1)` : "";
  await database.run(`CREATE OR REPLACE TABLE ${EVENTS} AS SELECT ${keys}, CAST(__op AS VARCHAR) AS op, ${FILE}, ${POSITION}
    FROM (${live.sql(rows.fields, { deletes: "applied", numbered: true })}) r
    WHERE ${rows.inScope} AND NOT ${rows.anyKeyNull} AND CAST(__op AS VARCHAR) IN ('r', 'c')${duplicatedOnly}`);
  const { pairs } = await database.row(
    `SELECT count(*) AS pairs FROM (SELECT 1 FROM ${EVENTS} GROUP BY ${keys} HAVING bool_or(op = 'r') AND count(*) > 1)`,
    z.object({ pairs: count }),
  );
  if (pairs === 0) return { value: 0 };
  const payload = payloadFields(schema, columns).map((field, index): NamedField => ({ alias: `__p${index}`, field, parents: [] }));
  const hidden = unreadable(payload);
  if (hidden)
    return { value: null, reason: `Column ${hidden.name} has a type that DuckDB 1.5 cannot read, so payloads cannot be compared.` };
  const { overlapping } = await database.row(
    `SELECT count(*) AS overlapping FROM (SELECT DISTINCT ${keys} FROM (
       SELECT ${keys} FROM ${EVENTS} WHERE op = 'r' GROUP BY ${keys} HAVING count(*) > 1
       UNION ALL
       SELECT ${rows.key.map((name) => `e.${name}`).join(", ")} FROM (${live.sql(payload, { deletes: "applied", numbered: true })}) r
         JOIN ${EVENTS} e ON e.${FILE} = r.${FILE} AND e.${POSITION} = r.${POSITION}
         GROUP BY ${[...rows.key.map((name) => `e.${name}`), ...payload.map(({ alias }) => `r.${alias}`)].join(", ")}
         HAVING bool_or(op = 'r') AND bool_or(op = 'c')))`,
    z.object({ overlapping: count }),
  );
  return { value: overlapping };
}
