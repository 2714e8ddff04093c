import { METRIC_NAMES, METRICS, type SeriesMetricName } from "#lib/metrics.ts";
import type { ChartId } from "#lib/names.ts";

/** The columns of the histogram of keys by number of Kafka partitions that charts draw. */
const PARTITION_SERIES = ["partitions_2", "partitions_3", "partitions_4", "partitions_5_or_more"] as const;

/** A column of a table's charts. */
export type SeriesValueName = SeriesMetricName | (typeof PARTITION_SERIES)[number];

/** One line or area of a chart. */
export interface ChartPart {
  /** The values that it adds up; several only where one is too rare to be told apart. */
  names: readonly SeriesValueName[];
  label: string;
}

export interface ChartDeclaration {
  id: ChartId;
  /** Of a chart that is drawn one way or the other: which of them. */
  view?: "rows" | "files";
  title: string;
  /** What its numbers count. */
  counts: "rows" | "keys" | "files" | "ratio";
  /** Parts of one whole that lie upon each other, the first at the base line; else lines. */
  stacked: boolean;
  /** Counted from the manifests, so that they hold whatever becomes of the rows. */
  byManifests?: true;
  /** Drawn instead of the metrics of the chart. */
  histogram?: readonly ChartPart[];
}

/** The charts of a table's page, top to bottom. Which metrics they draw is in the declarations of the metrics. */
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

/** What a chart draws, in order: its histogram, else the metrics that name it. */
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
