import type { ServiceFigure, ServiceMeasurement } from "#e2e/bench/service-case.ts";
import { SERVICE_CASES } from "#e2e/bench/service-registry.ts";
import { median } from "#e2e/bench/summary.ts";

/** Medians over the rounds; `ratio` is the median of the ratios within a round. */
export interface ServiceSummary {
  case: string;
  title: string;
  other: string;
  ms: number;
  otherMs: number;
  ratio: number;
  /** null where the case is not about runs. */
  runsPerMinute: number | null;
  /** Medians, by name. */
  figures: ServiceFigure[];
  /** Median of the peaks; null where the case is not about one process. */
  residentBytesMax: number | null;
}

/** The medians of one case's rounds, of which there is at least one. */
export function summarizeService(id: string, rounds: readonly ServiceMeasurement[]): ServiceSummary {
  const runs = rounds[0]?.runs;
  const memory = rounds.flatMap(({ residentBytesMax }) => (residentBytesMax === undefined ? [] : [residentBytesMax]));
  const ms = median(rounds.map((round) => round.ms));
  return {
    case: id,
    title: SERVICE_CASES[id]?.title ?? id,
    other: SERVICE_CASES[id]?.other ?? "",
    ms,
    otherMs: median(rounds.map(({ otherMs }) => otherMs)),
    ratio: median(rounds.map((round) => round.ms / round.otherMs)),
    runsPerMinute: runs === undefined ? null : runs / (ms / 60_000),
    figures: (rounds[0]?.figures ?? []).map((figure, at) => {
      return { ...figure, value: median(rounds.map((round) => round.figures?.[at]?.value ?? Number.NaN)) };
    }),
    residentBytesMax: memory.length === 0 ? null : median(memory),
  };
}

/** The numbers for a person. */
export function reportService(summary: ServiceSummary, rounds: number): string {
  const { title, other, ms, otherMs, ratio, runsPerMinute, residentBytesMax, figures } = summary;
  const rate = runsPerMinute === null ? "" : `, ${Math.round(runsPerMinute)} runs a minute`;
  const memory = residentBytesMax === null ? "" : `, at most ${Math.round(residentBytesMax / 1_000_000)} MB`;
  return [
    `${title}; medians of ${rounds} rounds`,
    "",
    `it took ${(ms / 1000).toFixed(2)} s${rate}${memory}`,
    `${other}: ${(otherMs / 1000).toFixed(2)} s, ratio ${ratio.toFixed(2)}`,
    ...figures.map(({ name, value, unit }) => `${name}: ${unit === "s" ? `${value.toFixed(1)} s` : Math.round(value)}`),
    "",
  ].join("\n");
}
