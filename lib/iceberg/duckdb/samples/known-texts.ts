import { isBytes, shownText } from "#lib/iceberg/duckdb/iceberg-types.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";

/** SQL over `s`, a row of SUSPECTS. */
export interface KnownTexts {
  /** What a sample shows of a top-level column, by field id. */
  columns: Map<number, string>;
  partition: string | null;
  keyBytes: string | null;
}

/**
 * What the count has read of a row already. These columns are the widest as a rule, and reading them again for a few rows costs as much as
 * reading them for all: of 20 million rows, 1.4 s and not 0.4 s of processor time.
 */
export function knownTexts({ key, kafkaKey, kafkaPartition }: ResolvedColumns): KnownTexts {
  const columns = new Map<number, string>();
  const keyBytes = kafkaKey && "lower(hex(s.key_bytes))";
  const partition = kafkaPartition && "s.pair.p";
  if (kafkaPartition?.path.length === 1) columns.set(kafkaPartition.id, "s.pair.p");
  if (kafkaKey?.path.length === 1 && isBytes(kafkaKey.type)) columns.set(kafkaKey.id, "lower(hex(s.key_bytes))");
  if (kafkaKey?.path.length === 1 && kafkaKey.type === "string") columns.set(kafkaKey.id, "decode(s.key_bytes)");
  key.forEach((column, index) => {
    if (column.path.length === 1) columns.set(column.id, shownText(column.type, `s.__k${index}`));
  });
  return { columns, partition, keyBytes };
}
