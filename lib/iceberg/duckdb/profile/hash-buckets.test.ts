import fc from "fast-check";
import { expect, test } from "vitest";
import { HashBuckets } from "#lib/iceberg/duckdb/profile/hash-buckets.ts";

/** Adds hashes in chunks as a scan does; flags are 1 unless given. */
function collect(hashes: readonly bigint[], expected: number, flags?: readonly number[]): HashBuckets {
  const buckets = new HashBuckets(expected);
  for (let start = 0; start < hashes.length; start += 2048) {
    const part = BigUint64Array.from(hashes.slice(start, start + 2048));
    const flagged = Uint8Array.from(part, (_, index) => flags?.[start + index] ?? 1);
    buckets.add(new Uint32Array(part.buffer), flagged, part.length, { mask: 1, wanted: 1, part: start / 2048 });
  }
  return buckets;
}

function repeatedOf(buckets: HashBuckets): { hashes: bigint[]; rows: number } {
  const { hashes, rows } = buckets.repeated();
  return { hashes: [...hashes].toSorted((a, b) => (a < b ? -1 : 1)), rows };
}

/** The same by a Map. */
function counted(hashes: readonly bigint[]): { hashes: bigint[]; rows: number } {
  const counts = new Map<bigint, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const repeated = [...counts].filter(([, count]) => count > 1);
  return { hashes: repeated.map(([hash]) => hash).toSorted((a, b) => (a < b ? -1 : 1)), rows: repeated.reduce((sum, [, n]) => sum + n, 0) };
}

const anyHash = fc.oneof(
  fc.bigInt(0n, 2n ** 64n - 1n),
  fc.bigInt(0n, 20n),
  fc.constantFrom(2n ** 64n - 1n, 2n ** 63n, 1n << 32n, 2n ** 32n - 1n),
);

test("the parts from which repeated hashes came are told, and no others", () => {
  const hashes = Array.from({ length: 4 * 2048 }, (_, at) => BigInt(at) * 2_654_435_761_000_001n);
  hashes[3 * 2048 + 5] = hashes[2048 + 7] ?? 0n;
  expect(collect(hashes, 10_000).repeated()).toMatchObject({ rows: 2, parts: 0b1010 });
  expect(collect(hashes.slice(0, 3 * 2048), 10_000).repeated()).toMatchObject({ rows: 0, parts: 0 });
});

test("repeated hashes and their rows are those that a Map counts, whatever was expected", () => {
  fc.assert(
    fc.property(fc.array(anyHash, { maxLength: 5000 }), fc.constantFrom(0, 1, 100, 10_000_000), (hashes, expected) => {
      expect(repeatedOf(collect(hashes, expected))).toEqual(counted(hashes));
    }),
    { numRuns: 50 },
  );
});

test("hashes that are spread over all buckets are looked through bucket by bucket", () => {
  const spread = Array.from({ length: 60_000 }, (_, index) => BigInt.asUintN(64, BigInt(index % 50_000) * 0x9e3779b97f4a7c15n));
  expect(repeatedOf(collect(spread, 5_000_000))).toEqual(counted(spread));
});

test("hashes that differ in one half only are two hashes", () => {
  expect(repeatedOf(collect([1n, 1n << 32n, (1n << 32n) | 1n], 3))).toEqual({ hashes: [], rows: 0 });
});

test("the hash zero is a hash like any other", () => {
  expect(repeatedOf(collect([0n], 1))).toEqual({ hashes: [], rows: 0 });
  expect(repeatedOf(collect([0n, 5n, 0n], 3))).toEqual({ hashes: [0n], rows: 2 });
});

test("when all hashes are equal they are one repeated hash, found though its bucket overflows", () => {
  const hashes = Array.from({ length: 10_000 }, () => 42n);
  expect(repeatedOf(collect(hashes, 1_000_000))).toEqual({ hashes: [42n], rows: 10_000 });
});

test("more hashes than were expected in one bucket are all looked through", () => {
  const same = 7n << 56n;
  const hashes = Array.from({ length: 50_000 }, (_, index) => same | BigInt(index % 40_000));
  expect(repeatedOf(collect(hashes, 10))).toEqual(counted(hashes));
});

test("only rows whose masked flags are the wanted ones are added", () => {
  const buckets = collect([5n, 5n, 6n, 6n, 7n], 5, [1, 1, 0, 3, 0]);
  expect([buckets.count, repeatedOf(buckets)]).toEqual([3, { hashes: [5n], rows: 2 }]);
});
