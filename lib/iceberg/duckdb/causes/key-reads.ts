import { isBytes } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { IcebergType } from "#lib/iceberg/plan/schema.ts";

/** A column of the business key: SQL for its value (a column's name, since it is written often), and its Iceberg type. */
export interface KeyColumnSql {
  sql: string;
  type: IcebergType;
}

/**
 * SQL for a BOOLEAN: the Kafka key's bytes (a BLOB; name a column, since it is written often) read as the row's business key. NULL: there are none
 * (or empty ones), or only a schema registry can tell. The same as `readKeyAs` of lib/causes/key-bytes, which a test holds.
 */
export function keyReadsSql(key: readonly KeyColumnSql[], keyBytes: string): string {
  const exact = key.map(({ sql, type }) => (isBytes(type) ? `${keyBytes} = ${sql}` : `${keyBytes} = encode(CAST(${sql} AS VARCHAR))`));
  const only = key.length === 1 ? `WHEN ${exact[0]} THEN true` : "";
  return `CASE WHEN ${keyBytes} IS NULL OR octet_length(${keyBytes}) = 0 THEN NULL ${only} WHEN ${afterHeaderSql(keyBytes)} IS NOT NULL THEN NULL ELSE false END`;
}

/**
 * SQL for a BLOB: what follows the schema-id header of the Kafka key's bytes; NULL where there is no such header. Headers: Confluent's zero byte with four bytes of
 * an id (none has id 0), or with Apicurio's eight; Confluent's 01 with a GUID; Glue's 03, its compression, a UUID.
 */
export function afterHeaderSql(keyBytes: string): string {
  const length = `octet_length(${keyBytes})`;
  const slice = (from: number, to: number | "") => `${keyBytes}[${from}:${to}]`;
  return `CASE WHEN ${length} < 6 THEN NULL
    WHEN ${slice(1, 1)} = '\\x00'::BLOB THEN CASE
      WHEN ${slice(2, 5)} <> '\\x00\\x00\\x00\\x00'::BLOB THEN ${slice(6, "")}
      WHEN ${length} >= 10 AND ${slice(6, 9)} <> '\\x00\\x00\\x00\\x00'::BLOB THEN ${slice(10, "")} END
    WHEN ${slice(1, 1)} = '\\x01'::BLOB AND ${length} >= 18 THEN ${slice(18, "")}
    WHEN ${slice(1, 1)} = '\\x03'::BLOB AND ${slice(2, 2)} IN ('\\x00'::BLOB, '\\x05'::BLOB) AND ${length} >= 19 THEN ${slice(19, "")} END`;
}
