import { groupDecimal, sumDecimals } from "#lib/decimal-text.ts";
import type { CauseFacts, CauseShare } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";

/** What is duplicated by design is not too many. */
function isHarmful({ cause }: CauseShare): boolean {
  return cause !== "by_design";
}

/** Rows that are too many. Pure. */
export function surplusOf({ shares }: Pick<CauseFacts, "shares">): number {
  return shares.filter(isHarmful).reduce((sum, { surplusRows }) => sum + surplusRows, 0);
}

/** The measure summed over the rows that are too many, as a decimal text; `0`: none is. null: of a cause it is not known. Pure. */
export function sumCountedTwice(shares: CauseFacts["shares"]): string | null {
  const harmful = shares.filter(isHarmful);
  const parts = harmful.flatMap(({ measure }) => measure ?? []);
  if (harmful.length === 0) return "0";
  return parts.length < harmful.length ? null : sumDecimals(parts);
}

/** `1,236,412.80 of amount is counted twice.`, or why that is not known; empty where no measure was asked for. Pure. */
export function sayCountedTwice({ shares, measure }: Pick<CauseFacts, "shares" | "measure">): string {
  if (measure === null) return "";
  if (measure.value === null) return `What is counted twice is not known: ${measure.reason}`;
  const { column, rowsWithout, tiedKeys = 0 } = measure.value;
  const sum = sumCountedTwice(shares);
  if (!shares.some(isHarmful)) return "";
  if (sum === null) return `The double-counted amount of ${column} is not known for all causes.`;
  const without =
    rowsWithout === 0
      ? ""
      : `, without ${formatCount(rowsWithout)} ${rowsWithout === 1 ? "row that has" : "rows that have"} no number to add`;
  const tied = tiedKeys === 0 ? "" : `, ${sayTied(tiedKeys)}`;
  return `${groupDecimal(sum)} of ${column} is counted twice${without}${tied}.`;
}

function sayTied(keys: number): string {
  if (keys === 1) return "if of 1 key whose right row is undecided the last written is right";
  return `if of ${formatCount(keys)} keys whose right rows are undecided the last written are right`;
}
