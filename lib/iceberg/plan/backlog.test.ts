import { expect, test } from "vitest";
import { planFacts } from "#lib/iceberg/plan/backlog.ts";
import { aDataFile, anEqualityDelete, aPositionDelete, aVector, specs } from "#lib/testing/live-files.ts";

const MIB = 1024 ** 2;
const facts = (live: Parameters<typeof planFacts>[0], properties = {}) =>
  planFacts(live, { properties, specs: specs({ 0: [] }), schemas: [], snapshots: [] }, { snapshot: null, dangling: { value: 0 } });
const ofData = (...data: ReturnType<typeof aDataFile>[]) => ({ data, deletes: [], doubts: [] });

test("files, rows and bytes are summed by kind", () => {
  const plan = facts({
    data: [aDataFile("a", { recordCount: 7, sizeBytes: 100 }), aDataFile("b", { recordCount: 3, sizeBytes: 50 })],
    deletes: [
      aPositionDelete("p", { recordCount: 2, sizeBytes: 20 }),
      anEqualityDelete("e", [1], { recordCount: 4, sizeBytes: 40 }),
      anEqualityDelete("f", [1], { recordCount: 1, sizeBytes: 10 }),
    ],
    doubts: [],
  });
  expect(plan).toMatchObject({
    data: { files: 2, rows: 10, bytes: 150 },
    positionDeletes: { files: 1, rows: 2, bytes: 20 },
    equalityDeletes: { files: 2, rows: 5, bytes: 50 },
    deletionVectors: { files: 0, rows: 0, bytes: 0 },
  });
});

test("vectors are counted one by one and weighed by their content, a blob once", () => {
  const vectors = [
    aVector("v.puffin", "a", { contentOffset: 4, contentSize: 30, recordCount: 5, sizeBytes: 9000 }),
    aVector("v.puffin", "b", { contentOffset: 34, contentSize: 20, recordCount: 6, sizeBytes: 9000 }),
    aVector("v.puffin", "a", { contentOffset: 4, contentSize: 30, recordCount: 5, sizeBytes: 9000 }),
  ];
  expect(facts({ data: [], deletes: vectors, doubts: [] }).deletionVectors).toEqual({ files: 3, rows: 16, bytes: 50 });
});

test("a file that is listed twice or three times is one file registered twice", () => {
  expect(facts(ofData(aDataFile("a"), aDataFile("b"), aDataFile("a"))).filesRegisteredTwice).toBe(1);
  expect(facts(ofData(aDataFile("a"), aDataFile("b"), aDataFile("a"), aDataFile("a"))).filesRegisteredTwice).toBe(1);
});

test("a small file lies below a quarter of 512 MiB", () => {
  const plan = facts(ofData(aDataFile("a", { sizeBytes: 128 * MIB - 1 }), aDataFile("b", { sizeBytes: 128 * MIB })));
  expect(plan.smallDataFiles).toBe(1);
});

test("a small file lies below a quarter of the table's own target size", () => {
  const properties = { "write.target-file-size-bytes": "400" };
  expect(facts(ofData(aDataFile("a", { sizeBytes: 99 }), aDataFile("b", { sizeBytes: 100 })), properties).smallDataFiles).toBe(1);
});

test.each(["", "big", "-400", "0", "1e9", "Infinity", "400.5", " 400"])("a target size of %j counts as none", (size) => {
  const plan = facts(ofData(aDataFile("a", { sizeBytes: 127 * MIB }), aDataFile("b", { sizeBytes: 128 * MIB })), {
    "write.target-file-size-bytes": size,
  });
  expect(plan.smallDataFiles).toBe(1);
});

test("planned bytes are the columns' where they are known, else the file's, and all deletes", () => {
  const plan = facts({
    data: [aDataFile("a", { columnBytes: 11, sizeBytes: 1000 }), aDataFile("b", { columnBytes: null, sizeBytes: 200 })],
    deletes: [aPositionDelete("p", { sizeBytes: 5 }), aVector("v", "a", { contentSize: 7, sizeBytes: 999 })],
    doubts: [],
  });
  expect(plan.bytesPlanned).toBe(11 + 200 + 5 + 7);
});
