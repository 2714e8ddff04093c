import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { KeyPromise } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";
import { countRows, listNames, sayPartitions } from "../../sample-words.ts";

/** `Two rows, should be one.` Pure. */
export function sayVerdict({ rowCount }: Pick<SampledKey, "rowCount">, promise: KeyPromise): string {
  const rows = rowCount < 10 ? countRows(rowCount) : `${formatCount(rowCount)} rows`;
  if (rowCount === 1) return "One row: this key is not duplicated.";
  return promise === "unique" ? `${rows}, should be one.` : `${rows}, as this key may have: it promises nothing.`;
}

/** In what the rows differ and where they came from. Pure. */
export function sayEvidence({ rowCount, rows, partitions, keyBytesHex }: SampledKey, differing: readonly string[]): string {
  if (rowCount < 2) return "";
  const kept = rows.length < rowCount ? ` The ${formatCount(rows.length)} rows shown are those that were kept.` : "";
  const differ =
    differing.length > 0
      ? `They differ in ${listNames(differing)}.`
      : rows.length < rowCount
        ? "The rows shown are equal in all business columns."
        : "They are equal in all business columns.";
  const bytes = keyBytesHex.length > 1 ? ` They were sent with ${keyBytesHex.length} different keys.` : "";
  const where = partitions.length > 1 ? ` They lie in Kafka partitions ${sayPartitions(partitions)}.` : "";
  return `${differ}${where}${bytes}${kept}`;
}
