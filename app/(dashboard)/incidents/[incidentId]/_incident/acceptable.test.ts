import { expect, test } from "vitest";
import { someFinding } from "#lib/testing/incidents.ts";
import { acceptable } from "./acceptable.ts";

test("numbers of a key and of the whole table can be accepted, each by its name", () => {
  const ratio = someFinding({ check: "delete_backlog", metric: "delete_ratio", key: null, value: 0.558 });
  expect(acceptable([someFinding(), ratio])).toEqual([
    { metric: "surplus_rows", tableKeyId: "key 1", label: "Surplus rows of key id: 12" },
    { metric: "delete_ratio", tableKeyId: null, label: "Delete ratio: 0.558" },
  ]);
});

test("what has no number, or one that grows with the clock, cannot be accepted", () => {
  const late = someFinding({ check: "freshness", metric: "source_lag_seconds", key: null, value: 7200 });
  expect(acceptable([someFinding({ check: "runs", metric: null, key: null, value: null }), late])).toEqual([]);
});
