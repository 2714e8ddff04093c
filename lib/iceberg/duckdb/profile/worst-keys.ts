import { ALL_ONES, KEY_MASK } from "#lib/iceberg/duckdb/profile/key-record.ts";

/** A key among the worst: its hash, how many rows it has, and what orders keys with as many. */
export interface RankedKey {
  hash: bigint;
  n: number;
  /** Bit i: a row came from part i (modulo 32). */
  parts: number;
  order: bigint;
}

/** The worst keys so far, worst first. Of keys with as many rows, those that lie in few and early parts: their rows are soon read. */
export class WorstKeys {
  readonly #max: number;
  readonly keys: RankedKey[] = [];
  /** Keys with fewer rows, or with as many in later parts, are not wanted. */
  leastRows = 0;
  #leastParts = ALL_ONES;

  constructor(max: number) {
    this.#max = max;
  }

  offer(n: number, parts: number, pool: Uint32Array, at: number): void {
    if (this.#max === 0 || (n === this.leastRows && parts > this.#leastParts)) return;
    const order = (BigInt(pool[at + 3] as number) << 32n) | BigInt(((pool[at + 2] as number) & KEY_MASK) >>> 0);
    const hash = (BigInt(pool[at + 1] as number) << 32n) | BigInt(pool[at] as number);
    const isWorse = (key: RankedKey) => key.n > n || (key.n === n && (key.parts < parts || (key.parts === parts && key.order < order)));
    let [low, high] = [0, this.keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const key = this.keys[middle];
      if (key && isWorse(key)) low = middle + 1;
      else high = middle;
    }
    this.keys.splice(low, 0, { hash, n, parts, order });
    if (this.keys.length > this.#max) this.keys.pop();
    const least = this.keys.at(-1);
    if (this.keys.length < this.#max || !least) return;
    this.leastRows = least.n;
    this.#leastParts = least.parts;
  }
}
