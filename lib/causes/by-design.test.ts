import { expect, test } from "vitest";
import { promisesNothing } from "#lib/causes/by-design.ts";
import { someTableEvidence } from "#lib/testing/causes.ts";

test.each<[string, ReturnType<typeof someTableEvidence>, boolean | null]>([
  ["a key without a promise", someTableEvidence({ promise: "none" }), true],
  ["a unique key", someTableEvidence({ promise: "unique" }), false],
])("several rows a key are meant: %s", (_, table, expected) => {
  expect(promisesNothing(table)).toBe(expected);
});
