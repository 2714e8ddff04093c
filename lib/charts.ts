import { METRIC_NAMES, METRICS, type SeriesMetricName } from "#lib/metrics.ts";
import type { ChartId } from "#lib/names.ts";

/** The columns of the histogram of keys by number of Kafka partitions that charts draw. */
const PARTITION_SERIES = ["partitions_2", "partitions_3", "partitions_4", "partitions_5_or_more"] as const;

/** A column of a table's charts. */
export type SeriesValueName = SeriesMetricName | (typeof PARTITION_SERIES)[number];

/** One line or area of a chart. */
export interface ChartPart {
  /** The values that it adds up. It has several only if one alone is too rare to see. */
  names: readonly SeriesValueName[];
  label: string;
}

export interface ChartDeclaration {
  id: ChartId;
  /** Which variant, for a chart that shows either rows or files. */
  view?: "rows" | "files";
  title: string;
  /** The unit of its axis. */
  counts: "rows" | "keys" | "files" | "ratio";
  /** Stacked areas, the first part at the bottom. Otherwise lines. */
  stacked: boolean;
  /** Counted from the manifests, so the trust in the rows does not apply. */
  byManifests?: true;
  /** Drawn instead of the metrics of the chart. */
  histogram?: readonly ChartPart[];
}

/** The charts of a table's page, top to bottom. Each metric declares which chart draws it. */
export const CHARTS: readonly ChartDeclaration[] = [
  { id: "surplus", title: "Surplus rows", counts: "rows", stacked: false },
  {
    id: "partitions",
    title: "Keys in more than one Kafka partition",
    counts: "keys",
    stacked: true,
    histogram: [
      { names: ["partitions_2"], label: "in 2" },
      { names: ["partitions_3"], label: "in 3" },
      { names: ["partitions_4", "partitions_5_or_more"], label: "in 4+" },
    ],
  },
  { id: "ratio", title: "Delete ratio", counts: "ratio", stacked: false, byManifests: true },
  { id: "deletes", view: "rows", title: "Deletes to apply", counts: "rows", stacked: true, byManifests: true },
  { id: "deletes", view: "files", title: "Delete files to apply", counts: "files", stacked: true, byManifests: true },
];

/** The parts of a chart, in order: its histogram, or else the metrics that declare it. */
export function partsOf({ id, view, histogram }: ChartDeclaration): readonly ChartPart[] {
  if (histogram !== undefined) return histogram;
  return METRIC_NAMES.flatMap((name) => {
    const { chart } = METRICS[name];
    if (chart?.id !== id || chart.view !== view || chart.part === null) return [];
    return [{ order: chart.order ?? 0, names: [name as SeriesMetricName], label: chart.part }];
  })
    .toSorted((one, other) => one.order - other.order)
    .map(({ names, label }) => ({ names, label }));
}

/** The numbers that a table's charts and their files hold, each a column of the answer. */
export const SERIES_VALUES: readonly SeriesValueName[] = [
  ...METRIC_NAMES.filter((name): name is SeriesMetricName => METRICS[name].inSeries === true),
  ...CHARTS.flatMap((chart) => partsOf(chart).flatMap(({ names }) => names)),
];
