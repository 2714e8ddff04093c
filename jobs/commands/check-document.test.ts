import { expect, test } from "vitest";
import { toCheckDocument } from "#jobs/commands/check-document.ts";
import { readChecks } from "#lib/checks/registry.ts";
import { someCauses, someDriftTopic, someShare } from "#lib/testing/cause-facts.ts";
import { someFacts } from "#lib/testing/facts.ts";

function documentOf(...causes: Parameters<typeof someCauses>) {
  const facts = someFacts({ causes: { value: someCauses(...causes) } });
  return toCheckDocument({ table: "shop.orders", measure: null }, facts, readChecks(facts, new Date(0)));
}

test("a measure is summed over the rows that are too many, and not over those of keys that may repeat", () => {
  const shares = [someShare("by_design", 2, { measure: "100" }), someShare("upsert_off", 1, { measure: "0.50" })];
  const measure = { value: { column: "amount", rowsWithout: 0 } };
  expect(documentOf(shares, { measure })).toMatchObject({ measure: { sum: "0.50" }, notMeasured: null });
  expect(documentOf([], { measure }).measure?.sum).toBe("0");
});

test("a measure that was not computed is null with its reason", () => {
  const measure = { value: null, reason: "Column amount is masked, so it is not summed." };
  expect(documentOf([someShare("upsert_off", 1)], { measure })).toMatchObject({ measure: null, notMeasured: measure.reason });
});

test("a measure of a table whose duplicates were not explained is null with the reason of that, not with none", () => {
  const facts = someFacts({ causes: { value: null, reason: "The rows were read by iceberg_scan." } });
  const of = (measure: string | null) => toCheckDocument({ table: "shop.orders", measure }, facts, readChecks(facts, new Date(0)));
  expect(of("amount")).toMatchObject({ measure: null, notMeasured: "The rows were read by iceberg_scan." });
  expect(of(null).notMeasured).toBeNull();
});

test("the drift of each topic is told as it was found, and what is no drift is refused", () => {
  const drift = { topics: [someDriftTopic([6, 12])], otherTopics: 1 };
  const shares = [someShare("partition_drift", 1)];
  expect(documentOf(shares, { drift }).drift).toEqual(drift);
  expect(documentOf(shares).drift).toBeNull();
  const bad = { topics: [someDriftTopic([6, 12], { labels: ["raised"] as never })], otherTopics: 0 };
  expect(() => documentOf(shares, { drift: bad })).toThrow(/drift/);
});

test("what bounds the causes is told", () => {
  expect(documentOf([someShare("upsert_off", 1)], { notes: ["The registry is down."] }).causeNotes).toEqual(["The registry is down."]);
});
