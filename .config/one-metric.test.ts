import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { getTableColumns } from "drizzle-orm";
import type * as Duplicates from "#lib/checks/duplicates.ts";
import { someFacts } from "#lib/testing/facts.ts";

/** A metric that only its declaration names. */
const NAME: string = "rows_seen_twice";
const numberOf = (value: number): Record<string, number> => ({ [NAME]: value });
const NOW = new Date("2026-03-01T10:05:00Z");

// Modules are shared between test files: whatever loads with the new metric must be forgotten again.
beforeAll(() => {
  vi.resetModules();
  vi.doMock("#lib/checks/duplicates.ts", async (load: () => Promise<typeof Duplicates>) => {
    const [{ duplicates }, { snapshotMetric }] = await Promise.all([load(), import("#lib/checks/define-check.ts")]);
    const added = snapshotMetric({
      label: "Rows seen twice",
      unit: "rows",
      worse: "higher",
      warnAt: 7,
      alertAt: 70,
      help: "Rows that somebody saw twice.",
      computed: "Counted for this test.",
      read: ({ keyProfile }) => keyProfile.rows * 2,
      chart: { id: "surplus", part: "seen twice", order: 3, limits: true },
      tile: { order: 7, change: "difference" },
      overview: true,
      sparkline: true,
      summary: true,
      keepsPeak: true,
    });
    return { duplicates: { ...duplicates, metrics: { ...duplicates.metrics, [NAME]: added } } };
  });
});

afterAll(() => {
  vi.doUnmock("#lib/checks/duplicates.ts");
  vi.resetModules();
});

test("a declared metric is read, stored, and in every enum", async () => {
  const { METRIC_NAMES, OVERVIEW_METRICS, PEAK_METRICS, SPARKLINE_METRICS } = await import("#lib/metrics.ts");
  for (const names of [METRIC_NAMES, OVERVIEW_METRICS, PEAK_METRICS, SPARKLINE_METRICS]) expect(names).toContain(NAME);
  const { readChecks } = await import("#lib/checks/registry.ts");
  expect(readChecks(someFacts(), NOW).find(({ name }) => name === NAME)?.reading).toBe(60);
  const { snapshotFacts } = await import("#db/schema/snapshot-facts.ts");
  expect(getTableColumns(snapshotFacts)).toHaveProperty(NAME);
  const { AcceptBody } = await import("#lib/contracts/incident-view.ts");
  expect(AcceptBody.shape.metric.options).toContain(NAME);
});

test("a declared metric has limits in the configuration and its JSON Schema", async () => {
  const { LimitSettings } = await import("#lib/config/limit-settings.ts");
  expect(LimitSettings.parse({ [NAME]: { warn: 3 } })).toEqual({ [NAME]: { warnAt: 3 } });
  const { configJsonSchema } = await import("#lib/config/json-schema.ts");
  expect(configJsonSchema().definitions?.["Limits"]?.properties?.[NAME]?.description).toMatch(/^Rows seen twice/);
});

test("a declared metric is drawn in its chart, with its limits, and is a column of the chart's files", async () => {
  const { SERIES_VALUES } = await import("#lib/charts.ts");
  expect(SERIES_VALUES).toContain(NAME);
  const { boardCharts } = await import("../app/(dashboard)/tables/[tableId]/_components/board-data.ts");
  const [surplus] = boardCharts("rows");
  expect(surplus?.parts.map(({ label }) => label)).toEqual(["surplus rows", "duplicated keys", "seen twice"]);
  const { limitLines, limitsForCharts } = await import("../app/(dashboard)/tables/[tableId]/_components/chart-limits.ts");
  expect(limitLines({ id: "surplus", counts: "rows" }, limitsForCharts({}, null), 50)).toMatchObject([{ at: 7 }, { at: 70 }]);
});

test("a declared metric is a number of the table's page, of a run's page, and of the documentation", async () => {
  const { viewStats } = await import("../app/(dashboard)/tables/[tableId]/_components/stats-view.ts");
  const stats = viewStats({
    promise: "unique",
    values: numberOf(12),
    before: numberOf(10),
    notComputed: {},
    verdict: null,
    trust: null,
    trustBefore: null,
    limits: {},
  });
  expect(stats.at(-1)).toMatchObject({ label: "Rows seen twice", value: "12", note: "+2 in 7 d" });
  const { viewResult } = await import("../app/(dashboard)/runs/[runId]/_components/results-view.ts");
  const result = viewResult({
    key: "id",
    promise: "unique",
    snapshotId: "1",
    trust: { level: "exact", direction: null, reasons: [] },
    values: numberOf(12),
    notComputed: {},
    verdict: null,
  });
  expect(result.first.find(({ name }) => name === NAME)).toMatchObject({ value: "12" });
  const { findMetricView } = await import("../app/(dashboard)/docs/_components/metric-view.ts");
  expect(findMetricView(NAME)?.facts).toContainEqual({ name: "Chart", words: "Surplus rows, as a line" });
});

test("a declared metric is listed by the command line, and a seed without a number for it says why", async () => {
  const { listChecks } = await import("#jobs/commands/list-checks.ts");
  expect(listChecks().output).toContain(`"name": "${NAME}"`);
  const { seededReasons } = await import("#db/seed/year.ts");
  expect(seededReasons()).toHaveProperty(NAME, { notComputed: "The seed holds no numbers of this metric." });
});
