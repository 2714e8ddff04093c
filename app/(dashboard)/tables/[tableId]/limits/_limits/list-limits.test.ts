import { expect, test } from "vitest";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { KeyPromise } from "#lib/names.ts";
import { listLimits } from "./list-limits.ts";

function row(metric: MetricName, limits: TableDefinition["limits"] = {}, promise: KeyPromise = "unique", value: number | null = null) {
  const table = { definition: { limits } as TableDefinition, source: "file" } as const;
  const rows = listLimits({
    table,
    key: { promise },
    values: { [metric]: value },
    originOf: (_, side) => (side === "warn" ? "kind" : null),
  });
  return rows.find((one) => one.metric === metric);
}

test("a limit is the check's own until the configuration sets one, and says where that stands", () => {
  expect(row("surplus_rows")).toMatchObject({
    judgedBy: "limits",
    warn: { text: "1", from: "the check" },
    alert: { text: "100", from: "the check" },
    written: { warn: "", alert: "" },
  });
  expect(row("surplus_rows", { surplus_rows: { warnAt: 5, alertAt: null } })).toMatchObject({
    warn: { text: "5", from: "its kind" },
    alert: { text: "off", from: "the file" },
    written: { warn: "5", alert: "off" },
  });
});

test.each<[MetricName, TableDefinition["limits"], KeyPromise, string]>([
  ["surplus_rows", {}, "none", "promise"],
  ["multi_partition_keys", {}, "unique", "past"],
  ["multi_partition_keys", { multi_partition_keys: { warnAt: 5 } }, "unique", "limits"],
  ["multi_partition_keys", { multi_partition_keys: { warnAt: null, alertAt: null } }, "unique", "none"],
  ["duplicate_factor", {}, "unique", "none"],
  ["rows", {}, "unique", "none"],
])("%s with %j of a key that promises %s is judged by: %s", (metric, limits, promise, judgedBy) => {
  expect(row(metric, limits, promise)?.judgedBy).toBe(judgedBy);
});

test("the last number says which limit it is beyond, and none where the limit does not apply", () => {
  expect([row("surplus_rows", {}, "unique", 99)?.passed, row("surplus_rows", {}, "unique", 100)?.passed]).toEqual(["warn", "alert"]);
  expect([row("surplus_rows", {}, "none", 100)?.passed, row("surplus_rows")?.last]).toEqual([null, null]);
});
