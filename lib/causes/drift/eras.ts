import type { FoundClient } from "#lib/causes/drift/discover.ts";
import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";
import { PARTITIONERS, type Partitioner } from "#lib/drift-names.ts";

/** A time in which the topic had one number of partitions; rows by their numbers, both included. Eras follow one another without a gap. */
export interface Era {
  partitionCount: number;
  from: number;
  to: number;
}

/** Natural logarithms of how much less likely a row, or a change of the count, is. */
const COSTS = {
  /** A row that no known client explains over the count. */
  other: 4,
  /** A row in a partition that the count does not have: its time is not that of its sending. */
  impossible: 8,
  raised: 3,
  /** Kafka never lowers a count: the topic was recreated, which takes more rows to believe than some with old times among new ones. */
  lowered: 40,
} as const;

/**
 * When the topic had which of the found counts: all of its clients see the same count at a time, so that rows are held to the counts and not to
 * single clients. The likeliest sequence (Viterbi). A border lies between the last row that only the count before it explains and the first that
 * only the one after it does; of the rows between these two, which both explain, it takes the longest pause. Pure; none without a found client.
 */
export function findEras(rows: OrderedRows, clients: readonly FoundClient[]): Era[] {
  const counts = [...new Set(clients.map(({ partitionCount }) => partitionCount))].toSorted((a, b) => a - b);
  if (counts.length === 0 || rows.count === 0) return [];
  const partitioners = [...new Set(clients.map(({ partitioner }) => partitioner))];
  const fits = counts.map((count) => fitsOver(rows, partitioners, count));
  const states = likeliest(rows, counts, fits);
  const eras: Era[] = [];
  for (const [row, state] of states.entries()) {
    const last = eras.at(-1);
    const partitionCount = counts[state] ?? 0;
    if (last?.partitionCount === partitionCount) last.to = row;
    else eras.push({ partitionCount, from: row, to: row });
  }
  for (const [index, era] of eras.entries()) {
    const next = eras[index + 1];
    if (next) placeBorder(rows, [era, next], [fits[counts.indexOf(era.partitionCount)], fits[counts.indexOf(next.partitionCount)]]);
  }
  return eras;
}

/** For each row whether one of the partitioners gives its partition over so many. */
function fitsOver(rows: OrderedRows, partitioners: readonly Partitioner[], count: number): Uint8Array {
  const fits = new Uint8Array(rows.count);
  for (const partitioner of partitioners) {
    const hashes = rows.hashes[PARTITIONERS.indexOf(partitioner)];
    for (let row = 0; row < rows.count; row++) if ((hashes?.[row] ?? 0) % count === rows.partition[row]) fits[row] = 1;
  }
  return fits;
}

/** The count of each row, by its place in `counts`. */
function likeliest(rows: OrderedRows, counts: readonly number[], fits: readonly Uint8Array[]): number[] {
  const from = counts.map(() => new Uint8Array(rows.count));
  let costs = counts.map(() => 0);
  for (let row = 0; row < rows.count; row++) {
    const before = costs;
    costs = counts.map((count, state) => {
      let [least, origin] = [before[state] ?? 0, state];
      // Rows of one time, as of one commit, have no order: no count changes among them.
      for (const [other, cost] of row > 0 && rows.at[row] === rows.at[row - 1] ? [] : before.entries()) {
        const changed = cost + (other < state ? COSTS.raised : COSTS.lowered);
        if (other !== state && changed < least) [least, origin] = [changed, other];
      }
      const ofState = from[state];
      if (ofState) ofState[row] = origin;
      if (fits[state]?.[row] === 1) return least;
      return least + ((rows.partition[row] ?? 0) < count ? COSTS.other : COSTS.impossible);
    });
  }
  let state = costs.indexOf(Math.min(...costs));
  const states: number[] = [];
  for (let row = rows.count - 1; row >= 0; row--) {
    states[row] = state;
    state = from[state]?.[row] ?? state;
  }
  return states;
}

function placeBorder(
  { at }: OrderedRows,
  [before, after]: readonly [Era, Era],
  [fitsBefore, fitsAfter]: readonly (Uint8Array | undefined)[],
): void {
  const onlyFirst = (row: number): boolean => fitsBefore?.[row] === 1 && fitsAfter?.[row] !== 1;
  const onlySecond = (row: number): boolean => fitsAfter?.[row] === 1 && fitsBefore?.[row] !== 1;
  let last = before.to;
  while (last > before.from && !onlyFirst(last)) last--;
  let first = after.from;
  while (first < after.to && !onlySecond(first)) first++;
  let [border, longest] = [last + 1, -1];
  for (let row = last + 1; row <= first; row++) {
    const pause = (at[row] ?? 0) - (at[row - 1] ?? 0);
    if (pause > longest) [border, longest] = [row, pause];
  }
  before.to = border - 1;
  after.from = border;
}
