import { describe, expect, test } from "vitest";
import { AppError } from "#lib/errors.ts";
import { compareReadings, sayComparison } from "#lib/iceberg/compare-readings.ts";
import type { Facts, SampledKey } from "#lib/iceberg/contract.ts";
import { someFacts } from "#lib/testing/facts.ts";

const FEWER = { effect: "fewer rows", sentence: "It loses rows." } as const;
const MORE = { effect: "more rows", sentence: "It keeps rows." } as const;
const PERHAPS = { effect: "perhaps fewer rows", sentence: "It can lose rows." } as const;
const FAILS = { effect: "may fail", sentence: "It may fail." } as const;

const key = (name: string, rowCount: number): SampledKey => ({ key: [name], rowCount, partitions: [], keyBytesHex: [], rows: [] });

/** Keys and the number of their rows; those with one row are not named. */
function reading(
  duplicated: Record<string, number>,
  rest: Partial<Pick<Facts, "readerFaults" | "samples">> & { rows?: number } = {},
): Facts {
  const keys = Object.entries(duplicated);
  const surplus = keys.reduce((sum, [, rows]) => sum + rows - 1, 0);
  const rows = rest.rows ?? 30;
  return someFacts({
    keyProfile: {
      rows,
      distinctKeys: rows - surplus,
      duplicatedKeys: keys.length,
      duplicatesDigest: JSON.stringify(keys.map(([name, n]) => `${name} ${n}`).toSorted()),
    },
    samples: rest.samples ?? keys.map(([name, n]) => key(name, n)),
    readerFaults: rest.readerFaults ?? [],
  });
}

test("readings that agree differ in nothing, and nothing is said, whatever may go wrong", () => {
  const found = compareReadings(reading({ a: 2 }, { readerFaults: [FEWER, MORE, FAILS] }), reading({ a: 2 }));
  expect(found).toEqual({ failure: null, differences: [], explainedBy: [], keys: [] });
  expect(sayComparison(found)).toEqual([]);
});

test.each([29, 30, 31])("a fault that mixes rows explains a difference in either direction: %i rows for 30", (rows) => {
  const mixes = { effect: "perhaps other rows", sentence: "It can mix rows." } as const;
  const found = compareReadings(reading({ a: 2 }, { readerFaults: [mixes] }), reading({ b: 2 }, { rows }));
  expect(found.explainedBy).toEqual([mixes.sentence]);
});

test("each number that differs is named with both values, and the keys behind it", () => {
  const found = compareReadings(reading({ a: 3, b: 2 }), reading({ a: 2, c: 4 }, { rows: 29 }));
  expect(found.differences).toEqual([
    { what: "rows", own: 30, scan: 29 },
    { what: "distinct_keys", own: 27, scan: 25 },
    { what: "surplus_rows", own: 3, scan: 4 },
    { what: "keys", own: null, scan: null },
  ]);
  expect(found.keys).toEqual([
    { key: ["c"], own: 0, scan: 4 },
    { key: ["a"], own: 3, scan: 2 },
    { key: ["b"], own: 2, scan: 0 },
  ]);
  expect(sayComparison(found)).toEqual([
    expect.stringMatching(/differs .*: rows 29 and not 30, .* which keys are duplicated.*unexplained/),
  ]);
});

test("other duplicated keys are a difference where all numbers are equal", () => {
  expect(compareReadings(reading({ a: 2 }), reading({ b: 2 })).differences).toEqual([{ what: "keys", own: null, scan: null }]);
});

test("keys are named only where both samples hold all duplicated keys", () => {
  expect(compareReadings(reading({ a: 2, b: 2 }, { samples: [key("a", 2)] }), reading({ b: 2, c: 2 })).keys).toEqual([]);
});

describe("a difference is explained", () => {
  const explained = (faults: Facts["readerFaults"], rows: number) =>
    compareReadings(reading({}, { readerFaults: faults }), reading({}, { rows })).explainedBy;

  test("by a known fault in its own direction only", () => {
    expect(explained([FEWER], 29)).toEqual([FEWER.sentence]);
    expect(explained([FEWER], 31)).toEqual([]);
    expect(explained([MORE], 31)).toEqual([MORE.sentence]);
    expect(explained([MORE], 29)).toEqual([]);
    expect(explained([PERHAPS], 29)).toEqual([PERHAPS.sentence]);
    expect(explained([PERHAPS], 31)).toEqual([]);
    expect(explained([FAILS], 29)).toEqual([]);
  });

  test("by faults in both directions, whatever came of them", () => {
    expect(explained([FEWER, MORE], 31)).toEqual([FEWER.sentence, MORE.sentence]);
  });
});

test("a reading that failed is told with its message, and with what is known of it", () => {
  const failed = new AppError("reader_crashed", "The reader process was ended by SIGABRT.");
  const found = compareReadings(reading({ a: 2 }, { readerFaults: [FEWER, FAILS] }), failed);
  expect(found).toMatchObject({
    failure: { code: "reader_crashed", message: failed.message },
    differences: [],
    explainedBy: [FAILS.sentence],
  });
  expect(sayComparison(found)).toEqual([expect.stringMatching(/gave no answer .*SIGABRT.* It may fail\./)]);
  expect(sayComparison(compareReadings(reading({}), failed))).toEqual([expect.stringContaining("unexplained")]);
});
