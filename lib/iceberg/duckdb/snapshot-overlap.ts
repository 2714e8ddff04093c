import { z } from "zod";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { payloadHash } from "#lib/iceberg/duckdb/causes/contents.ts";
import { readPositionSql } from "#lib/iceberg/duckdb/causes/log-position-sql.ts";
import { rowOrder, type RowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { FILE, POSITION, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { hiddenPayload, payloadOf } from "#lib/iceberg/duckdb/payload.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { whyMissing, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** Rows of keys that a snapshot read: `id` (of the key), `file` and `position` (FILE, POSITION), `is_read` (else an insert or update). */
export const EVENTS = "own_snapshot_events";

/** What of a snapshot read and a change is compared: SQL over a relation that has the fields. */
export interface ComparedEvents {
  fields: NamedField[];
  /** 64 bits of it; null: it cannot be compared. */
  payload: string | null;
  order: Pick<RowOrder, "topic" | "partition" | "offset" | "lsn">;
}

/** Pure. */
export function comparedOf(schema: Schema, columns: ResolvedColumns): ComparedEvents {
  const order = rowOrder({ ...columns, kafkaTimestamp: null, eventTime: null, sourceTime: null, op: null });
  const payload = payloadHash(schema, columns);
  return { fields: [...order.fields, ...(payload?.fields ?? [])], payload: payload?.sql ?? null, order };
}

/**
 * SQL by key with a snapshot read beside changes: `id`, `overlapping` (a change has the read's payload, or came again: a log
 * position that is not after the read's, and no place before it in the partition; NULL: not known), `lacks_payload` and `lacks_position` (one of them could not be compared). The same as lib/causes/snapshot-overlap.ts.
 * In: rows of EVENTS with the fields. Pure.
 */
export function overlapsSql(rows: string, { payload, order }: ComparedEvents): string {
  const { topic, partition, offset, lsn } = order;
  const compared = [
    "id",
    "is_read",
    `${payload ?? "NULL::UBIGINT"} AS payload`,
    `${topic ?? "NULL::VARCHAR"} AS topic`,
    `${partition ?? "NULL::HUGEINT"} AS kafka_partition`,
    `${offset ?? "NULL::HUGEINT"} AS kafka_offset`,
    ...lsn.flatMap((sql, part) => [`${sql} AS text${part}`, `${readPositionSql(sql)} AS position${part}`]),
  ];
  const isBefore = "c.topic IS NOT DISTINCT FROM r.topic AND c.kafka_partition = r.kafka_partition AND c.kafka_offset < r.kafka_offset";
  return `WITH events AS MATERIALIZED (SELECT ${compared.join(", ")} FROM (${rows}) r),
    pairs AS (SELECT c.id, c.payload = r.payload AS same, CASE WHEN ${isBefore} THEN false ELSE ${notLaterSql(lsn.length)} END AS again
      FROM events c JOIN events r ON r.id = c.id WHERE r.is_read AND NOT c.is_read)
    SELECT id, CASE WHEN bool_or(coalesce(same, false) OR coalesce(again, false)) THEN true
        WHEN bool_or(same IS NULL OR again IS NULL) THEN NULL ELSE false END AS overlapping,
      bool_or(same IS NULL) AS lacks_payload, bool_or(again IS NULL) AS lacks_position
    FROM pairs GROUP BY id`;
}

/** Whether the change's (`c`) log position is not after the read's (`r`), part by part; NULL: a part is missing, or they cannot be compared. */
function notLaterSql(parts: number): string {
  if (parts === 0) return "NULL::BOOLEAN";
  return Array.from({ length: parts }, (_, part) => part).reduceRight((next, part) => {
    const [change, read] = [`c.position${part}`, `r.position${part}`];
    return `CASE WHEN c.text${part} = r.text${part} THEN ${next} WHEN ${change}.kind <> ${read}.kind THEN NULL
      WHEN ${change}.value = ${read}.value THEN ${next} ELSE ${change}.value < ${read}.value END`;
  }, "true");
}

/**
 * Duplicated keys with two snapshot reads (`r`), or with one beside a change (`c`, `u`) of equal payload or that came again: a snapshot that
 * overlaps the stream. Compares rows only when there is such a pair. In: whether KEYS holds every duplicated key, and so narrows the search.
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
    WHERE ${rows.inScope} AND NOT ${rows.anyKeyNull} AND CAST(__op AS VARCHAR) IN ('r', 'c', 'u')${duplicatedOnly}`);
  const { pairs } = await database.row(
    `SELECT count(*) AS pairs FROM (SELECT 1 FROM ${EVENTS} GROUP BY id HAVING bool_or(is_read) AND count(*) > 1)`,
    z.object({ pairs: count }),
  );
  if (pairs === 0) return { value: 0 };
  const compared = comparedOf(schema, columns);
  const ofEvents = `SELECT e.id, e.is_read, r.* FROM (${live.sql(compared.fields, { deletes: "applied", numbered: true })}) r
    JOIN ${EVENTS} e ON e.file = r.${FILE} AND e.position = r.${POSITION}`;
  const { overlapping, open } = await database.row(
    `SELECT count(*) FILTER (reads > 1 OR overlapping) AS overlapping, count(*) FILTER (reads = 1 AND overlapping IS NULL AND lacks_payload) AS open
     FROM (SELECT id, count(*) FILTER (is_read) AS reads FROM ${EVENTS} GROUP BY id) k LEFT JOIN (${overlapsSql(ofEvents, compared)}) o USING (id)`,
    z.object({ overlapping: count, open: count }),
  );
  const { hidden } = payloadOf(schema, columns);
  return hidden !== null && open > 0 ? { value: null, reason: hiddenPayload(hidden) } : { value: overlapping };
}
