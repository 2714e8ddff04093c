import { Stats } from "#app/_ui/stats.tsx";
import { metricLink } from "#lib/contracts/links.ts";
import { NotComputed } from "./not-computed.client.tsx";
import type { TablePage } from "./read-table-page.ts";
import { viewStats } from "./stats-view.ts";
import { RUN_METRIC_NAMES, type MetricName } from "#lib/metrics.ts";

const OF_A_RUN: Partial<Record<MetricName, string>> = Object.fromEntries(
  RUN_METRIC_NAMES.map((name) => [name, "It changes with the clock, so it is known only for the newest snapshot."]),
);

/** The numbers of the snapshot that is shown, with their change in a week. */
export function TableStats({ page }: { page: TablePage }) {
  const { key, facts, seen, asked, weekAgo, shownVerdict, table } = page;
  const isPast = asked?.shown === true;
  const stats = viewStats({
    promise: key.promise,
    values: { ...facts?.values, ...(isPast ? {} : seen?.values) },
    before: weekAgo?.values ?? null,
    notComputed: { ...facts?.notComputed, ...(isPast ? OF_A_RUN : seen?.notComputed) },
    verdict: shownVerdict,
    trust: facts?.trust ?? null,
    trustBefore: weekAgo?.trust ?? null,
    limits: table.definition.limits,
  });
  return (
    <Stats
      stats={stats.map(({ metric, label, value, reason, note, tone }) => ({
        label,
        href: metricLink(metric),
        value: value ?? <NotComputed reason={reason ?? ""} />,
        note,
        tone,
      }))}
    />
  );
}
