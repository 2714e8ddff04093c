import { decide, type Decision } from "#lib/causes/decide.ts";
import { isRetry } from "#lib/causes/key-is-not-business-key.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import { ordersByLog, type KeyEvidence, type TableEvidence } from "#lib/causes/table-evidence.ts";
import { findWinner } from "#lib/causes/winner.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import type { DriftLabel } from "#lib/drift-names.ts";

/** Of one key, the newest. */
export const DELETES_KEPT_MAX = 20;

/** What was found of all rows of a key, where only some of them are at hand. */
export type FoundElsewhere = Decision & Pick<KeyVerdict, "retry">;

/**
 * Why one key is duplicated, which row is right, and what could not be decided. Pure.
 * In: the rows that were looked at, with all live deletes for the key; `drift` how its topic's keys came into several partitions, where that
 * is known; `found` what holds for all its rows, when more than these exist.
 */
export function explainKey(
  key: KeyEvidence,
  table: TableEvidence,
  { drift = null, found }: { drift?: DriftLabel | null; found?: FoundElsewhere | undefined } = {},
): KeyVerdict {
  const { cause, undecided, doubt } = found ?? decide(signatureOf(key, table));
  const { winner, winnerBy, tied } = findWinner(key.rows, { keep: table.keep, cdc: ordersByLog(table) });
  const retry = found ? found.retry : isRetry(key);
  return {
    cause,
    retry: cause === "key_is_not_business_key" ? retry : null,
    undecided: [...undecided],
    doubt,
    winner,
    winnerBy,
    tied,
    deletes: newestFirst(key.deletes).slice(0, DELETES_KEPT_MAX),
    drift: cause === "partition_drift" ? drift : null,
    rowsSeen: key.rows.length,
  };
}

function newestFirst(deletes: KeyEvidence["deletes"]): KeyEvidence["deletes"][number][] {
  return deletes.toSorted((a, b) => {
    const [one, other] = [BigInt(a.sequenceNumber), BigInt(b.sequenceNumber)];
    if (one !== other) return one < other ? 1 : -1;
    return a.file < b.file ? -1 : 1;
  });
}
