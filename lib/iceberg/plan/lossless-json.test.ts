import { expect, test } from "vitest";
import { parseLosslessJson, parseVerbatimJson } from "#lib/iceberg/plan/lossless-json.ts";

test("a whole number that a double cannot hold becomes its text", () => {
  expect(parseLosslessJson('{"a": 9007199254740993, "b": [-9223372036854775808]}')).toEqual({
    a: "9007199254740993",
    b: ["-9223372036854775808"],
  });
});

test("numbers that a double holds stay numbers", () => {
  expect(parseLosslessJson('[9007199254740991, -1, 0.5, 1e300, "9007199254740993"]')).toEqual([
    Number.MAX_SAFE_INTEGER,
    -1,
    0.5,
    1e300,
    "9007199254740993",
  ]);
});

test("text that is no JSON throws a SyntaxError", () => {
  expect(() => parseLosslessJson('{"a": 1')).toThrow(SyntaxError);
});

test("verbatim JSON is written again digit for digit", () => {
  const text = '{"a":9007199254740993,"b":[1.10,-0,1e+300,"1.10"]}';
  expect(JSON.stringify(parseVerbatimJson(text))).toBe(text);
});
