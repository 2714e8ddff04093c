import { expect, test } from "vitest";
import { diffBytes } from "#lib/causes/key-bytes/diff-bytes.ts";
import { hexOfText } from "#lib/causes/key-bytes/hex.ts";

const marks = (differs: readonly boolean[] | undefined) => differs?.map((one) => (one ? "^" : "=")).join("");

test.each([
  ["another schema id", "00000000111061", "00000000171061", "====^==", "====^=="],
  ["a header in front", "313233", "000000002A06313233", "===", "^^^^^^==="],
  ["a space behind", hexOfText("GLOBEX-7"), hexOfText("GLOBEX-7 "), "========", "========^"],
  ["nothing in common", "41", "4243", "^", "^^"],
  ["no bytes", "", "41", "", "^"],
  ["long ones that begin and end alike", `01${"00".repeat(600)}FF`, `01${"00".repeat(600)}AAFF`, "=".repeat(602), `${"=".repeat(601)}^=`],
])("%s: the bytes that the other lacks are marked", (_, one, other, inOne, inOther) => {
  const found = diffBytes(one, other);
  expect([marks(found?.one), marks(found?.other)]).toEqual([inOne, inOther]);
});

test("masked bytes are not compared", () => {
  expect(diffBytes("masked 1", "41")).toBeNull();
});
