import { isBytes, isReadable } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { payloadOf } from "#lib/iceberg/duckdb/snapshot-overlap.ts";
import type { Schema } from "#lib/iceberg/plan/schema.ts";

/** What of a row is compared with the other rows of its key: 64 bits of it, as SQL over a relation that has the fields. */
export interface Compared {
  fields: NamedField[];
  sql: string;
}

/** The change itself (payloadFields). null: a column cannot be read. Pure. */
export function payloadHash(schema: Schema, columns: ResolvedColumns): Compared | null {
  const { fields } = payloadOf(schema, columns);
  if (fields === null) return null;
  return { fields, sql: fields.length === 0 ? "0::UBIGINT" : `hash(${fields.map(({ alias }) => alias).join(", ")})` };
}

const TIMES = new Set(["timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns"]);

/**
 * All columns but Kafka's, times, and those that are equal to the Kafka key: what is alike in a request that was sent again. `keyBytes` is SQL
 * for a BLOB. null: a column cannot be read. Pure.
 */
export function contentHash(schema: Schema, columns: ResolvedColumns, keyBytes: string | null): Compared | null {
  const { kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, eventTime, sourceTime } = columns;
  const apart = new Set(
    [kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, eventTime, sourceTime].map((column) => column?.path[0]?.id),
  );
  const compared = schema.fields.filter(({ id, type }) => !apart.has(id) && !(typeof type === "string" && TIMES.has(type)));
  if (compared.some(({ type }) => !isReadable(type))) return null;
  const fields = compared.map((field, index): NamedField => ({ alias: `__c${index}`, field, parents: [] }));
  const values = fields.map(({ alias, field }) => {
    if (keyBytes === null || typeof field.type !== "string") return `hash(${alias})`;
    const bytes = isBytes(field.type) ? alias : `encode(CAST(${alias} AS VARCHAR))`;
    return `CASE WHEN ${bytes} = ${keyBytes} THEN 0::UBIGINT ELSE hash(${alias}) END`;
  });
  return { fields, sql: `hash(${["0", ...values].join(", ")})` };
}
