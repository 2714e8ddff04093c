import { SERIES_KINDS, type MadeSeries, type SeriesKind } from "#e2e/bench/detection/made-series.ts";
import { makeSeries } from "#e2e/bench/detection/make-series.ts";
import { bestThresholds, plainThreshold, threeSigma } from "#e2e/bench/detection/plain-judges.ts";
import { ours, replay, type MakeJudge } from "#e2e/bench/detection/replay.ts";
import { addScores, scoreSeries, type Score, type SeriesScore } from "#e2e/bench/detection/score.ts";

export const WAYS = { ours: "Bergwatch", threshold: "one threshold for each metric", sigma: "3 sigma of 50 observations" } as const;
type Way = keyof typeof WAYS;

/** How well each way of judging finds what should be told in made series. */
export interface DetectionSummary {
  seed: string;
  seriesOfKind: number;
  /** Of `series` in all: making them and judging them, each way. */
  seconds: { making: number } & Record<Way, number>;
  kinds: { kind: SeriesKind | "all"; scores: Record<Way, Score> }[];
}

/** Thresholds are chosen on series that are not judged, and nothing else was ever looked at while the judging was made. */
const TRAINING_SEED = "training";
const TRAINING_OF_KIND = 12;

/** Judges `seriesOfKind` series of each kind, each way. The same seed gives the same numbers, but for the seconds. */
export function measureDetection(seed: string, seriesOfKind: number, say: (line: string) => void): DetectionSummary {
  const thresholds = bestThresholds(SERIES_KINDS.flatMap((kind) => several(TRAINING_OF_KIND, (at) => makeSeries(kind, TRAINING_SEED, at))));
  const judges: Record<Way, MakeJudge> = { ours, threshold: plainThreshold(thresholds), sigma: threeSigma };
  const seconds = { making: 0, ours: 0, threshold: 0, sigma: 0 };
  const all: Record<Way, SeriesScore[]> = { ours: [], threshold: [], sigma: [] };
  const timed = <T>(what: keyof typeof seconds, run: () => T): T => {
    const from = performance.now();
    const found = run();
    seconds[what] += (performance.now() - from) / 1000;
    return found;
  };
  const kinds = SERIES_KINDS.map((kind): DetectionSummary["kinds"][number] => {
    const ofKind: Record<Way, SeriesScore[]> = { ours: [], threshold: [], sigma: [] };
    for (let number = 0; number < seriesOfKind; number++) {
      const series = timed("making", () => makeSeries(kind, seed, number));
      for (const way of ways()) ofKind[way].push(timed(way, () => judge(series, judges[way])));
    }
    for (const way of ways()) all[way].push(...ofKind[way]);
    say(`${kind}: ${seriesOfKind} series judged`);
    return { kind, scores: byWay((way) => addScores(ofKind[way])) };
  });
  return { seed, seriesOfKind, seconds, kinds: [...kinds, { kind: "all", scores: byWay((way) => addScores(all[way])) }] };
}

function judge(series: MadeSeries, makeJudge: MakeJudge): SeriesScore {
  return scoreSeries(series, replay(series, makeJudge));
}

function ways(): Way[] {
  return ["ours", "threshold", "sigma"];
}

function byWay(of: (way: Way) => Score): Record<Way, Score> {
  return { ours: of("ours"), threshold: of("threshold"), sigma: of("sigma") };
}

function several<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
