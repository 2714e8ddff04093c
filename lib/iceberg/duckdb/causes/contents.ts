import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";
import { fieldsApart, leavesOf } from "#lib/iceberg/duckdb/causes/fields-apart.ts";
import { foldSql } from "#lib/iceberg/duckdb/causes/key-value-sql.ts";
import { leavesSql } from "#lib/iceberg/duckdb/causes/leaves-sql.ts";
import { afterHeaderSql } from "#lib/iceberg/duckdb/causes/schema-header-sql.ts";
import { isBytes, isReadable } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import { payloadOf } from "#lib/iceberg/duckdb/payload.ts";
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
/** Types of which a Kafka key holds a value. */
const OF_KEYS = /^(int|long|string|uuid|binary|date|(fixed|decimal).*)$/;

/**
 * All columns but Kafka's, times, and those that are equal to the decoded Kafka key, or to one of its values: what is alike in a request that was
 * sent again. `keyBytes` is SQL for a BLOB. null: a column cannot be read. Pure.
 */
export function contentHash(schema: Schema, columns: ResolvedColumns, keyBytes: string | null): Compared | null {
  const { kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, eventTime, sourceTime } = columns;
  const roles = { own: [kafkaPartition, kafkaKey, kafkaOffset, kafkaTopic, kafkaTimestamp, sourceTime], alone: [eventTime] };
  const compared = fieldsApart(schema, columns, roles)
    .flatMap(leavesOf)
    .filter(({ field: { type } }) => !(typeof type === "string" && TIMES.has(type)));
  if (compared.some(({ field }) => !isReadable(field.type))) return null;
  const fields = compared.map((leaf, index): NamedField => ({ ...leaf, alias: `__c${index}` }));
  const values = fields.map(({ alias, field: { type } }) => {
    if (keyBytes === null || typeof type !== "string" || !OF_KEYS.test(type)) return `hash(${alias})`;
    return `CASE WHEN list_contains(k, ${textOfValue(type, alias)}) THEN 0::UBIGINT ELSE hash(${alias}) END`;
  });
  const all = `hash(${["0", ...values].join(", ")})`;
  return { fields, sql: keyBytes === null ? all : bindSql("k", bindSql("b", keyBytes, keyTextsSql("b")), all) };
}

function textOfValue(type: string, sql: string): string {
  return isBytes(type) ? `lower(hex(${sql}))` : foldSql(`CAST(${sql} AS VARCHAR)`);
}

/** SQL for what a Kafka key's bytes (a name) may hold, as texts: themselves as text, number, UUID and hex, the values in them as JSON, and a text in Avro. */
function keyTextsSql(b: string): string {
  const texts = (bytes: string) =>
    bindSql(
      "t",
      `TRY(decode(${bytes}))`,
      `[${foldSql("t")}] || coalesce(list_transform(${leavesSql("t")}, lambda v: ${foldSql("v")}), [])`,
    );
  const hex = `lower(hex(${b}))`;
  const number = (bits: 32 | 64) =>
    bindSql(
      "n",
      `TRY_CAST('0x0' || ${hex} AS UHUGEINT)::HUGEINT`,
      `CAST(CASE WHEN n < ${2n ** BigInt(bits - 1)} THEN n ELSE n - ${2n ** BigInt(bits)} END AS VARCHAR)`,
    );
  const whole = `CASE octet_length(${b}) WHEN 4 THEN ${number(32)} WHEN 8 THEN ${number(64)}
    WHEN 16 THEN regexp_replace(${hex}, '^(.{8})(.{4})(.{4})(.{4})(.{12})$', '\\1-\\2-\\3-\\4-\\5') END`;
  // A text in Avro begins with its length doubled, in one byte up to 63.
  const avro = `CASE WHEN hex(a[1:1]) = lpad(to_hex(2 * (octet_length(a) - 1)), 2, '0') THEN ${texts("a[2:]")} ELSE ${texts("a")} END`;
  return `${texts(b)} || [${hex}, ${whole}] || ${bindSql("a", afterHeaderSql(b), `CASE WHEN a IS NULL THEN []::VARCHAR[] ELSE ${avro} END`)}`;
}
