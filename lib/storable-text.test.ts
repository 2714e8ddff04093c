import { expect, test } from "vitest";
import { isStorable } from "./contracts/storable-text.ts";
import { toStorable } from "./storable-text.ts";

test("a NUL character is shown as a sign of its own at any depth, and nothing else is touched", () => {
  const value = { "a\0": ["x\0y", String.raw`\u0000`, String.raw`\\u0000`, 'q"\n\u0001', null, 1.5, { deep: "\0\0" }] };
  expect(toStorable(value)).toEqual({
    "a␀": ["x␀y", String.raw`\u0000`, String.raw`\\u0000`, 'q"\n\u0001', null, 1.5, { deep: "␀␀" }],
  });
  const plain = { a: String.raw`C:\u0000\x` };
  expect(toStorable(plain)).toEqual(plain);
  expect(toStorable(null)).toBeNull();
  expect([isStorable("a␀"), isStorable("a\0")]).toEqual([true, false]);
});

test("half of a character is shown as what is not known, and whole ones stay", () => {
  const value = { "a\ud800": ["x\udfffy", "😀", String.raw`\ud800`, "\ud83d\0"] };
  expect(toStorable(value)).toEqual({ "a�": ["x�y", "😀", String.raw`\ud800`, "�␀"] });
  expect([isStorable("😀"), isStorable("\ud83d")]).toEqual([true, false]);
});
