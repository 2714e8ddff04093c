import { expect, test } from "vitest";
import { sharesPlace } from "#lib/causes/file-registered-twice.ts";
import { someKey } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someKey>, boolean | null]>([
  ["one position of one file twice", someKey({ position: "4" }, { position: "4" }), true],
  ["two positions of one file", someKey({ position: "4" }, { position: "5" }), false],
  ["one position of two files", someKey({ file: "a", position: "4" }, { file: "b", position: "4" }), false],
  ["places that are not known", someKey({ file: null, position: null }, { file: null, position: null }), false],
  ["the third row is the first again", someKey({ position: "4" }, { position: "5" }, { position: "4" }), true],
])("two rows are one stored row: %s", (_, key, expected) => {
  expect(sharesPlace(key)).toBe(expected);
});
