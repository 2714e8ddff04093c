import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { namedField, type ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { Column } from "#lib/iceberg/plan/column-path.ts";

/**
 * What orders the rows of a key, as SQL over a relation that has the fields. All are NULL where the row has no value. Times are HUGEINT
 * nanoseconds since the epoch, partition and offset HUGEINT (NULL where they are no whole number), the rest VARCHAR. As texts
 * (`CAST(… AS VARCHAR)`) they are what RowEvidence holds, so that SQL and TypeScript order alike.
 */
export interface RowOrder {
  /** Each once, under names that no other part uses. */
  fields: NamedField[];
  topic: string | null;
  partition: string | null;
  offset: string | null;
  kafkaTimestamp: string | null;
  eventTime: string | null;
  sourceTime: string | null;
  op: string | null;
  /** Most significant first. */
  lsn: string[];
}

const TIMES = new Set(["timestamp", "timestamptz", "timestamptz_ns"]);
const END_OF_TIME = "9223372036854775807000::HUGEINT";

/** A time that never ends is later than any other; `epoch_us` says NULL of it. */
function endless(sql: string, finite: string): string {
  return `(CASE WHEN ${sql} IS NULL THEN NULL WHEN isfinite(${sql}) THEN ${finite} WHEN ${sql} > DATE '1970-01-01' THEN ${END_OF_TIME} ELSE -(${END_OF_TIME}) END)`;
}

/** Numbers count from the epoch in the unit of the column's name: `…_ns`, `…_us`, else milliseconds (Debezium's `source.ts_*`). */
function ofNumber(column: Column, sql: string): string {
  const name = column.path.at(-1)?.name.toLowerCase() ?? "";
  const unit = name.endsWith("ns") ? "1" : name.endsWith("us") ? "1000" : "1000000";
  return `(${sql}::HUGEINT * ${unit})`;
}

/** A text is read as a time with a zone; a number that is not whole, or any other type, is no time: NULL. */
export function nanoseconds(column: Column, sql: string): string {
  const { type } = column;
  if (type === "int" || type === "long") return ofNumber(column, sql);
  if (type === "timestamp_ns") return `epoch_ns(${sql})::HUGEINT`;
  if (type === "date") return endless(sql, `((${sql} - DATE '1970-01-01')::HUGEINT * 86400000000000)`);
  if (typeof type === "string" && TIMES.has(type)) return endless(sql, `(epoch_us(${sql})::HUGEINT * 1000)`);
  return type === "string" ? `(epoch_us(TRY_CAST(${sql} AS TIMESTAMPTZ))::HUGEINT * 1000)` : "NULL::HUGEINT";
}

function text(column: Column, sql: string): string {
  return isBytes(column.type) ? `lower(hex(${sql}))` : `CAST(${sql} AS VARCHAR)`;
}

/** SQL Server's LSN is ten bytes, which it writes as `00000027:00000ac0:0002`; whole numbers never show as floats. */
function logPosition(column: Column, sql: string): string {
  if (isBytes(column.type)) {
    const hex = `lower(hex(${sql}))`;
    return `(CASE WHEN octet_length(${sql}) = 10 THEN concat_ws(':', ${hex}[1:8], ${hex}[9:16], ${hex}[17:20]) ELSE '0x' || ${hex} END)`;
  }
  if (column.type !== "float" && column.type !== "double") return text(column, sql);
  return `coalesce(CAST(CASE WHEN ${sql} = trunc(${sql}) THEN TRY_CAST(${sql} AS HUGEINT) END AS VARCHAR), ${text(column, sql)})`;
}

/** The same as wholeNumber of lib/causes/winner.ts: a cast alone would round 2.5, and read 1e3. */
function whole(column: Column, sql: string): string {
  if (column.type === "int" || column.type === "long") return `${sql}::HUGEINT`;
  return `TRY_CAST(nullif(regexp_extract(${text(column, sql)}, '^(-?[0-9]{1,38})([.]0+)?$', 1), '') AS HUGEINT)`;
}

/** What orders rows, as far as the request gives it. Pure. */
export function rowOrder(columns: ResolvedColumns): RowOrder {
  const fields: NamedField[] = [];
  const take = (column: Column | null, alias: string, sql: (column: Column, name: string) => string): string | null => {
    if (!column) return null;
    fields.push(namedField(alias, column));
    return sql(column, alias);
  };
  return {
    topic: take(columns.kafkaTopic, "__o_topic", text),
    partition: take(columns.kafkaPartition, "__o_partition", whole),
    offset: take(columns.kafkaOffset, "__o_offset", whole),
    kafkaTimestamp: take(columns.kafkaTimestamp, "__o_kafka_time", nanoseconds),
    eventTime: take(columns.eventTime, "__o_event_time", nanoseconds),
    sourceTime: take(columns.sourceTime, "__o_source_time", nanoseconds),
    op: take(columns.op, "__o_op", (_, name) => `CAST(${name} AS VARCHAR)`),
    lsn: columns.lsn.map((column, index) => take(column, `__o_lsn${index}`, logPosition) ?? ""),
    fields,
  };
}
