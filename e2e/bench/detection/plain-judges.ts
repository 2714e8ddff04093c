import type { MadePoint, MadeSeries } from "#e2e/bench/detection/made-series.ts";
import { checkOf, replay, type MakeJudge } from "#e2e/bench/detection/replay.ts";
import { addScores, scoreSeries } from "#e2e/bench/detection/score.ts";
import type { CheckJudgment } from "#lib/judging/judge-check.ts";
import type { MetricName } from "#lib/metrics.ts";

const WINDOW = 50;
const PAST_MIN = 10;
const CANDIDATES = 24;

/** Wrong at or beyond one number; knows neither trust nor past nor what is accepted. */
export function plainThreshold(thresholds: ReadonlyMap<MetricName, number>): MakeJudge {
  return (series) => {
    const threshold = thresholds.get(series.metric) ?? Number.POSITIVE_INFINITY;
    return (point) => answer(series, point, valueOf(series, point) >= threshold);
  };
}

/** Wrong above the mean and three standard deviations of the fifty observations before, whatever they were. */
export const threeSigma: MakeJudge = (series) => {
  const window: number[] = [];
  return (point) => {
    const value = valueOf(series, point);
    const mean = window.reduce((sum, one) => sum + one, 0) / window.length;
    const deviation = Math.sqrt(window.reduce((sum, one) => sum + (one - mean) ** 2, 0) / window.length);
    const isWrong = window.length >= PAST_MIN && value > mean + 3 * deviation;
    window.push(value);
    if (window.length > WINDOW) window.shift();
    return answer(series, point, isWrong);
  };
};

/** The number of each metric that serves these series best, by the harmonic mean of precision and recall. */
export function bestThresholds(series: readonly MadeSeries[]): Map<MetricName, number> {
  const byMetric = Map.groupBy(series, ({ metric }) => metric);
  return new Map([...byMetric].map(([metric, ofMetric]) => [metric, bestOf(ofMetric as [MadeSeries, ...MadeSeries[]])]));
}

function bestOf(series: readonly [MadeSeries, ...MadeSeries[]]): number {
  const values = series.flatMap((one) => one.points.map((point) => valueOf(one, point))).toSorted((a, b) => a - b);
  const different = values.filter((value, at) => value !== values[at - 1]);
  // Evenly among the numbers that there are, and ever denser towards the greatest observations, where thresholds lie.
  const candidates = Array.from({ length: CANDIDATES }, (_, at) => [
    different[Math.floor((different.length * at) / CANDIDATES)] ?? 0,
    values[Math.floor(values.length * (1 - 0.75 ** (at + 1)))] ?? 0,
  ]);
  const rated = [...new Set([...candidates.flat(), different[1] ?? 0])].map((threshold) => {
    const makeJudge = plainThreshold(new Map([[series[0].metric, threshold]]));
    const { precision, recall } = addScores(series.map((one) => scoreSeries(one, replay(one, makeJudge))));
    return { threshold, merit: 2 / (1 / (precision ?? 0) + 1 / (recall ?? 0)) };
  });
  return rated.toSorted((a, b) => b.merit - a.merit)[0]?.threshold ?? Number.POSITIVE_INFINITY;
}

function valueOf({ metric }: MadeSeries, { values }: MadePoint): number {
  return values[metric] ?? 0;
}

function answer(series: MadeSeries, point: MadePoint, isWrong: boolean): CheckJudgment {
  if (!isWrong) return { outcome: "good" };
  const { metric } = series;
  const value = valueOf(series, point);
  const finding = { check: checkOf(series).id, kind: "limit", severity: "warn", metric, key: null, value, bound: null } as const;
  return { outcome: "finding", findings: [{ ...finding, limit: null, expected: null, sentence: "" }], kept: [] };
}
