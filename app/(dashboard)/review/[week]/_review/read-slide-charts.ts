import type { Db } from "#db/client.ts";
import { listItemChart } from "#db/queries/review-item-charts.ts";
import type { ReviewView } from "#lib/contracts/review.ts";
import { METRICS, isSnapshotMetric, type MetricName, type SnapshotMetricName } from "#lib/metrics.ts";

/** The number of an agenda item over this week and the one before. */
export interface SlideChart {
  label: string;
  points: { at: string; value: number | null }[];
}

/** A chart for each item, in their order; null: its number is not one that snapshots have, or nothing is known of it. */
export async function readSlideCharts(db: Db, { agenda, chart, asOf }: ReviewView): Promise<(SlideChart | null)[]> {
  const span = { from: new Date(chart.from), asOf: new Date(asOf) };
  return await Promise.all(
    agenda.items.map(async ({ table, key, metric }): Promise<SlideChart | null> => {
      const shown = chartedMetric(metric);
      if (table === null || shown === null) return null;
      const points = await listItemChart(db, { tableId: table.id, key, metric: shown }, span);
      if (points.length === 0) return null;
      return { label: METRICS[shown].label, points: points.map(({ at, value }) => ({ at: at.toISOString(), value })) };
    }),
  );
}

/**
 * What to chart of an item: the metric whose limit it names. An item that names none has no trusted result, and shows its extra rows. null: the
 * metric depends on the clock, so snapshots have no series of it. Pure.
 */
export function chartedMetric(metric: MetricName | null): SnapshotMetricName | null {
  if (metric === null) return "surplus_rows";
  return isSnapshotMetric(metric) ? metric : null;
}
