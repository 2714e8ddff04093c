import { expect, test } from "vitest";
import { unpackSnappy } from "#lib/iceberg/avro/snappy.ts";

test("literals and copies are unpacked, a copy of what it writes itself too", () => {
  // "ab", then 6 bytes from 2 back, "c", then 3 bytes from 9 back by a longer offset.
  const packed = Buffer.from([12, (2 - 1) << 2, 0x61, 0x62, ((6 - 4) << 2) | 1, 2, 0, 0x63, ((3 - 1) << 2) | 2, 9, 0]);
  expect(unpackSnappy(packed, 100).toString()).toBe("ababababcaba".slice(0, 9) + "aba");
});

test("a long literal has its length in bytes of its own", () => {
  const text = "x".repeat(200);
  expect(unpackSnappy(Buffer.concat([Buffer.from([0xc8, 0x01, 60 << 2, 199]), Buffer.from(text)]), 1000).toString()).toBe(text);
});

test.each([
  ["a literal beyond the end", [4, 3 << 2, 0x61]],
  ["a copy from before the beginning", [8, 0, 0x61, 1, 5]],
  ["more bytes than it says", [1, 1 << 2, 0x61, 0x62]],
  ["fewer bytes than it says", [3, 0, 0x61]],
  ["more than the limit", [0xff, 0xff, 0x03, 0]],
  ["nothing", []],
])("%s is refused", (_, bytes) => {
  expect(() => unpackSnappy(Buffer.from(bytes), 100)).toThrow(RangeError);
});
