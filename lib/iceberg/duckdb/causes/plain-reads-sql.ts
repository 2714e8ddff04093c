import { keyReadsSql } from "#lib/iceberg/duckdb/causes/key-reads.ts";
import { usualReadsSql } from "#lib/iceberg/duckdb/causes/usual-reads-sql.ts";
import { type KeyColumnSql, UUID_TEXT } from "#lib/iceberg/duckdb/causes/key-value-sql.ts";

/** Letters, digits and signs that stand for themselves in every encoding of a text. */
const WORD_HEX = "'(?:2D|2E|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9A])+'";
/** Longer than a whole number in any encoding, its text included. */
const NUMBER_BYTES_MAX = 20;
/** Lengths of whole numbers in bytes that may all be letters: of fixed width, alone or behind a Protobuf tag. All others but their text need more bits. */
const NUMBER_WIDTHS = "1, 2, 4, 5, 8, 9";

/**
 * As keyReadsSql, which takes some 25 to 50 microseconds a row; key bytes as most clients write them are settled here at a hundredth of that, so that
 * millions of keys can be looked at: what usualReadsSql tells, and a plain word that cannot hold the key. Of one text or whole number.
 */
export function plainReadsSql(key: readonly KeyColumnSql[], keyBytes: string): string {
  const dear = keyReadsSql(key, keyBytes);
  const [only] = key;
  if (key.length !== 1 || only === undefined) return dear;
  const text = `CAST(${only.sql} AS VARCHAR)`;
  const isWord = `regexp_full_match(hex(${keyBytes}), ${WORD_HEX})`;
  const usual = usualReadsSql(key, keyBytes);
  const own = usual === null ? "" : `WHEN ${usual} THEN true`;
  if (only.type === "int" || only.type === "long")
    return `CASE ${own} WHEN octet_length(${keyBytes}) NOT IN (${NUMBER_WIDTHS}) AND ${isWord} AND NOT contains(decode(${keyBytes}), ${text}) THEN false
      WHEN octet_length(${keyBytes}) > ${NUMBER_BYTES_MAX} AND ${isWord} THEN false ELSE ${dear} END`;
  if (only.type !== "string") return dear;
  const hasNoOtherForm = `regexp_full_match(${text}, '[A-Za-z][A-Za-z0-9_.-]*') AND NOT regexp_full_match(${text}, ${UUID_TEXT})`;
  const other = `WHEN ${isWord} AND ${hasNoOtherForm} THEN CASE WHEN contains(lower(decode(${keyBytes})), lower(${text})) THEN ${dear} ELSE false END`;
  return `CASE ${own} ${other} ELSE ${dear} END`;
}
