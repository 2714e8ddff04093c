import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { decodeDeletionVector } from "#lib/iceberg/duckdb/own-plan/deletion-vectors.ts";
import { encodeDeletionVector } from "#lib/testing/iceberg-writer/puffin.ts";

/** A vector with some bytes changed, and its checksum made right again. */
function changed(change: (blob: Buffer) => void): Buffer {
  const blob = Buffer.from(encodeDeletionVector([1, 2, 3]));
  change(blob);
  blob.writeUInt32BE(crc32(blob.subarray(4, blob.length - 4)), blob.length - 4);
  return blob;
}

test("positions come back ascending, in several 32-bit bitmaps above 2^32 too", () => {
  const positions = [0, 5, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 33 + 7, 2 ** 40];
  expect(decodeDeletionVector(encodeDeletionVector(positions))).toEqual(positions.map(BigInt));
});

test("a dense run of positions comes back whole", () => {
  expect(decodeDeletionVector(encodeDeletionVector([...Array(100_000).keys()]))).toHaveLength(100_000);
});

test("a vector without a bitmap deletes nothing", () => {
  expect(decodeDeletionVector(encodeDeletionVector([]))).toEqual([]);
});

test.each<[string, Buffer, RegExp]>([
  ["is cut off", Buffer.alloc(19), /only 19 bytes/],
  ["begins with another magic number", changed((blob) => blob.fill(0, 4, 8)), /does not begin with the vector's magic number/],
  ["says another length", changed((blob) => blob.writeUInt32BE(7, 0)), /says 7 bytes/],
  ["has bytes behind its end", Buffer.concat([encodeDeletionVector([1]), Buffer.alloc(4)]), /says \d+ bytes and has \d+/],
  ["says more bitmaps than it has", changed((blob) => blob.writeBigUInt64LE(2n ** 60n, 8)), /out of range|deserialization/],
  ["holds no bitmap where one should be", changed((blob) => blob.fill(0xff, 20, blob.length - 4)), /deserialization/],
])("a vector that %s is refused", (_, blob, message) => {
  expect(() => decodeDeletionVector(blob)).toThrow(message);
});

test("one changed bit is seen by the checksum", () => {
  const blob = encodeDeletionVector([1, 2, 3]);
  blob[blob.length - 8] = (blob.at(-8) ?? 0) ^ 1;
  expect(() => decodeDeletionVector(blob)).toThrow(/checksum does not match/);
});
