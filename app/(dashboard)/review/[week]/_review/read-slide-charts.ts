import type { Db } from "#db/client.ts";
import { isCharted, listItemChart } from "#db/queries/review-item-charts.ts";
import { findMetric } from "#lib/checks/registry.ts";
import type { AgendaItem, ReviewView } from "#lib/contracts/review.ts";

/** The number of an agenda item over this week and the one before. */
export interface SlideChart {
  label: string;
  points: { at: string; value: number | null }[];
}

/** A chart for each item, in their order; null: its number is not one that snapshots have, or nothing is known of it. */
export async function readSlideCharts(db: Db, { agenda, chart, asOf }: ReviewView): Promise<(SlideChart | null)[]> {
  const span = { from: new Date(chart.from), asOf: new Date(asOf) };
  return await Promise.all(
    agenda.items.map(async ({ table, key, metric }: AgendaItem): Promise<SlideChart | null> => {
      const shown = metric !== null && isCharted(metric) ? metric : "surplus_rows";
      if (table === null) return null;
      const points = await listItemChart(db, { tableId: table.id, key, metric: shown }, span);
      if (points.length === 0) return null;
      return { label: findMetric(shown)?.label ?? shown, points: points.map(({ at, value }) => ({ at: at.toISOString(), value })) };
    }),
  );
}
