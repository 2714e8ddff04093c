import { expect, test } from "vitest";
import { KeyHashes, keyHashLevel, plainKeyHash } from "#lib/key-hash.ts";

const [FIRST, SECOND] = ["the first secret of this test, long enough", "the second secret of this test, long enough"] as const;
const KEY = ["A-1", "2"];

test("a hash is 64 characters, safe in a URL, and none that can be computed without the secret", () => {
  const hash = new KeyHashes([FIRST]).of(KEY);
  expect(hash).toMatch(/^k1x[\da-f]{61}$/);
  expect(hash).not.toBe(new KeyHashes([SECOND]).of(KEY));
  expect(hash).not.toContain(plainKeyHash(KEY).slice(3, 20));
});

test("stored hashes follow the first secret and a rotation without the key", () => {
  const [once, twice] = [new KeyHashes([FIRST]), new KeyHashes([FIRST, SECOND])];
  expect(once.advance(plainKeyHash(KEY))).toBe(once.of(KEY));
  expect(twice.advance(once.of(KEY))).toBe(twice.of(KEY));
  expect(twice.advance(twice.of(KEY))).toBe(twice.of(KEY));
  expect(once.advance(twice.of(KEY))).toBe(twice.of(KEY));
  expect(new KeyHashes([SECOND]).advance(plainKeyHash(KEY))).not.toBe(twice.of(KEY));
});

test.each([
  [plainKeyHash(KEY), 0],
  [new KeyHashes([FIRST]).of(KEY), 1],
  [new KeyHashes(Array.from({ length: 12 }, () => FIRST)).of(KEY), 12],
  [plainKeyHash(KEY).slice(1), null],
  [`k0x${"a".repeat(61)}`, null],
  [`k1x${"A".repeat(61)}`, null],
  [`k1x${"a".repeat(62)}`, null],
  ["", null],
])("%s has level %s", (text, level) => {
  expect(keyHashLevel(text)).toBe(level);
});

test("fingerprints tell secrets apart at each level", () => {
  const [one, two] = [new KeyHashes([FIRST]), new KeyHashes([FIRST, SECOND])];
  expect(two.fingerprint(1)).toBe(one.fingerprint());
  expect(two.fingerprint()).not.toBe(one.fingerprint());
  expect(new KeyHashes([SECOND]).fingerprint()).not.toBe(one.fingerprint());
});
