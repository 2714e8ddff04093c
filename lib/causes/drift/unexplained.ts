import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";

/** A stretch of time in which rows that nothing explains lie close together. */
export interface UnexplainedRows {
  rows: number[];
  /** There are so many of them that any of the known partitioners would have been found: the partitions were given, or another rule gave them. */
  given: boolean;
}

const STRETCHES_MAX = 4;
/** Of all rows, one in a hundred may stand alone. */
const ALONE = 0.01;
const SHARES = [0.98, 0.5, 0.2, 0.05] as const;
const ROWS_MIN = 3;
/** Natural logarithm of the evidence that would have been enough for the dearest candidate of a small topic, with some to spare. */
const GIVEN_MIN = 12;
/** The same for a client that sent only such a share of the rows: of several that are mixed each explains few. */
const MIXED_SHARE = 0.25;
const MIXED_MIN = 15;
const APART_SHARE = 0.7;

/**
 * Where rows that nothing explains lie: stretches of the topic's rows, at most a few, the densest first, and the rows in them. What is left lies
 * alone and is told by the strip only. In: numbers of the rows, ascending. Pure.
 */
export function findUnexplained(rows: OrderedRows, rest: readonly number[]): UnexplainedRows[] {
  const found: UnexplainedRows[] = [];
  let open = [...rest];
  while (open.length > 0 && found.length < STRETCHES_MAX) {
    const stretch = open.length === rows.count ? open : densest(open);
    if (stretch.length < Math.min(ROWS_MIN, rows.count)) break;
    const [first, last] = [stretch[0] ?? 0, stretch.at(-1) ?? 0];
    found.push({ rows: stretch, given: wereGiven(rows, stretch) });
    open = open.filter((row) => row < first || row > last);
  }
  return found;
}

/** From one of the rows to another, as long as they are more than the few that may stand alone anywhere. */
function densest(open: readonly number[]): number[] {
  let best = { score: 0, from: 0, to: -1 };
  for (const share of SHARES) {
    const hit = Math.log(share / ALONE);
    const miss = Math.log((1 - share) / (1 - ALONE));
    let [score, from] = [0, 0];
    for (const [place, row] of open.entries()) {
      const before = place === 0 ? 0 : score + (row - (open[place - 1] ?? 0) - 1) * miss;
      if (place === 0 || before <= 0) [score, from] = [hit, place];
      else score = before + hit;
      if (score > best.score) best = { score, from, to: place };
    }
  }
  return open.slice(best.from, best.to + 1);
}

function wereGiven(rows: OrderedRows, stretch: readonly number[]): boolean {
  const proving = stretch.filter((row) => rows.first[row] === 1);
  const partitions = 1 + stretch.reduce((max, row) => Math.max(max, rows.partition[row] ?? 0), 0);
  const [first, last] = [stretch[0] ?? 0, stretch.at(-1) ?? 0];
  return isGiven(proving.length, partitions, isApart(stretch.length, { rowsInTime: last - first + 1, rowsInAll: rows.count }));
}

/** Whether rows that nothing explains have their time to themselves, in a topic of which other rows are explained: one sender's, and no mix of several. Pure. */
export function isApart(rows: number, { rowsInTime, rowsInAll }: { rowsInTime: number; rowsInAll: number }): boolean {
  return rows < rowsInAll && rows >= APART_SHARE * rowsInTime;
}

/**
 * Whether so many keys in so many partitions are enough for any known partitioner to have been found: one that sent all of them where they lie
 * `apart`, else one that sent a quarter of them. Pure.
 */
export function isGiven(keys: number, partitions: number, apart: boolean): boolean {
  return apart ? keys * Math.log(partitions) >= GIVEN_MIN : keys * evidenceOf(MIXED_SHARE, partitions) >= MIXED_MIN;
}

/** What a row tells, on average, of a client that sent such a share of the rows and puts the others' keys there by chance; natural logarithm. */
function evidenceOf(share: number, partitions: number): number {
  const matching = share + (1 - share) / partitions;
  return matching * Math.log(1 + share * (partitions - 1)) + (1 - matching) * Math.log(1 - share);
}
