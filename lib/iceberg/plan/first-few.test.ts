import { expect, test } from "vitest";
import { firstFew } from "#lib/iceberg/plan/first-few.ts";

test("equal messages are said once, and of many the first three with the number of the rest", () => {
  expect(firstFew(["a", "b", "a"])).toEqual(["a", "b"]);
  expect(firstFew(["a", "b", "c", "d", "e"])).toEqual(["a", "b", "c", "The same holds for 2 more files."]);
});
