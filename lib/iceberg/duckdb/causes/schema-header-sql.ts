/**
 * SQL for a BLOB: what follows the schema-id header of the Kafka key's bytes (a name); NULL where there is no such header. The headers are those of
 * `readSchemaHeader` of lib/causes/key-bytes.
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

/** True: what follows the header is packed. */
export function isCompressedSql(keyBytes: string): string {
  return `(${keyBytes}[1:2] = '\\x03\\x05'::BLOB)`;
}
