import { describe, expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { readTriedLimits, writeLimit, writeLimitLines } from "#lib/config/tried-limits.ts";
import type { MetricName } from "#lib/metrics.ts";

describe("limits that a person tries are read as the file reads them", () => {
  test.each<[string, MetricName, string, string, unknown]>([
    ["numbers", "surplus_rows", "5", " 200 ", { warnAt: 5, alertAt: 200 }],
    ["one of them", "surplus_rows", "5", "", { warnAt: 5 }],
    ["off", "surplus_rows", "off", "50", { warnAt: null, alertAt: 50 }],
    ["a span", "commit_lag_seconds", "15m", "1h", { warnAt: 900, alertAt: 3600 }],
    ["a size", "data_bytes", "", "50GiB", { alertAt: 50 * 1024 ** 3 }],
    ["nothing", "surplus_rows", "", " ", undefined],
  ])("%s", (_, metric, warn, alert, limits) => {
    expect(readTriedLimits(metric, { warn, alert })).toEqual(limits);
  });

  test.each<[string, MetricName, string, string, RegExp]>([
    ["a word", "surplus_rows", "many", "", /^warn: .*A number is expected, or the word off\./],
    ["a span where the unit has none", "surplus_rows", "", "5m", /^alert: /],
    ["a negative number", "surplus_rows", "-1", "", /^warn: -1 is too small/],
    ["a warning above the alert", "surplus_rows", "5", "2", /^warn 5 is above alert 2/],
    ["a warning above the check's own alert", "surplus_rows", "500", "", /above alert 100 \(the check's own\)/],
    ["what is not YAML", "surplus_rows", "{", "", /^warn: /],
    ["an alias", "surplus_rows", "*a", "", /^warn: /],
    ["a map", "surplus_rows", "{ a: 1 }", "", /^warn: /],
    ["markup", "commit_lag_seconds", "<script>", "", /^warn: /],
  ])("%s is refused with the file's own sentence", (_, metric, warn, alert, message) => {
    expect(() => readTriedLimits(metric, { warn, alert })).toThrow(message);
  });
});

test.each<[string, MetricName, string, string]>([
  ["shop.orders", "surplus_rows", "5", "200"],
  ["a: b # \"<script>\" 'x'", "commit_lag_seconds", "15m", "off"],
  ["12", "delete_ratio", "", "0.5"],
])("the lines for the table %s say to the file what was tried", (name, metric, warn, alert) => {
  const lines = writeLimitLines(name, metric, { warn, alert }) ?? "";
  const loaded = loadConfig(lines.replace("    limits:", "    location: /lake\n    key: id\n    limits:"), { file: "/etc/bergwatch.yaml" });
  expect(loaded).toMatchObject({
    ok: true,
    config: { tables: [{ name, limits: { [metric]: readTriedLimits(metric, { warn, alert }) } }] },
  });
});

test("where nothing is tried there is nothing to write", () => {
  expect(writeLimitLines("shop.orders", "surplus_rows", { warn: " ", alert: "" })).toBeNull();
});

test("a limit is written as a person would", () => {
  expect([writeLimit(900, "seconds"), writeLimit(90_061, "seconds"), writeLimit(0.5, "seconds"), writeLimit(86_400, "seconds")]).toEqual([
    "15m",
    "90061s",
    "0.5",
    "1d",
  ]);
  expect([writeLimit(100, "rows"), writeLimit(null, "rows"), writeLimit(undefined, "rows")]).toEqual(["100", "off", ""]);
});
