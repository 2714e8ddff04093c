import type { DuplicatedKeys } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { HashList } from "#lib/iceberg/duckdb/profile/hash-list.ts";
import { Scratch } from "#lib/iceberg/duckdb/profile/group-scratch.ts";
import { ALL_ONES, KEY_MASK, PARTS } from "#lib/iceberg/duckdb/profile/key-record.ts";
import { WorstKeys, type RankedKey } from "#lib/iceberg/duckdb/profile/worst-keys.ts";

const KEY_WORDS = 4;
const PAGE_BITS = 9;
const PAGE = 1 << PAGE_BITS;

/**
 * Groups rows by 128 bits of their key and counts what a check asks of each key. Records are put into buckets by the top bits of the hash, in
 * pages of one growing pool, so that a key with most of the rows costs no more than others; a bucket is grouped with a table that stays near
 * the processor. A record is the key's 64-bit hash, 64 bits of its MD5 (two keys that share one do not share the other) and, where asked for,
 * 64-bit hashes of the (topic, partition) pair and of the key bytes; 0 stands for NULL.
 */
export class KeyGroups {
  readonly #bits: number;
  readonly #words: number;
  readonly #pairAt: number;
  readonly #bytesAt: number;
  /** Where each bucket's next record goes, in records; at a page's border a new page is due. */
  readonly #next: Uint32Array;
  readonly #pagesOf: number[][];
  #pool: Uint32Array<ArrayBuffer>;
  #pages = 0;
  count = 0;

  constructor(expected: number, evidence: { pair: boolean; keyBytes: boolean }) {
    this.#bits = Math.min(10, Math.max(1, Math.ceil(Math.log2(expected / 20_000 + 1))));
    this.#pairAt = evidence.pair ? KEY_WORDS : -1;
    this.#bytesAt = evidence.keyBytes ? KEY_WORDS + (evidence.pair ? 2 : 0) : -1;
    this.#words = KEY_WORDS + (evidence.pair ? 2 : 0) + (evidence.keyBytes ? 2 : 0);
    const buckets = 2 ** this.#bits;
    this.#next = new Uint32Array(buckets);
    this.#pagesOf = Array.from({ length: buckets }, () => []);
    this.#pool = new Uint32Array((Math.ceil(expected / PAGE) + buckets) * PAGE * this.#words);
  }

