import { expect, test } from "vitest";
import { withLimitsOf } from "./with-limits.ts";

const entry = { name: "t", location: "/t", limits: { surplus_rows: { warn: 5 }, null_key_rows: "off" } };

test("limits of one metric are written into an entry, and all else of it stays", () => {
  expect(withLimitsOf(entry, "delete_ratio", { warn: 0.3, alert: "off" })).toEqual({
    ...entry,
    limits: { ...entry.limits, delete_ratio: { warn: 0.3, alert: "off" } },
  });
  expect(withLimitsOf({ name: "t" }, "delete_ratio", { warn: 0.3 })).toEqual({ name: "t", limits: { delete_ratio: { warn: 0.3 } } });
});

test("the check's own limits are written by leaving the metric out", () => {
  expect(withLimitsOf(entry, "surplus_rows", null)).toEqual({ ...entry, limits: { null_key_rows: "off" } });
  expect(withLimitsOf({ name: "t", limits: { surplus_rows: "off" } }, "surplus_rows", null)).toEqual({ name: "t" });
});
