import type { MadeSeries, Span } from "#e2e/bench/detection/made-series.ts";
import type { Alarm } from "#e2e/bench/detection/replay.ts";
import { medianOf } from "#lib/judging/baseline.ts";

/** null: there was nothing to count. */
export interface Spread {
  median: number | null;
  p95: number | null;
}

/** How well the alarms of several series fit what should be told. */
export interface Score {
  series: number;
  observations: number;
  /** What should be told. */
  labels: number;
  /** Labels in which an alarm was opened. */
  found: number;
  missed: number;
  /** Alarms that were opened where nobody should be told. */
  falseAlarms: number;
  /** Further alarms in a label that was told already: neither right nor wrong, but a message more. */
  repeats: number;
  /** found / (found + falseAlarms); null without either. */
  precision: number | null;
  /** found / labels; null without labels. */
  recall: number | null;
  /** From the beginning of a label to its first alarm. */
  delayHours: Spread;
  /** How many observations of the label went by before the one that opened it. */
  delayObservations: Spread;
  /** From the end of a label to the end of its last alarm, of labels that end within the series. */
  openAfterHours: Spread;
  /** Alarms that ended by themselves while what they were about went on for another hour at least. */
  endedEarly: number;
}

/** What the alarms of one series were. */
export interface SeriesScore {
  observations: number;
  fits: readonly Fit[];
  falseAlarms: number;
}

interface Fit {
  found: boolean;
  repeats: number;
  delayHours: number | null;
  delayObservations: number | null;
  openAfterHours: number | null;
  endedEarly: number;
}

const HOUR_MS = 3_600_000;

/** Holds the alarms of a series against its labels. Pure. */
export function scoreSeries(series: MadeSeries, alarms: readonly Alarm[]): SeriesScore {
  const { labels, points } = series;
  return {
    observations: points.length,
    fits: labels.map((label) => fit(series, alarms, label)),
    falseAlarms: alarms.filter((alarm) => !labels.some((label) => isOpenedIn(alarm, label))).length,
  };
}

/** Of several series together. Pure. */
export function addScores(scores: readonly SeriesScore[]): Score {
  const fits = scores.flatMap((one) => one.fits);
  const falseAlarms = sum(scores.map((one) => one.falseAlarms));
  const found = fits.filter((one) => one.found).length;
  return {
    series: scores.length,
    observations: sum(scores.map(({ observations }) => observations)),
    labels: fits.length,
    found,
    missed: fits.length - found,
    falseAlarms,
    repeats: sum(fits.map(({ repeats }) => repeats)),
    precision: found + falseAlarms === 0 ? null : found / (found + falseAlarms),
    recall: fits.length === 0 ? null : found / fits.length,
    delayHours: spreadOf(fits.map(({ delayHours }) => delayHours)),
    delayObservations: spreadOf(fits.map(({ delayObservations }) => delayObservations)),
    openAfterHours: spreadOf(fits.map(({ openAfterHours }) => openAfterHours)),
    endedEarly: sum(fits.map(({ endedEarly }) => endedEarly)),
  };
}

function isOpenedIn({ openedAt }: Alarm, { from, to }: Span): boolean {
  return openedAt >= from && openedAt < to;
}

function fit({ points }: MadeSeries, alarms: readonly Alarm[], label: Span): Fit {
  const inside = alarms.filter((alarm) => isOpenedIn(alarm, label));
  const [first] = inside;
  const last = inside.at(-1);
  const end = points.at(-1)?.at.getTime() ?? label.to;
  const before = points.filter(({ at }) => at.getTime() >= label.from && first !== undefined && at.getTime() < first.openedAt);
  const lastEnd = last === undefined ? null : (last.resolvedAt ?? end);
  return {
    found: first !== undefined,
    repeats: Math.max(0, inside.length - 1),
    delayHours: first === undefined ? null : (first.openedAt - label.from) / HOUR_MS,
    delayObservations: first === undefined ? null : before.length,
    openAfterHours: label.to > end || lastEnd === null || lastEnd < label.to ? null : (lastEnd - label.to) / HOUR_MS,
    endedEarly: inside.filter(({ resolvedAt }) => resolvedAt !== null && resolvedAt < label.to - HOUR_MS).length,
  };
}

function spreadOf(numbers: readonly (number | null)[]): Spread {
  const sorted = numbers.filter((number) => number !== null).toSorted((a, b) => a - b);
  return { median: medianOf(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