  #newPage(bucket: number): number {
    if ((this.#pages + 1) * PAGE * this.#words > this.#pool.length) {
      const larger = new Uint32Array(Math.ceil(this.#pool.length * 1.5) + PAGE * this.#words);
      larger.set(this.#pool);
      this.#pool = larger;
    }
    this.#pagesOf[bucket]?.push(this.#pages);
    return this.#pages++ * PAGE;
  }

  /**
   * Adds rows whose flags, masked, equal `wanted`. In: little-endian words, two a hash, four an MD5; `nulls` are the flags for a NULL pair and
   * NULL key bytes.
   */
  add(
    rows: number,
    columns: {
      hash: Uint32Array;
      md5: Uint32Array;
      pair: Uint32Array | null;
      keyBytes: Uint32Array | null;
      flags: Uint8Array;
      part: number;
    },
    flag: { mask: number; wanted: number; pairNull: number; keyBytesNull: number },
  ): void {
    const { hash, md5, pair, keyBytes, flags } = columns;
    const { mask, wanted, pairNull, keyBytesNull } = flag;
    const part = columns.part % PARTS;
    const shift = 32 - this.#bits;
    const words = this.#words;
    const pairAt = this.#pairAt;
    const bytesAt = this.#bytesAt;
    const next = this.#next;
    let pool = this.#pool;
    for (let row = 0; row < rows; row++) {
      const flagged = flags[row] as number;
      if ((flagged & mask) !== wanted) continue;
      const high = hash[2 * row + 1] as number;
      const bucket = high >>> shift;
      let slot = next[bucket] as number;
      if ((slot & (PAGE - 1)) === 0) {
        slot = this.#newPage(bucket);
        pool = this.#pool;
      }
      next[bucket] = slot + 1;
      const at = slot * words;
      pool[at] = hash[2 * row] as number;
      pool[at + 1] = high;
      pool[at + 2] = ((md5[4 * row] as number) & KEY_MASK) | part;
      pool[at + 3] = md5[4 * row + 1] as number;
      if (pair) {
        const isNull = (flagged & pairNull) !== 0;
        pool[at + pairAt] = isNull ? 0 : (pair[2 * row] as number);
        pool[at + pairAt + 1] = isNull ? 0 : (pair[2 * row + 1] as number) | 1;
      }
      if (keyBytes) {
        const isNull = (flagged & keyBytesNull) !== 0;
        pool[at + bytesAt] = isNull ? 0 : (keyBytes[2 * row] as number);
        pool[at + bytesAt + 1] = isNull ? 0 : (keyBytes[2 * row + 1] as number) | 1;
      }
      this.count++;
    }
  }

  /** Gives the memory back at once; a garbage collection may be long in coming. */
  release(): void {
    this.#pool.buffer.transfer(0);
  }

  /**
   * Counts over the keys with more than one row, and the worst `worstMax` of them: most rows first, ties in an order that is always the same.
   * `hashes`: those of all these keys, where they are asked for.
   */
  summarize(
    worstMax: number,
    asked: { hashes: boolean } = { hashes: false },
  ): { duplicated: DuplicatedKeys; worst: RankedKey[]; hashes: BigUint64Array } {
    const worst = new WorstKeys(worstMax);
    const hashes = asked.hashes ? new HashList() : null;
    const sums: DuplicatedKeys = {
      duplicated_keys: 0,
      surplus_rows: 0,
      rows_per_key_max: null,
      null_pairs: 0,
      p0: 0,
      p1: 0,
      p2: 0,
      p3: 0,
      p4: 0,
      p5: 0,
      pairs_max: null,
      multi_key_bytes_keys: 0,
      digest_low: 0,
      digest_high: 0,
    };
    const largest = this.#pagesOf.reduce((most, pages) => Math.max(most, pages.length * PAGE), 0);
    const scratch = new Scratch(largest);
    for (const [bucket, pages] of this.#pagesOf.entries())
      this.#group(pages, this.#next[bucket] as number, scratch, { sums, worst, hashes });
    return { duplicated: sums, worst: worst.keys, hashes: hashes?.all() ?? new BigUint64Array() };
  }

  #group(pages: readonly number[], end: number, scratch: Scratch, found: Found): void {
    const pool = this.#pool;
    const words = this.#words;
    const { pairAt, bytesAt } = { pairAt: this.#pairAt, bytesAt: this.#bytesAt };
    const last = pages.length - 1;
    const inLast = end & (PAGE - 1) || PAGE;
    const { table, mask } = scratch.tableFor(last * PAGE + inLast);
    const { first, n, nulls, bytes, next, pairs, parts } = scratch;
    let groups = 0;
    for (let page = 0; page <= last; page++) {
      const from = (pages[page] as number) * PAGE;
      const to = from + (page === last ? inLast : PAGE);
      for (let record = from; record < to; record++) {
        const at = record * words;
        const h0 = pool[at] as number;
        const h1 = pool[at + 1] as number;
        const m0 = pool[at + 2] as number;
        const inPart = 1 << (m0 & (PARTS - 1));
        const m1 = pool[at + 3] as number;
        const pairIsNull = pairAt >= 0 && pool[at + pairAt + 1] === 0 ? 1 : 0;
        for (let slot = h0 & mask; ; slot = (slot + 1) & mask) {
          const group = table[slot] as number;
          if (group === 0) {
            table[slot] = ++groups;
            first[groups] = record;
            n[groups] = 1;
            parts[groups] = inPart;
            nulls[groups] = pairIsNull;
            bytes[groups] = 0;
            next[groups] = 0;
            pairs[groups] = pairAt < 0 ? 0 : 1 - pairIsNull;
            break;
          }
          const known = (first[group] as number) * words;
          if (
            pool[known] !== h0 ||
            pool[known + 1] !== h1 ||
            (((pool[known + 2] as number) ^ m0) & KEY_MASK) !== 0 ||
            pool[known + 3] !== m1
          )
            continue;
          n[group] = (n[group] as number) + 1;
          parts[group] = (parts[group] as number) | inPart;
          if (pairIsNull === 1) nulls[group] = (nulls[group] as number) + 1;
          else if (pairAt >= 0 && (pool[at + pairAt] !== pool[known + pairAt] || pool[at + pairAt + 1] !== pool[known + pairAt + 1]))
            this.#addPair(scratch, group, record);
          if (bytesAt >= 0 && (pool[at + bytesAt] !== pool[known + bytesAt] || pool[at + bytesAt + 1] !== pool[known + bytesAt + 1]))
            this.#addKeyBytes(scratch, group, record);
          break;
        }
      }
    }
    this.#sum(groups, scratch, found);
  }

  /** A pair that is not the first row's. Further ones of a key are chained: most keys have one or two. */
  #addPair(scratch: Scratch, group: number, record: number): void {
    const pool = this.#pool;
    const at = record * this.#words + this.#pairAt;
    for (let link = scratch.next[group] as number; link !== 0; link = scratch.links[2 * link] as number) {
      const known = (scratch.links[2 * link + 1] as number) * this.#words + this.#pairAt;
      if (pool[known] === pool[at] && pool[known + 1] === pool[at + 1]) return;
    }
    scratch.next[group] = scratch.addLink(scratch.next[group] as number, record);
    scratch.pairs[group] = (scratch.pairs[group] as number) + 1;
  }

  /**
   * Key bytes that are not the first row's; one of the two may be NULL, which is no value. `bytes` holds the first record with another value
   * + 1 while the first row has none, and ALL_ONES once two values differ.
   */
  #addKeyBytes(scratch: Scratch, group: number, record: number): void {
    const pool = this.#pool;
    const at = record * this.#words + this.#bytesAt;
    if (scratch.bytes[group] === ALL_ONES || pool[at + 1] === 0) return;
    if (pool[(scratch.first[group] as number) * this.#words + this.#bytesAt + 1] !== 0) scratch.bytes[group] = ALL_ONES;
    else if (scratch.bytes[group] === 0) scratch.bytes[group] = record + 1;
    else {
      const known = ((scratch.bytes[group] as number) - 1) * this.#words + this.#bytesAt;
      if (pool[known] !== pool[at] || pool[known + 1] !== pool[at + 1]) scratch.bytes[group] = ALL_ONES;
    }
  }

  #sum(groups: number, { first, n, nulls, bytes, pairs, parts }: Scratch, { sums, worst, hashes }: Found): void {
    for (let group = 1; group <= groups; group++) {
      const rows = n[group] as number;
      if (rows === 1) continue;
      sums.duplicated_keys++;
      sums.surplus_rows += rows - 1;
      const at = (first[group] as number) * this.#words;
      sums.digest_low = (sums.digest_low + Math.imul(this.#pool[at] as number, rows)) >>> 0;
      sums.digest_high = (sums.digest_high + Math.imul(this.#pool[at + 1] as number, rows)) >>> 0;
      sums.null_pairs += nulls[group] as number;
      if (rows > (sums.rows_per_key_max ?? 0)) sums.rows_per_key_max = rows;
      const distinct = pairs[group] as number;
      if (distinct > (sums.pairs_max ?? -1)) sums.pairs_max = distinct;
      if (distinct === 0) sums.p0++;
      else if (distinct === 1) sums.p1++;
      else if (distinct === 2) sums.p2++;
      else if (distinct === 3) sums.p3++;
      else if (distinct === 4) sums.p4++;
      else sums.p5++;
      if (bytes[group] === ALL_ONES) sums.multi_key_bytes_keys++;
      hashes?.add(this.#pool[at] as number, this.#pool[at + 1] as number);
      if (rows >= worst.leastRows) worst.offer(rows, parts[group] as number, this.#pool, at);
    }
  }
}

/** What the groups come to. */
interface Found {
  sums: DuplicatedKeys;
  worst: WorstKeys;
  hashes: HashList | null;
}
