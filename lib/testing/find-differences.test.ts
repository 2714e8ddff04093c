import { expect, test } from "vitest";
import { findDifferences } from "#lib/testing/find-differences.ts";
import type { ExpectedAnswer } from "#lib/testing/test-tables.ts";

const EXPECTED: ExpectedAnswer = {
  exit: 0,
  duplicatedKeyTexts: ['["1"]', '["2"]'],
  causes: { upsert_off: 2 },
  cause_of_key: { '["1"]': "upsert_off", '["2"]': "upsert_off" },
  undecided: [{ cause: "several_topics", missing: ["kafka-topic"], keys: 2 }],
  winners: { '["1"]': { file: "b.parquet", position: 3 }, '["2"]': null },
};

const EVIDENCE = [
  { file: "lake/a.parquet", position: "0" },
  { file: "lake/b.parquet", position: "3" },
];
const FIRST = { key: ["1"], cause: "upsert_off", winner: 1, evidence: EVIDENCE };
const SECOND = { key: ["2"], cause: "upsert_off", winner: null, evidence: EVIDENCE };
const ANSWER = {
  causes: { upsert_off: 2, unknown: 0 },
  undecided: [{ cause: "several_topics", missing: ["kafka-topic"], keys: 2 }],
  samples: [FIRST, SECOND],
};

function differences(changes: Partial<Record<keyof typeof ANSWER, unknown>> = {}): string[] {
  return findDifferences(EXPECTED, { exit: 0, signal: null, stdout: JSON.stringify({ ...ANSWER, ...changes }), stderr: "" });
}

test("an answer with the right causes, rows and undecided ones differs in nothing", () => {
  expect(differences()).toEqual([]);
});

test.each<[string, Parameters<typeof differences>[0], string]>([
  ["another number of keys", { causes: { upsert_off: 1 } }, "causes"],
  ["no causes", { causes: null }, "causes"],
  ["less that is undecided", { undecided: [] }, "undecided"],
  ["another cause of a key", { samples: [{ ...FIRST, cause: "unknown" }, SECOND] }, "the cause of"],
  ["another right row", { samples: [{ ...FIRST, winner: 0 }, SECOND] }, "the right row of"],
  ["no right row", { samples: [{ ...FIRST, winner: null }, SECOND] }, "the right row of"],
  ["a right row where it is undecided", { samples: [FIRST, { ...SECOND, winner: 0 }] }, "the right row of"],
])("an answer differs by %s", (_, changes, said) => {
  expect(differences(changes)).toEqual([expect.stringContaining(said)]);
});
