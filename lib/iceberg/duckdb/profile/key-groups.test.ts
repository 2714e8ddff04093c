import { describe, expect, test } from "vitest";
import { KeyGroups } from "#lib/iceberg/duckdb/profile/key-groups.ts";

const [IN_SCOPE, KEY_NULL, PAIR_NULL, BYTES_NULL] = [1, 2, 4, 8];
const FLAG = { mask: IN_SCOPE | KEY_NULL, wanted: IN_SCOPE, pairNull: PAIR_NULL, keyBytesNull: BYTES_NULL };

interface Row {
  hash: bigint;
  md5: bigint;
  pair: bigint | null;
  keyBytes: bigint | null;
  flags?: number;
  part?: number;
}

function addAll(groups: KeyGroups, rows: readonly Row[], evidence = { pair: true, keyBytes: true }): void {
  const words = (values: readonly bigint[]) => new Uint32Array(BigUint64Array.from(values).buffer);
  for (const [part, ofPart] of Map.groupBy(rows, (row) => row.part ?? 0)) {
    const flags = Uint8Array.from(
      ofPart,
      ({ flags = IN_SCOPE, pair, keyBytes }) => flags | (pair === null ? PAIR_NULL : 0) | (keyBytes === null ? BYTES_NULL : 0),
    );
    const columns = {
      hash: words(ofPart.map((row) => row.hash)),
      md5: words(ofPart.flatMap((row) => [row.md5, 0n])),
      pair: evidence.pair ? words(ofPart.map((row) => row.pair ?? 99n)) : null,
      keyBytes: evidence.keyBytes ? words(ofPart.map((row) => row.keyBytes ?? 99n)) : null,
      flags,
      part,
    };
    groups.add(ofPart.length, columns, FLAG);
  }
}

/** The same, by Maps and Sets. */
function naive(rows: readonly Row[]) {
  const keys = [...Map.groupBy(rows, (row) => `${row.hash} ${row.md5}`).values()].filter((ofKey) => ofKey.length > 1);
  const distinct = (ofKey: readonly Row[], name: "pair" | "keyBytes") =>
    new Set(ofKey.flatMap((row) => (row[name] === null ? [] : [row[name]]))).size;
  const pairs = keys.map((ofKey) => distinct(ofKey, "pair"));
  const digest = (half: (hash: bigint) => bigint) =>
    Number(keys.reduce((sum, ofKey) => sum + half(ofKey[0]?.hash ?? 0n) * BigInt(ofKey.length), 0n) % 2n ** 32n);
  const at = (n: number) => pairs.filter((count) => count === n).length;
  return {
    duplicated_keys: keys.length,
    surplus_rows: keys.reduce((sum, ofKey) => sum + ofKey.length - 1, 0),
    rows_per_key_max: keys.length === 0 ? null : Math.max(...keys.map((ofKey) => ofKey.length)),
    null_pairs: keys.flat().filter((row) => row.pair === null).length,
    p0: at(0),
    p1: at(1),
    p2: at(2),
    p3: at(3),
    p4: at(4),
    p5: pairs.filter((count) => count > 4).length,
    pairs_max: pairs.length === 0 ? null : Math.max(...pairs),
    multi_key_bytes_keys: keys.filter((ofKey) => distinct(ofKey, "keyBytes") > 1).length,
    digest_low: digest((hash) => hash % 2n ** 32n),
    digest_high: digest((hash) => hash / 2n ** 32n),
  };
}

/** A generator that gives the same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Few hashes, some shared by two keys; NULLs; keys with one row and with hundreds. */
function someRows(seed: number, count: number): Row[] {
  const next = numbers(seed);
  return Array.from({ length: count }, () => {
    const key = next(3) === 0 ? next(3) : next(count);
    const spread = BigInt.asUintN(64, BigInt(key >> 1) * 0x9e3779b97f4a7c15n);
    return {
      hash: spread,
      md5: BigInt((key & 1) + 1) << 40n,
      pair: next(5) === 0 ? null : BigInt(next(7)) << 33n,
      keyBytes: next(5) === 0 ? null : BigInt(next(2)) << 33n,
      part: next(40),
    };
  });
}

describe("grouping in this process", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [seed, seed * seed * 700]))(
    "counts what Maps and Sets count (seed %i, %i rows)",
    (seed, count) => {
      const rows = someRows(seed, count);
      const groups = new KeyGroups(count, { pair: true, keyBytes: true });
      addAll(groups, rows);
      expect(groups.summarize(5).duplicated).toEqual(naive(rows));
      expect(groups.count).toBe(count);
    },
  );

  test("takes more rows than it expected", () => {
    const rows = someRows(9, 30_000);
    const groups = new KeyGroups(10, { pair: true, keyBytes: true });
    addAll(groups, rows);
    expect(groups.summarize(5).duplicated).toEqual(naive(rows));
  });

  test("rows out of scope and rows without a key are in no group", () => {
    const row: Row = { hash: 5n, md5: 1n << 40n, pair: 1n, keyBytes: 1n };
    const groups = new KeyGroups(10, { pair: true, keyBytes: true });
    addAll(groups, [row, { ...row, flags: 0 }, { ...row, flags: IN_SCOPE | KEY_NULL }]);
    expect(groups.summarize(5)).toMatchObject({ duplicated: { duplicated_keys: 0 }, worst: [] });
  });

  test("without Kafka columns there are no pairs and no key bytes", () => {
    const row: Row = { hash: 5n, md5: 1n << 40n, pair: 1n, keyBytes: 1n };
    const groups = new KeyGroups(10, { pair: false, keyBytes: false });
    addAll(groups, [row, row], { pair: false, keyBytes: false });
    expect(groups.summarize(5).duplicated).toMatchObject({ duplicated_keys: 1, p0: 1, null_pairs: 0, multi_key_bytes_keys: 0 });
  });

  test("the worst keys come first; of equals, those whose rows lie in the earliest parts", () => {
    const row = (hash: bigint, part: number): Row => ({ hash, md5: hash << 40n, pair: null, keyBytes: null, part });
    const groups = new KeyGroups(10, { pair: true, keyBytes: true });
    addAll(groups, [
      row(1n, 5),
      row(1n, 0),
      row(2n, 0),
      row(2n, 0),
      row(3n, 7),
      row(3n, 7),
      row(3n, 7),
      row(4n, 0),
      row(5n, 1),
      row(5n, 1),
    ]);
    expect(groups.summarize(3).worst.map(({ hash, n, parts }) => [hash, n, parts])).toEqual([
      [3n, 3, 1 << 7],
      [2n, 2, 1],
      [5n, 2, 2],
    ]);
    expect(groups.summarize(0).worst).toEqual([]);
  });
});
