import { expect, test } from "vitest";
import { didYouMean, findSimilar } from "#lib/config/did-you-mean.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";

const KEYS = ["name", "location", "key", "keys", "kafka", "event_time", "time_zone", "schedule", "filter", "warn", "alert"];

test.each([
  ["nmae", "name"],
  ["Location", "location"],
  ["timezone", "time_zone"],
  ["eventTime", "event_time"],
  ["event-time", "event_time"],
  ["shedule", "schedule"],
  ["keyss", "keys"],
  ["where", "filter"],
  ["critical", "alert"],
  ["zzz", null],
  ["", null],
  ["x".repeat(10_000), null],
])("%s means %s", (written, meant) => {
  expect(findSimilar(written, KEYS)).toBe(meant);
});

test("what is known by another name is not suggested where that name is unknown", () => {
  expect(findSimilar("where", ["name"])).toBe(null);
});

test("a near miss of a metric finds it among all", () => {
  expect(findSimilar("duplicate_keys", METRIC_NAMES)).toBe("duplicated_keys");
  expect(didYouMean("surplus", METRIC_NAMES)).toBe("");
  expect(didYouMean("surplusrow", METRIC_NAMES)).toBe(" Did you mean surplus_rows?");
});
