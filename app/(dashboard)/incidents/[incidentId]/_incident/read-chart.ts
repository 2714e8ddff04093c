import type { Db } from "#db/client.ts";
import type { IncidentRow } from "#db/queries/incidents.ts";
import { getObservationSeries, getSeries, type SeriesPoint } from "#db/queries/series.ts";
import { listExpected } from "#db/queries/verdicts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import { rangeOf, viewChart, type ChartedPoint, type IncidentChart } from "./chart-view.ts";
import { METRICS, isRunMetric, type MetricName } from "#lib/metrics.ts";

const POINTS_MAX = 300;

export interface ReadChart {
  metric: MetricName;
  declaration: MetricDeclaration;
  /** The key's name where the number belongs to one. */
  keyName: string | null;
  chart: IncidentChart;
  /** The number of a snapshot that the chart shows. */
  texts: ReadonlyMap<string, string>;
}

interface Asked {
  incident: IncidentRow;
  table: TableWithKeys;
  now: Date;
  zone: string;
}

/** The number of the worst finding since before it began; null: it is about no number, or the key it was counted for is gone. */
export async function readChart(db: Db, { incident, table, now, zone }: Asked): Promise<ReadChart | null> {
  const finding = incident.findings.find(({ metric }) => metric !== null);
  const metric = finding?.metric ?? null;
  const declaration = metric === null ? undefined : METRICS[metric];
  const key = finding?.key == null ? table.keys[0] : table.keys.find(({ id }) => id === finding.key?.id);
  if (finding === undefined || metric === null || declaration === undefined || key === undefined) return null;
  const isObserved = isRunMetric(metric);
  const own = table.sampleClock ? (table.lastObservedAt ?? now) : (incident.resolvedAt ?? now);
  const since = incident.seen.since === null ? null : Date.parse(incident.seen.since.committedAt);
  const range = rangeOf({ since, until: own.getTime() });
  const asked = { tableKeyId: key.id, from: new Date(range.from), to: new Date(range.to), pointsMax: POINTS_MAX };
  const points = isObserved
    ? toPoints(await getObservationSeries(db, { ...asked, metrics: [metric] }), metric)
    : toPoints(await getSeries(db, { ...asked, metrics: [metric] }), metric);
  const spans = finding.expected === null ? [] : await listExpected(db, { ...asked, metric });
  const expected = spans.map(({ from, to, low, high }) => ({ from: from.getTime(), to: to?.getTime() ?? range.to, low, high }));
  const chart = viewChart(points, { ...range, unit: declaration.unit, limit: finding.limit, since, expected, zone, now });
  return {
    metric,
    declaration,
    keyName: finding.key === null ? null : key.name,
    chart,
    texts: new Map(chart.rows.flatMap(({ snapshotId, text }) => (snapshotId === null ? [] : [[snapshotId, text]]))),
  };
}

function toPoints<Name extends string>(points: readonly SeriesPoint<Name>[], name: Name): ChartedPoint[] {
  return points.map(({ lastAt, snapshotId, keyVersionId, engine, trustLevel, trustDirection, values }) => ({
    at: lastAt.getTime(),
    snapshotId,
    value: values[name]?.last ?? null,
    series: `${keyVersionId} ${engine}`,
    trusted: trustLevel !== "untrusted" || trustDirection !== null,
  }));
}
