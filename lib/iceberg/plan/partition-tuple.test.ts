import { expect, test } from "vitest";
import { dateFields, isUnpartitioned, tupleText } from "#lib/iceberg/plan/partition-tuple.ts";
import { specs } from "#lib/testing/live-files.ts";

test("a spec without fields, or with void ones only, is unpartitioned", () => {
  const known = specs({
    0: [],
    1: [[1, "void"]],
    2: [
      [1, "void"],
      [2, "day"],
    ],
  });
  expect([...known.values()].map(isUnpartitioned)).toEqual([true, true, false]);
});

test("a day and a date column hold dates, a month of a date does not need to", () => {
  const schemas = [
    {
      "schema-id": 0,
      fields: [
        { id: 1, name: "d", type: "date" },
        { id: 2, name: "t", type: "timestamp" },
      ],
    },
  ];
  const [spec] = specs({
    0: [
      [1, "identity"],
      [2, "day"],
      [2, "hour"],
    ],
  }).values();
  expect(spec && dateFields(spec, schemas)).toEqual([true, true, false]);
});

test("an unpartitioned file has an empty tuple", () => {
  expect(tupleText(null, [])).toBe("[]");
});

test("a date is the same tuple whether a writer stores it as a date or as days", () => {
  expect(tupleText({ d: "1969-12-31" }, [true])).toBe(tupleText({ d: -1 }, [true]));
});

test("text that looks like a date stays text in a column of text", () => {
  expect(tupleText({ s: "2026-01-01" }, [false])).toBe('["2026-01-01"]');
});

test("an int and the long that it was widened to are the same tuple", () => {
  expect(tupleText({ n: 7 }, [false])).toBe(tupleText({ n: "7" }, [false]));
});

test("minus zero and zero are the same tuple", () => {
  expect(tupleText({ n: -0 }, [false])).toBe(tupleText({ n: 0 }, [false]));
});

test("NULL, the text null and an empty text are three tuples", () => {
  expect(new Set([tupleText({ s: null }, []), tupleText({ s: "null" }, []), tupleText({ s: "" }, [])]).size).toBe(3);
});

test("values that hold quotes and commas are not mistaken for two values", () => {
  expect(tupleText({ a: 'x","y', b: "z" }, [])).not.toBe(tupleText({ a: "x", b: 'y","z' }, []));
});
