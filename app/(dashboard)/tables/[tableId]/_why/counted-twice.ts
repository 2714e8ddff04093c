import type { SampledKey } from "#lib/iceberg/contract.ts";
import { sumDecimals } from "#lib/decimal-text.ts";

/**
 * What a column adds up to over the rows of a key that are too many, as a decimal text. null: its right row is undecided, not all of its rows are
 * kept, or the column is masked, nested or without a number in one of them. Pure.
 */
export function countedTwice({ rows, rowCount, verdict }: SampledKey, column: string): string | null {
  const winner = verdict?.winner ?? null;
  if (winner === null || rows.length < rowCount) return null;
  const folded = column.toLowerCase();
  const values = rows
    .filter((_, at) => at !== winner)
    .map((row) => Object.entries(row.values).find(([name]) => name.toLowerCase() === folded));
  const texts = values.flatMap((found) => found?.[1] ?? []);
  return texts.length < values.length ? null : sumDecimals(texts);
}
