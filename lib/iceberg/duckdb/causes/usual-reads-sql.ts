import type { KeyColumnSql } from "#lib/iceberg/duckdb/causes/key-value-sql.ts";

/** Letters, digits and signs that mean nothing in JSON. */
const SIMPLE = "'[A-Za-z0-9_.:/-]+'";
/** `{"name":`, a space behind the colon or not, as hex. */
const FIELD_HEX = "^7B22(?:3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9A])+223A(?:20)?";
/** The length of a text up to this is one byte in Avro, which writes it doubled. */
const SHORT_MAX = 63;

/**
 * SQL for a BOOLEAN: true where the key bytes (a BLOB) are the key of one text or whole number as most clients write it: its text, that as JSON or in
 * an object of one field, a text in Avro behind a schema id, a number in big-endian bytes. Else NULL. A part of what keyReadsSql says, at a
 * fiftieth of its time or less, so that all rows can be asked while they are read. null: for other keys there is none. Pure.
 */
export function usualReadsSql(key: readonly KeyColumnSql[], keyBytes: string): string | null {
  const [only] = key;
  if (key.length !== 1 || only === undefined) return null;
  const forms = formsOf(only, keyBytes);
  return forms === null ? null : `CASE ${forms.map((form) => `WHEN ${form} THEN true`).join(" ")} END`;
}

/** Cheap conditions come first: DuckDB asks the later ones of a conjunction only where these hold. */
function formsOf({ sql, type }: KeyColumnSql, bytes: string): string[] | null {
  const text = type === "string" ? sql : `CAST(${sql} AS VARCHAR)`;
  const longer = `octet_length(${bytes}) - strlen(${text})`;
  const own = `octet_length(${bytes}) > 0 AND ${bytes} = encode(${text})`;
  const isSimple = `regexp_full_match(${text}, ${SIMPLE})`;
  const field = (end: string, endBytes: number, start: string) =>
    `${longer} > ${endBytes + 5} AND right(hex(${bytes}), 2 * strlen(${text}) + ${2 * endBytes}) = hex(encode(${end})) AND ${isSimple}
      AND regexp_full_match(left(hex(${bytes}), 2 * (${longer} - ${endBytes})), '${FIELD_HEX}${start}')`;
  const bigEndian = (width: 4 | 8) =>
    `octet_length(${bytes}) = ${width} AND hex(${bytes}) = right(lpad(to_hex(${sql}::BIGINT), 16, '0'), ${2 * width})`;
  if (type === "long") return [own, bigEndian(8), field(`${text} || '}'`, 1, "")];
  if (type === "int") return [own, bigEndian(4), bigEndian(8), field(`${text} || '}'`, 1, "")];
  if (type !== "string") return null;
  const quoted = `${longer} = 2 AND ${bytes} = encode('"' || ${text} || '"') AND ${isSimple}`;
  const avro = `${longer} = 6 AND strlen(${text}) BETWEEN 1 AND ${SHORT_MAX} AND ${bytes}[1:1] = '\\x00'::BLOB AND ${bytes}[2:5] <> '\\x00\\x00\\x00\\x00'::BLOB
      AND hex(${bytes}[6:]) = lpad(to_hex(2 * strlen(${text})), 2, '0') || hex(encode(${text}))`;
  return [own, quoted, avro, field(`${text} || '"}'`, 2, "22")];
}
