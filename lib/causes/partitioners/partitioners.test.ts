import { crc32 as zlibCrc32 } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { crc32 } from "#lib/causes/partitioners/crc32.ts";
import { fnv1a } from "#lib/causes/partitioners/fnv1a.ts";
import { murmur2 } from "#lib/causes/partitioners/murmur2.ts";
import { partitionOf } from "#lib/causes/partitioners/registry.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ["21", -973_932_308],
  ["foobar", -790_332_482],
  ["a-little-bit-long-string", -985_981_536],
  ["a-little-bit-longer-string", -1_486_304_829],
  ["lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58_897_971],
  ["abc", 479_470_107],
])("murmur2 of %s is what Kafka's own test says", (text, hash) => {
  expect(murmur2(bytes(text))).toBe(hash);
});

test("CRC32 has the check value of its standard, and is zlib's for any bytes", () => {
  expect(crc32(bytes("123456789"))).toBe(0xcbf43926);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (any) => crc32(any) === zlibCrc32(any)));
});

test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["b", 0xe70c2de5],
  ["foobar", 0xbf9cf968],
])("FNV-1a of %s is what its draft says", (text, hash) => {
  expect(fnv1a(bytes(text)) >>> 0).toBe(hash);
});

test("each partitioner treats the sign as its client does", () => {
  // murmur2 drops the sign bit, librdkafka has none, Sarama drops the sign of the remainder.
  expect(partitionOf("murmur2", bytes("21"), 12)).toBe((-973_932_308 & 0x7fffffff) % 12);
  expect(partitionOf("crc32", bytes("123456789"), 12)).toBe(0xcbf43926 % 12);
  expect(partitionOf("fnv1a", bytes("foobar"), 12)).toBe(Math.abs((0xbf9cf968 | 0) % 12));
});
