import { describe, expect, test } from "vitest";
import type { MadeSeries, SeriesKind } from "#e2e/bench/detection/made-series.ts";
import { makeSeries } from "#e2e/bench/detection/make-series.ts";
import { ours, replay } from "#e2e/bench/detection/replay.ts";
import { addScores, scoreSeries } from "#e2e/bench/detection/score.ts";

const HOUR_MS = 3_600_000;
/** Hourly ones, each of another metric. */
const some = (kind: SeriesKind): MadeSeries[] => [1, 5, 9].map((number) => makeSeries(kind, "test", number));

test("the same seed and number make the same series, another seed makes another", () => {
  expect(makeSeries("noise", "one", 1)).toEqual(makeSeries("noise", "one", 1));
  expect(makeSeries("noise", "two", 1)).not.toEqual(makeSeries("noise", "one", 1));
});

describe("where it is clear what is to be told, the judging tells exactly that", () => {
  test.each(["flat zero", "growth", "backfill", "compaction resets"] as const)("%s: nothing", (kind) => {
    expect(some(kind).flatMap((series) => replay(series, ours))).toEqual([]);
  });

  test.each([
    ["first surplus", "third", 2],
    // Back within the accepted level the incident ends as accepted, at once.
    ["rise on an accepted level", "first", 0],
  ] as const)("%s: one incident, with the first observation that shows it, until the %s that does not", (kind, _word, place) => {
    for (const series of some(kind)) {
      const told = series.labels.map(({ from, to }) => ({
        openedAt: series.points.find(({ at }) => at.getTime() >= from)?.at.getTime(),
        resolvedAt: series.points.filter(({ at }) => at.getTime() >= to)[place]?.at.getTime() ?? null,
      }));
      expect(replay(series, ours)).toEqual(told);
    }
  });
});

describe("the score of alarms", () => {
  const series = makeSeries("first surplus", "test", 0);
  const label = { from: series.points[10]?.at.getTime() ?? 0, to: series.points[20]?.at.getTime() ?? 0 };
  const score = (alarms: [number, number | null][]) => {
    const at = (hours: number): number => label.from + hours * HOUR_MS;
    const told = alarms.map(([opened, resolved]) => ({ openedAt: at(opened), resolvedAt: resolved === null ? null : at(resolved) }));
    return addScores([scoreSeries({ ...series, labels: [label] }, told)]);
  };

  test("one in the label is right, with its delay and how long it stays after the end", () => {
    const found = score([[2, 13]]);
    expect(found).toMatchObject({ found: 1, missed: 0, falseAlarms: 0, precision: 1, recall: 1, endedEarly: 0 });
    expect([found.delayHours.median, found.delayObservations.median, found.openAfterHours.median]).toEqual([2, 2, 3]);
  });

  test("one before or after it is false, and one that went on from before does not find it", () => {
    expect(
      score([
        [-2, 5],
        [10, 12],
      ]),
    ).toMatchObject({ found: 0, missed: 1, falseAlarms: 2, precision: 0, recall: 0 });
  });

  test("a second one in it repeats, and the first ended early", () => {
    expect(
      score([
        [0, 3],
        [5, 13],
      ]),
    ).toMatchObject({ found: 1, falseAlarms: 0, repeats: 1, endedEarly: 1 });
  });

  test("without alarms or labels there is nothing to divide by", () => {
    expect(addScores([scoreSeries({ ...series, labels: [] }, [])])).toMatchObject({ precision: null, recall: null });
  });
});
