import type { OrderedRows } from "#lib/causes/drift/drift-rows.ts";

/** Pairs of partitions that are told; those with the fewest keys are left out. */
const MOVES_MAX = 4096;

export interface Move {
  from: number;
  to: number;
  keys: number;
}

/**
 * Old × new partition of the keys that lie in more than one: each key counts once for each pair of partitions that follow one another by its
 * first rows in them. Largest first, then by partition. Pure.
 */
export function findMoves(rows: OrderedRows): Move[] {
  const partitionsOf = new Map<string, number[]>();
  for (const [row, { keyBytesHex, partition }] of rows.rows.entries()) {
    if (rows.first[row] !== 1) continue;
    const known = partitionsOf.get(keyBytesHex);
    if (known) known.push(partition);
    else partitionsOf.set(keyBytesHex, [partition]);
  }
  const moves = new Map<string, Move>();
  for (const partitions of partitionsOf.values()) {
    for (const [index, to] of partitions.entries()) {
      const from = partitions[index - 1];
      if (from === undefined) continue;
      const move = moves.get(`${from} ${to}`) ?? { from, to, keys: 0 };
      move.keys++;
      moves.set(`${from} ${to}`, move);
    }
  }
  return [...moves.values()].toSorted((a, b) => b.keys - a.keys || a.from - b.from || a.to - b.to).slice(0, MOVES_MAX);
}
