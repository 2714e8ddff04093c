import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";

/** Table of the measure by key: `id` UHUGEINT, `total` (HUGEINT, DECIMAL or DOUBLE, of the rows that are too many), `rows_without` BIGINT. */
export const MEASURES = "own_measures";

export interface Measured {
  /** As the request writes it. */
  column: string;
  /** Keys whose right row is undecided between rows of different values: one of them was taken for it. */
  tiedKeys: number;
  /** Sentences on how exact the sums are. */
  notes: string[];
}

/**
 * Fills MEASURES with the sum over all rows of a key but the right one. In: `rows` as rankWinners takes them, and WINNERS of the same keys.
 */
export async function sumMeasure(reading: CauseReading, rows: string): Promise<Measured> {
  throw new Error("not yet");
}
