import type { CauseFacts, CauseShare } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

/** One cause of a snapshot as a list shows it. */
export interface ShareView {
  cause: CauseName;
  keys: number;
  surplusRows: number;
  /** The measure summed over its rows that are too many, as a decimal text; null: not asked for, or not computed. */
  measure: string | null;
  /** With one decimal: `96.1 %`; never `0.0 %` of some, nor `100.0 %` of not all. */
  share: string;
  /** Of all duplicated keys, 0 to 1. */
  part: number;
}

/** The causes of a snapshot, most keys first; what has no known cause stands last, or first where it is more than half of the keys. Pure. */
export function viewShares({ shares }: Pick<CauseFacts, "shares">): ShareView[] {
  const all = sumKeys(shares);
  const place = (one: ShareView): number => (one.cause === "unknown" ? (isMost(one) ? -1 : 1) : 0);
  return shares
    .map((one) => ({ ...pick(one), share: sayShare(one.keys, all), part: all === 0 ? 0 : one.keys / all }))
    .toSorted((a, b) => place(a) - place(b) || b.keys - a.keys);
}

export function sumKeys(shares: readonly Pick<CauseShare, "keys">[]): number {
  return shares.reduce((sum, { keys }) => sum + keys, 0);
}

/** Whether it is the cause of more than half of the keys. What is not is not told as that of all. Pure. */
export function isMost({ part }: Pick<ShareView, "part">): boolean {
  return part > 0.5;
}

function pick({ cause, keys, surplusRows, measure }: CauseShare): CauseShare {
  return { cause, keys, surplusRows, measure };
}

/** A share with one decimal that does not claim none or all where it is neither. Pure. */
export function sayShare(keys: number, all: number): string {
  if (all === 0) return "";
  const percent = (keys / all) * 100;
  if (keys > 0 && percent < 0.05) return "below 0.1 %";
  if (keys < all && percent >= 99.95) return "above 99.9 %";
  return `${percent.toFixed(1)} %`;
}
