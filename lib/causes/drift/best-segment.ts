/** Shares of a stretch's rows that a client may have sent. The first is a client of its own; half of what is believed beforehand is its. */
const SHARES = [0.98, 0.8, 0.5, 0.25, 0.1, 0.04] as const;
const SHARE_COSTS = SHARES.map((_, index) => Math.log(index === 0 ? 2 : 2 * (SHARES.length - 1)));

/** A stretch of rows, by their numbers, both included. */
export interface Segment {
  from: number;
  to: number;
  /** By how much likelier (natural logarithm) these rows are under the candidate than by chance, less what choosing this stretch costs. */
  gain: number;
  /** Rows of it that match. */
  matches: number;
}

/**
 * The stretch of `count` rows in which matches are least likely by chance. In: the numbers of the rows that match, ascending; the count N of
 * partitions, of which a match by chance takes one. Pure.
 *
 * For a share w, a row that matches is 1 + w(N − 1) times as likely as by chance, one that does not 1 − w times. By chance the expected value of
 * the product over any stretch is at most 1, so that it passes e^t with a probability of at most e^−t (Markov). Stretches and shares are weighed
 * beforehand, and the logarithm of the weight taken off: over all of them together the probability that `gain` passes t is at most e^−t.
 */
export function bestSegment(matching: readonly number[], count: number, partitions: number): Segment | null {
  let best: Segment | null = null;
  const consider = (from: number, to: number, matches: number, score: number, cost: number): void => {
    const gain = score - cost;
    if (from <= to && (best === null || gain > best.gain)) best = { from, to, gain, matches };
  };
  const costs = {
    whole: Math.log(3),
    side: Math.log(3 * 2 * Math.max(1, count)),
    any: Math.log(3 * Math.max(1, (count * (count + 1)) / 2)),
  };
  for (const [index, share] of SHARES.entries()) {
    const hit = Math.log(1 + share * (partitions - 1));
    const miss = Math.log(1 - share);
    const ofShare = SHARE_COSTS[index] ?? 0;
    const total = matching.length * hit + (count - matching.length) * miss;
    consider(0, count - 1, matching.length, total, costs.whole + ofShare);
    // From match to match: a stretch that begins or ends with a row that does not match is never the best.
    let running = 0;
    let [begin, begun] = [0, 0];
    for (const [place, row] of matching.entries()) {
      const before = place === 0 ? 0 : running + (row - (matching[place - 1] ?? 0) - 1) * miss;
      if (place === 0 || before <= 0) [running, begin, begun] = [hit, row, place];
      else running = before + hit;
      const matches = place + 1;
      consider(begin, row, matches - begun, running, costs.any + ofShare);
      consider(0, row, matches, matches * hit + (row + 1 - matches) * miss, costs.side + ofShare);
      const after = matching.length - place;
      consider(row, count - 1, after, after * hit + (count - row - after) * miss, costs.side + ofShare);
    }
  }
  return best;
}
