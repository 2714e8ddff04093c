import { expect, test } from "vitest";
import { crc32 } from "node:zlib";
import { encodeDeletionVector } from "./puffin.ts";

test("a vector is framed by its length, the magic bytes and a checksum of what lies between", () => {
  const bytes = encodeDeletionVector([3, 1]);
  expect(bytes.readUInt32BE(0)).toBe(bytes.length - 8);
  expect(bytes.subarray(4, 8).toString("hex")).toBe("d1d33964");
  expect(bytes.readUInt32BE(bytes.length - 4)).toBe(crc32(bytes.subarray(4, -4)));
});

test("positions beyond 32 bits stand in a bitmap of their own, in the order of their high words", () => {
  const bytes = encodeDeletionVector([2 ** 32 + 5, 7]);
  const bitmapOfOne = 18;
  expect(bytes.readBigUInt64LE(8)).toBe(2n);
  expect(bytes.readUInt32LE(16)).toBe(0);
  expect(bytes.readUInt32LE(16 + 4 + bitmapOfOne)).toBe(1);
});
