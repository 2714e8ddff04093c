/** Keys whose aggregates lie in memory at once: their hash table takes some 300 bytes a key. */
const SLICE_KEYS = 1_000_000;

const ID_BITS = 128n;

export interface Slice {
  /** From 0. */
  number: number;
  of: number;
}

/** Calls `work` for each slice of the keys, in turn. In: about how many keys there are. */
export async function eachSlice(keys: number, work: (slice: Slice) => Promise<void>): Promise<void> {
  const of = Math.max(1, Math.ceil(keys / SLICE_KEYS));
  for (let number = 0; number < of; number++) await work({ number, of });
}

/** A condition that a key's id falls into the slice: ids are spread evenly over 128 bits. Pure. */
export function inSlice(id: string, { number, of }: Slice): string {
  if (of === 1) return "true";
  const border = (at: number) => `${((1n << ID_BITS) * BigInt(at)) / BigInt(of)}::UHUGEINT`;
  const above = number === 0 ? [] : [`${id} >= ${border(number)}`];
  const below = number === of - 1 ? [] : [`${id} < ${border(number + 1)}`];
  return [...above, ...below].join(" AND ");
}

/** A condition that a key's id is among about such a share of all ids. In: from 0 to 1. Pure. */
export function leadingIds(id: string, share: number): string {
  const PARTS = 1_000_000;
  return `${id} < ${((1n << ID_BITS) / BigInt(PARTS)) * BigInt(Math.min(PARTS, Math.floor(share * PARTS)))}::UHUGEINT`;
}
