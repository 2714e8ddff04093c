import { expect, test } from "vitest";
import { equalityScope, LivePaths, reachesByPosition, scopeKey, smallestSequenceNumbers } from "#lib/iceberg/plan/delete-scope.ts";
import { aDataFile, anEqualityDelete, aPositionDelete, specs } from "#lib/testing/live-files.ts";

const SPECS = specs({ 0: [], 1: [[2, "day"]], 2: [[2, "void"]] });

test("an equality delete reaches its own spec and tuple", () => {
  expect(equalityScope(anEqualityDelete("d", [1], { specId: 1, tuple: '["5"]' }), SPECS)).toBe(scopeKey({ specId: 1, tuple: '["5"]' }));
});

test.each([0, 2])("an equality delete under the unpartitioned spec %i reaches the whole table", (specId) => {
  expect(equalityScope(anEqualityDelete("d", [1], { specId, tuple: "[null]" }), SPECS)).toBeNull();
});

test("equal tuples under two specs are two scopes", () => {
  expect(scopeKey({ specId: 1, tuple: '["5"]' })).not.toBe(scopeKey({ specId: 11, tuple: '["5"]' }));
});

test("the smallest sequence number is known for the table and for each scope, exactly above 2^53", () => {
  const big = 9007199254740993n;
  const smallest = smallestSequenceNumbers([
    aDataFile("a", { specId: 1, tuple: '["1"]', sequenceNumber: big }),
    aDataFile("b", { specId: 1, tuple: '["1"]', sequenceNumber: big + 1n }),
    aDataFile("c", { specId: 1, tuple: '["2"]', sequenceNumber: 5n }),
  ]);
  expect(smallest.get('1 ["1"]')).toBe(big);
  expect(smallest.get(null)).toBe(5n);
});

test("a position delete reaches data with a sequence number up to its own", () => {
  const from = aPositionDelete("p", { sequenceNumber: 5n });
  expect([4n, 5n, 6n].map((sequenceNumber) => reachesByPosition(from, aDataFile("a", { sequenceNumber })))).toEqual([true, true, false]);
});

test("a path finds every entry of the file, exactly first", () => {
  const live = new LivePaths([aDataFile("s3://b/a"), aDataFile("s3a://b/a"), aDataFile("s3://b/a")]);
  expect(live.find("s3://b/a")).toEqual({ files: [0, 2], exact: true, ambiguous: false });
});

test("a path with another scheme finds the file and says so", () => {
  expect(new LivePaths([aDataFile("s3a://b/a")]).find("s3://b/a")).toEqual({ files: [0], exact: false, ambiguous: false });
});

test("a path that fits two live files is ambiguous, one file listed twice is not", () => {
  expect(new LivePaths([aDataFile("hdfs://n1/a"), aDataFile("hdfs://n2/a")]).find("/a")).toMatchObject({ files: [0, 1], ambiguous: true });
  expect(new LivePaths([aDataFile("hdfs://n1/a"), aDataFile("hdfs://n1/a")]).find("/a")).toMatchObject({ files: [0, 1], ambiguous: false });
});

test("a path in another bucket finds nothing", () => {
  expect(new LivePaths([aDataFile("s3://b1/a")]).find("s3://b2/a").files).toEqual([]);
});
