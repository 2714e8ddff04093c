import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { findMetricView, sayLimits } from "./metric-view.ts";
import { SHOWN_METRIC_NAMES } from "#lib/metrics.ts";

test("every metric has a page, and no other name has", () => {
  for (const name of SHOWN_METRIC_NAMES) expect(findMetricView(name)?.declaration.label).toBeTruthy();
  for (const name of ["nope", "", "constructor", "__proto__"]) expect(findMetricView(name)).toBeNull();
});

test.each(SHOWN_METRIC_NAMES.map((name) => [name]))("the snippet that sets %s is a configuration without faults", (name) => {
  const loaded = loadConfig(findMetricView(name)?.yaml ?? "", { file: "/etc/bergwatch/bergwatch.yaml" });
  expect(loaded).toMatchObject({ ok: true });
});

test("limits are said with their unit and on the side that is worse", () => {
  const declaration = findMetricView("surplus_rows")?.declaration;
  if (!declaration) throw new Error("surplus_rows is a metric");
  expect(sayLimits(declaration)).toBe("warn at 1 or more, alert at 100 or more");
  expect(sayLimits({ ...declaration, warnAt: null, alertAt: 3600, unit: "seconds", worse: "lower" })).toBe("alert at 60 min or less");
  expect(sayLimits({ ...declaration, warnAt: null, alertAt: null })).toBe("none");
});

test("related metrics are those of the same check without itself", () => {
  expect(findMetricView("commit_lag_seconds")?.related.map(({ name }) => name)).toEqual(["snapshot_age_seconds", "source_lag_seconds"]);
});
