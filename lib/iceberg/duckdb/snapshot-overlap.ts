import { fieldsApart, type PlacedField } from "#lib/iceberg/duckdb/causes/fields-apart.ts";
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

/** Rows of keys that a snapshot read: `id` (of the key), `file` and `position` (FILE, POSITION), `is_read` (else an insert). */
export const EVENTS = "own_snapshot_events";

/** The change itself without its coordinates: Debezium's `after`, else every column that is not given as a Kafka or CDC column. */
function payloadFields(schema: Schema, columns: ResolvedColumns): PlacedField[] {
  const after = envelopeAfter(schema);
  if (after) return [{ field: after, parents: [] }];
  const { kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, lsn, sourceTime, deleted } = columns;
  return fieldsApart(schema, columns, {
    own: [kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, op, ...lsn, sourceTime, deleted],
  });
}

/** Debezium's `after` struct where the envelope was not unwrapped; null otherwise. */
export function envelopeAfter(schema: Schema): Field | null {
  const found = schema.fields.find((field) => field.name.toLowerCase() === "after");
  return found && typeof found.type === "object" && found.type.type === "struct" ? found : null;
}

/** The payload's columns as statements ask for them, or the name of one that DuckDB cannot hold, such as a variant: then rows cannot be compared. */
export function payloadOf(
  schema: Schema,
  columns: ResolvedColumns,
): { fields: NamedField[]; hidden: null } | { fields: null; hidden: string } {
  const payload = payloadFields(schema, columns);
  const hidden = payload.find(({ field }) => !isReadable(field.type));
  if (hidden) return { fields: null, hidden: hidden.field.name };
  return { fields: payload.map((placed, index): NamedField => ({ ...placed, alias: `__p${index}` })), hidden: null };
}

/** SQL for the ids of the keys with a snapshot read and an insert of equal payload, NULL equal to NULL. In: rows of EVENTS with their payload. */
export function overlappingSql(rows: string, payload: readonly NamedField[]): string {
  return `SELECT DISTINCT id FROM (SELECT id FROM (${rows}) r GROUP BY ${["id", ...payload.map(({ alias }) => alias)].join(", ")}
    HAVING bool_or(is_read) AND NOT bool_and(is_read))`;
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
  const duplicatedOnly = allKeys ? ` AND ${rows.hash} IN (SELECT ${rows.hash} FROM ${KEYS} WHERE n > 1)` : "";
  await database.run(`CREATE OR REPLACE TABLE ${EVENTS} AS
    SELECT md5_number(${rows.identity}) AS id, CAST(__op AS VARCHAR) = 'r' AS is_read, ${FILE} AS file, ${POSITION} AS position
    FROM (${live.sql(rows.fields, { deletes: "applied", numbered: true })}) r
    WHERE ${rows.inScope} AND NOT ${rows.anyKeyNull} AND CAST(__op AS VARCHAR) IN ('r', 'c')${duplicatedOnly}`);
  const { pairs } = await database.row(
    `SELECT count(*) AS pairs FROM (SELECT 1 FROM ${EVENTS} GROUP BY id HAVING bool_or(is_read) AND count(*) > 1)`,
    z.object({ pairs: count }),
  );
  if (pairs === 0) return { value: 0 };
  const payload = payloadOf(schema, columns);
  if (payload.fields === null) return { value: null, reason: hiddenPayload(payload.hidden) };
  const ofEvents = `SELECT e.id, e.is_read, r.* FROM (${live.sql(payload.fields, { deletes: "applied", numbered: true })}) r
    JOIN ${EVENTS} e ON e.file = r.${FILE} AND e.position = r.${POSITION}`;
  const { overlapping } = await database.row(
    `SELECT count(*) AS overlapping FROM (SELECT DISTINCT id FROM (
       SELECT id FROM ${EVENTS} WHERE is_read GROUP BY id HAVING count(*) > 1 UNION ALL ${overlappingSql(ofEvents, payload.fields)}))`,
    z.object({ overlapping: count }),
  );
  return { value: overlapping };
}

/** Why payloads are not compared. Pure. */
export function hiddenPayload(column: string): string {
  return `Column ${column} has a type that DuckDB 1.5 cannot read, so payloads cannot be compared.`;
}
