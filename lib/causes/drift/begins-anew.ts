import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";

/** Partitions with rows of both times that have to agree. */
const PARTITIONS_MIN = 2;

/**
 * Whether the offsets of some rows begin anew after those of earlier ones: in nearly every partition that both have, the later rows begin before the
 * middle of the earlier rows' offsets and reach into them. Offsets go on where a count is raised, and rows that were sent late with old times
 * lie beyond the others, so it is a topic that was created again. In: places of the rows. Pure.
 */
export function beginsAnew(rows: OrderedRows, earlier: readonly number[], later: readonly number[]): boolean {
  const [before, after] = [offsetsOf(rows, earlier), offsetsOf(rows, later)];
  const both = [...before].flatMap(([partition, offsets]) => {
    const next = after.get(partition);
    return next === undefined ? [] : [{ offsets, next }];
  });
  const anew = both.filter(({ offsets, next }) => {
    const [least, middle] = [offsets[0] ?? 0n, offsets[offsets.length >> 1] ?? 0n];
    return offsets.length > 1 && (next[0] ?? 0n) < middle && (next.at(-1) ?? 0n) >= least;
  });
  return anew.length >= PARTITIONS_MIN && anew.length >= 0.8 * both.length;
}

/** By partition, ascending; rows without an offset are left out. */
function offsetsOf(rows: OrderedRows, places: readonly number[]): Map<number, bigint[]> {
  const known = places.flatMap((place) => {
    const { partition, offset } = rows.rows[place] ?? {};
    return partition === undefined || offset == null || !/^-?\d+$/.test(offset) ? [] : [{ partition, offset: BigInt(offset) }];
  });
  const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : Number(a > b));
  const grouped = Map.groupBy(known, ({ partition }) => partition);
  return new Map([...grouped].map(([partition, own]) => [partition, own.map(({ offset }) => offset).toSorted(ascending)]));
}
