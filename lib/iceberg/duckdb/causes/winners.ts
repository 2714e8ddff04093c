import { rowOrder, type RowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";

/**
 * Table of the right row of each key: `id` UHUGEINT, `file` INTEGER, `position` BIGINT, `place` BIGINT (1: the row that the others are held
 * against), `tied` BOOLEAN (it is undecided between this row and others of the table), `rule` VARCHAR (WinnerRule; the one that left this row
 * alone, `undecided` where it is tied). A key has one row, or all that are tied; a row that is not here is stale.
 */
export const WINNERS = "own_winners";

/**
 * Finds the right row of each key among `rows`, a relation with `id`, `file` and `position` (FILE, POSITION) of all rows of some keys, and fills
 * WINNERS. The same as findWinner and survivorOf of lib/causes/winner.ts, which a test holds equal: rules are asked one after another, each of
 * the rows that the last one left. In CDC's order (kind `cdc`, or op, LSN or source time are given) whether the row was streamed (op is not
 * `r`), each log position as numbers of its kind, the source time; then of any the event time; then the offset within one (topic, partition),
 * then the partition within one topic. `first` keeps the earliest by the same rules; NULL never wins against a value. Of tied rows place 1 has
 * the one with the greatest data sequence number, then file path, then position.
 */
export async function rankWinners(reading: CauseReading, rows: string): Promise<void> {
  throw new Error("not yet");
}
