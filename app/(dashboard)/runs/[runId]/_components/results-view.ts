import type { RunResult } from "#db/queries/run-results.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";
import { SUMMARY_METRICS, type MetricName } from "#lib/metrics.ts";
import { formatMetric } from "#lib/units.ts";

export interface NumberView {
  name: MetricName;
  label: string;
  /** null: not computed, and `note` says why. */
  value: string | null;
  note: string | null;
  tone: "plain" | "alert" | "warning" | "accepted" | "doubt";
}

export interface ResultView {
  first: NumberView[];
  /** All, by check. */
  checks: { title: string; numbers: NumberView[] }[];
}

/** A run's numbers for one key, colored by the verdict that was stored with them, doubted where they are untrusted. Pure. */
export function viewResult({ verdict, trust, values, notComputed, snapshotId }: RunResult): ResultView {
  const missing = snapshotId === null ? "The table was never written." : "Not computed.";
  const readings = CHECKS.flatMap(listMetrics).map(({ name, declaration }) => ({
    name,
    declaration,
    reading: values[name] ?? { notComputed: notComputed[name] ?? missing },
  }));
  const views = new Map(
    readings.map(({ name, declaration: { label, unit, followsDirection }, reading }): [MetricName, NumberView] => {
      if (typeof reading !== "number") return [name, { name, label, value: null, note: reading.notComputed, tone: "plain" }];
      const { tone: judged, limit } = showMetric(verdict, name, reading);
      const bound = followsDirection && trust.direction !== null ? trust.direction : null;
      const notes = [
        bound,
        limit === null ? null : judged === "accepted" ? `${formatMetric(limit, unit)} accepted` : `limit ${formatMetric(limit, unit)}`,
      ].filter((note) => note != null);
      const tone = judged === "plain" && trust.level === "untrusted" ? "doubt" : judged;
      return [name, { name, label, value: formatMetric(reading, unit), note: notes.length === 0 ? null : notes.join(", "), tone }];
    }),
  );
  const pick = (names: readonly MetricName[]): NumberView[] => names.flatMap((name) => views.get(name) ?? []);
  return {
    first: pick(SUMMARY_METRICS),
    checks: CHECKS.map((check) => ({ title: check.title, numbers: pick(listMetrics(check).map(({ name }) => name)) })),
  };
}
