import { groupDecimal, sumDecimals } from "#lib/decimal-text.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { formatCount } from "#lib/units.ts";

/** Rows that are too many: what is duplicated by design is not. Pure. */
export function surplusOf({ shares }: Pick<CauseFacts, "shares">): number {
  return shares.reduce((sum, { cause, surplusRows }) => (cause === "by_design" ? sum : sum + surplusRows), 0);
}

/** `1,236,412.80 of amount is counted twice.`, or why that is not known; empty where no measure was asked for. Pure. */
export function sayCountedTwice({ shares, measure }: Pick<CauseFacts, "shares" | "measure">): string {
  if (measure === null) return "";
  if (measure.value === null) return `What is counted twice is not known: ${measure.reason}`;
  const { column, rowsWithout } = measure.value;
  const harmful = shares.filter(({ cause }) => cause !== "by_design");
  if (harmful.length === 0) return "";
  const parts = harmful.flatMap((share) => share.measure ?? []);
  const sum = parts.length < harmful.length ? null : sumDecimals(parts);
  if (sum === null) return `What is counted twice of ${column} is not known for all causes.`;
  const without =
    rowsWithout === 0 ? "" : `, without ${formatCount(rowsWithout)} ${rowsWithout === 1 ? "row that has" : "rows that have"} none`;
  return `${groupDecimal(sum)} of ${column} is counted twice${without}.`;
}
