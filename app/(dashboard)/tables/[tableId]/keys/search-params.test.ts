import { expect, test } from "vitest";
import { readKeysParams } from "./search-params.ts";

const ID = "3f1c6a52-7d0e-4b8a-9c55-0d8f4f3e2b11";

test("an address without a question asks for the first key, the newest snapshot and the first page", () => {
  expect(readKeysParams({})).toEqual({
    key: undefined,
    snapshot: undefined,
    cause: undefined,
    moved: undefined,
    differs: undefined,
    sort: null,
    page: 1,
    find: undefined,
    request: undefined,
  });
});

test("what is asked for twice is what is asked for first", () => {
  expect(readKeysParams({ key: ["a", "b"], page: ["2", "3"], find: ID }).key).toBe("a");
  expect(readKeysParams({ page: ["2", "3"] }).page).toBe(2);
});

test.each(["0", "-1", "1.5", "1e9", "x", "99999999"])("%s is not a page, and the first is shown", (page) => {
  expect(readKeysParams({ page }).page).toBe(1);
});

test.each([
  ["7316024459180277013", true],
  ["9223372036854775807", true],
  ["9223372036854775808", false],
  ["-1", false],
  ["'; drop table runs", false],
])("snapshot %s can be one: %s", (id, possible) => {
  expect(readKeysParams({ snapshot: id }).snapshot).toEqual({ id, possible });
});

test("a cause that there is not asks for all keys", () => {
  expect(readKeysParams({ cause: "partition_drift" }).cause).toBe("partition_drift");
  expect(readKeysParams({ cause: "bad luck" }).cause).toBeUndefined();
});

test("a look-up that is no id is none", () => {
  expect(readKeysParams({ find: "../x", request: "1" })).toMatchObject({ find: undefined, request: undefined });
});
